import { isKnownReason, type KnownReason } from '#contract/rejection.ts'

/**
 * Callback data of the buttons of a review card: `v1:<verb>:<task>[:<reason, hash or page>]`, at most 64 bytes. The
 * moderator's rights and the state of the task are checked in the database at every press.
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
  'remove',
  'removal',
  'warn',
  'warning',
  'ban',
  'block',
  'own_removal',
  'own_warning',
  'own_block',
  'accept',
  'dismiss',
  'text',
  'before',
  'twins',
  'files',
  'more',
  'fold',
] as const
/** Verbs of the buttons that carry a reason. The list of these buttons is opened by a button with another verb. */
export const verbsWithReason: readonly Verb[] = ['reason', 'removal', 'warning', 'block']
/** Verbs of buttons that carry a page number. */
export const verbsWithPage: readonly Verb[] = ['text', 'before', 'twins']
export type Verb = (typeof verbs)[number]
export type Press = {
  verb: Verb
  task_id: number
  reason?: KnownReason
  /** Hash of the content that the review card shows. */
  seen?: string
  page?: number
}

export function pressData({ verb, task_id, reason, seen, page }: Press): string {
  return ['v1', verb, task_id, reason ?? seen ?? page].filter((part) => part !== undefined).join(':')
}

export const pressPattern = new RegExp(`^v1:(${verbs.join('|')}):([1-9]\\d{0,15})(?::(\\w+))?$`)

/** @returns undefined for text that is not callback data of a review card */
export function readPress(data: string): Press | undefined {
  const [, verb, id, reason] = pressPattern.exec(data) ?? []
  const task_id = Number(id)
  if (!verb || !Number.isSafeInteger(task_id)) return undefined
  if (verb === 'approve') return { verb, task_id, seen: reason ?? '' }
  if (verbsWithPage.includes(verb as Verb))
    return /^[1-9]\d{0,2}$/.test(reason ?? '')
      ? { verb: verb as Verb, task_id, page: Number(reason) }
      : undefined
  if (verbsWithReason.includes(verb as Verb) ? !isKnownReason(reason ?? '') : reason !== undefined)
    return undefined
  return { verb: verb as Verb, task_id, reason: reason as KnownReason | undefined }
}
