import { isKnownReason, type RejectionReason } from '#contract/rejection.ts'

/**
 * What the buttons of a card say when pressed: `v1:<verb>:<task>[:<reason or hash>]`, at most 64 bytes. Rights and
 * state are asked in the database at every press, so a button is only a wish.
 */
export const verbs = [
  'approve',
  'reject',
  'reason',
  'other',
  'back',
  'undo',
  'claim',
  'release',
  'ask',
  'ban',
  'block',
  'accept',
  'dismiss',
] as const
/** Verbs that say why. */
export const reasoned: readonly Verb[] = ['reason', 'block']
export type Verb = (typeof verbs)[number]
export type Press = {
  verb: Verb
  task_id: number
  reason?: RejectionReason
  /** Names the content that the card showed. */
  seen?: string
}

export function pressData({ verb, task_id, reason, seen }: Press): string {
  return ['v1', verb, task_id, reason ?? seen].filter((part) => part !== undefined).join(':')
}

export const pressPattern = new RegExp(`^v1:(${verbs.join('|')}):([1-9]\\d{0,15})(?::(\\w+))?$`)

/** @returns undefined for anything that is not callback data of a card */
export function readPress(data: string): Press | undefined {
  const [, verb, id, reason] = pressPattern.exec(data) ?? []
  const task_id = Number(id)
  if (!verb || !Number.isSafeInteger(task_id)) return undefined
  if (verb === 'approve') return { verb, task_id, seen: reason ?? '' }
  if (reasoned.includes(verb as Verb) ? !isKnownReason(reason ?? '') : reason !== undefined) return undefined
  return { verb: verb as Verb, task_id, reason: reason as RejectionReason | undefined }
}
