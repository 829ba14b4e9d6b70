import { writeEnvFile } from '#services/cli/env-file.ts'
import { readEnvFile } from '#services/cli/environment.ts'
import { type Outcome, Refusal } from '#services/cli/output.ts'
import { generated } from '#services/cli/questions.ts'
import type { Session } from '#services/cli/session.ts'
import { resealPhones } from '#services/users/phone/rotation.ts'

/** Secrets that may have several values: the first one signs, all are accepted. */
export const rotated = { jwt: 'JWT_SECRETS', phone: 'PHONE_KEY', webhook: 'BOT_WEBHOOK_SECRET' } as const
export const stages = ['begin', 'switch', 'finish'] as const
export type Rotated = keyof typeof rotated
export type Stage = (typeof stages)[number]

/**
 * Replaces a secret without downtime, in three stages with a restart after each: `begin` appends the new one,
 * `switch` puts it first, `finish` removes the old one. No process ever meets a secret unknown to it.
 */
export async function rotate(session: Session, what: Rotated, stage: Stage): Promise<Outcome> {
  const values = readEnvFile(session.env_file)
  const name = rotated[what]
  const held = (values[name] ?? '').split(',').filter(Boolean)
  if (held.length === 0) throw new Refusal(`${session.env_file} has no ${name}: run otklik setup first.`)
  const [after, next] =
    stage === 'begin' ? begin(name, held) : stage === 'switch' ? swap(what, held) : drop(what, held)
  if (what === 'phone' && stage === 'finish') await seal(session, held)
  writeEnvFile(session.env_file, { ...values, [name]: after.join(',') } as Record<string, string>)
  return { text: [next], data: { name, stage, held: after.length } }
}

export const restart =
  'Now restart bot, workers and both APIs one after another (docs/operating.md, Replacing processes)'

type Step = [after: string[], next: string]

function begin(name: string, held: string[]): Step {
  if (held.length > 1) throw new Refusal(`${name} has a second secret already: go on with switch, or finish.`)
  return [[...held, generated[name]?.() ?? ''], `${restart}, then: otklik rotate … switch.`]
}

function swap(what: Rotated, held: string[]): Step {
  const [old = '', young] = held
  if (!young) throw new Refusal(`There is no second secret yet: otklik rotate ${what} begin.`)
  const wait = what === 'jwt' ? ', wait an hour until every session of before has a new token' : ''
  return [[young, old], `${restart}${wait}, then: otklik rotate … finish.`]
}

function drop(what: Rotated, held: string[]): Step {
  if (held.length < 2)
    throw new Refusal(`There is no old secret any more: otklik rotate ${what} begin starts anew.`)
  return [held.slice(0, 1), `${restart}; then the old secret holds no more.`]
}

/**
 * @throws Refusal if this process does not have the keys of the file: other processes may still encrypt with
 * the old key
 */
async function seal(session: Session, held: string[]): Promise<void> {
  if (session.config().PHONE_KEY !== held.join(','))
    throw new Refusal(
      'PHONE_KEY of this process is not that of the file: restart, so that both say the same.',
    )
  const done = await resealPhones(session.context(), (amount) =>
    session.output.note(`… ${amount} phones sealed anew`),
  )
  session.output.note(`${done} phones were sealed anew.`)
}
