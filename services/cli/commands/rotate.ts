import { randomBytes } from 'node:crypto'
import { bad } from '#services/cli/checks/result.ts'
import { checkShop } from '#services/cli/checks/shop.ts'
import { writeEnvFile } from '#services/cli/env-file.ts'
import { readEnvFile } from '#services/cli/environment.ts'
import { type Outcome, Refusal } from '#services/cli/output.ts'
import { secretGenerators } from '#services/cli/questions.ts'
import type { Session } from '#services/cli/session.ts'
import { readShop } from '#services/core/context.ts'
import { resealPhones } from '#services/users/phone/vault.ts'

/** Secrets that may have several values. The first value signs or encrypts; all values are accepted. */
export const rotated = { jwt: 'JWT_SECRETS', phone: 'PHONE_KEY', webhook: 'BOT_WEBHOOK_SECRET' } as const
export const stages = ['begin', 'switch', 'finish'] as const
export type Rotated = keyof typeof rotated
export type Stage = (typeof stages)[number]

/**
 * Replaces a secret without downtime, in three stages: `begin` appends the new secret, `switch` puts it first, `finish`
 * removes the old one. The processes are restarted after each stage, so every process accepts the new secret before any
 * process signs with it.
 */
export async function rotate(session: Session, secret: Rotated, stage: Stage): Promise<Outcome> {
  const values = readEnvFile(session.env_file)
  const name = rotated[secret]
  const currentValues = (values[name] ?? '').split(',').filter(Boolean)
  if (currentValues.length === 0)
    throw new Refusal(`${session.env_file} has no ${name}: run otklik setup first.`)
  const [after, next] =
    stage === 'begin'
      ? begin(name, currentValues)
      : stage === 'switch'
        ? swap(secret, currentValues)
        : finish(secret, currentValues)
  if (secret === 'phone' && stage === 'finish') await reencryptPhones(session, currentValues)
  writeEnvFile(session.env_file, { ...values, [name]: after.join(',') } as Record<string, string>)
  return { text: [next], data: { name, stage, held: after.length } }
}

export const restart =
  'Now restart bot, workers and both APIs one after another (docs/operating.md, Replacing processes)'

type Step = [after: string[], next: string]

function begin(name: string, currentValues: string[]): Step {
  if (currentValues.length > 1)
    throw new Refusal(`${name} has a second secret already: go on with switch, or finish.`)
  return [[...currentValues, secretGenerators[name]?.() ?? ''], `${restart}, then: otklik rotate … switch.`]
}

function swap(secret: Rotated, currentValues: string[]): Step {
  const [old = '', young] = currentValues
  if (!young) throw new Refusal(`There is no second secret yet: otklik rotate ${secret} begin.`)
  const wait = secret === 'jwt' ? ', wait an hour until every session of before has a new token' : ''
  return [[young, old], `${restart}${wait}, then: otklik rotate … finish.`]
}

function finish(secret: Rotated, currentValues: string[]): Step {
  if (currentValues.length < 2)
    throw new Refusal(`There is no old secret any more: otklik rotate ${secret} begin starts anew.`)
  return [currentValues.slice(0, 1), `${restart}; then the old secret holds no more.`]
}

/**
 * Encrypts all stored phone numbers with the new key.
 * @throws Refusal if the keys of this process differ from the settings file, because other processes may still encrypt
 * with the old key
 */
async function reencryptPhones(session: Session, currentValues: string[]): Promise<void> {
  if (session.config().PHONE_KEY !== currentValues.join(','))
    throw new Refusal(
      'PHONE_KEY of this process is not that of the file: restart, so that both say the same.',
    )
  const resealed = await resealPhones(session.context(), (amount) =>
    session.output.note(`… ${amount} phones sealed anew`),
  )
  session.output.note(`${resealed} phones were sealed anew.`)
}

/**
 * Pairs of settings with passwords of the shop at Robokassa. The first of a pair signs; the second is also accepted.
 * The passwords are in separate settings, because a password may contain a comma.
 */
const pairs = [
  ['ROBOKASSA_PASSWORD_1', 'ROBOKASSA_OTHER_PASSWORD_1'],
  ['ROBOKASSA_PASSWORD_2', 'ROBOKASSA_OTHER_PASSWORD_2'],
] as const

type Values = Record<string, string>

/**
 * Replaces both passwords of the shop in the three stages `begin`, `switch` and `finish`, like other secrets. The
 * operator changes the passwords at the provider at the stage `switch`. From `begin` to `finish`, calls signed with
 * either password are accepted, and inquiries use the password that the provider accepts.
 */
export async function rotateShop(session: Session, stage: Stage): Promise<Outcome> {
  const values = readEnvFile(session.env_file) as Values
  for (const [name] of pairs)
    if (!values[name]) throw new Refusal(`${session.env_file} has no ${name}: run otklik setup first.`)
  const heldCount = pairs.every(([, other]) => values[other]) ? 2 : 1
  if (stage === 'begin' && heldCount === 2)
    throw new Refusal('The shop has second passwords already: go on with switch, or finish.')
  if (stage !== 'begin' && heldCount === 1)
    throw new Refusal('There are no second passwords: otklik rotate shop begin.')
  if (stage === 'finish') await requireAccepted(session, values)
  const { change, next } = shopStages[stage]
  const after = pairs.map(([name, other]) => change(values[name] ?? '', values[other] ?? ''))
  const newValues = Object.fromEntries(
    pairs.flatMap(([name, other], at) => [
      [name, after[at]?.[0] ?? ''],
      [other, after[at]?.[1] ?? ''],
    ]),
  )
  writeEnvFile(session.env_file, { ...values, ...newValues })
  return { text: [next], data: { secret: 'shop', stage, held: stage === 'finish' ? 1 : 2 } }
}

/** A new password consists of letters and digits, as the provider requires. */
const newPassword = () => `s${randomBytes(12).toString('hex')}`

type Change = (first: string, second: string) => [first: string, second: string]

const shopStages: Record<Stage, { change: Change; next: string }> = {
  begin: {
    change: (old) => [old, newPassword()],
    next: `${restart}, then: otklik rotate shop switch.`,
  },
  switch: {
    change: (old, young) => [young, old],
    next:
      'Now write ROBOKASSA_PASSWORD_1 and ROBOKASSA_PASSWORD_2 of the file into the technical settings of the shop, and at once ' +
      'restart bot, workers and both APIs one after another. A day later, when no call signed with the old ones can come: ' +
      'otklik rotate shop finish.',
  },
  finish: {
    change: (young) => [young, ''],
    next: `${restart}; then the old passwords hold no more.`,
  },
}

/**
 * Checks that the provider accepts the new password.
 * @throws Refusal if the provider does not accept it or does not answer
 */
async function requireAccepted(session: Session, values: Values): Promise<void> {
  const shop = { ...readShop(session.config()), password2: values.ROBOKASSA_PASSWORD_2 ?? '' }
  const [said = bad('robokassa', 'says nothing', 'Ask again later.')] = await checkShop({
    ...shop,
    other_password2: undefined,
  })
  if (said.state !== 'ok')
    throw new Refusal(`The old passwords stay: the shop ${said.found}. ${said.cure ?? ''}`)
}
