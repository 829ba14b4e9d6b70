import { randomBytes } from 'node:crypto'
import { bad } from '#services/cli/checks/finding.ts'
import { checkShop } from '#services/cli/checks/shop.ts'
import { writeEnvFile } from '#services/cli/env-file.ts'
import { readEnvFile } from '#services/cli/environment.ts'
import { type Outcome, Refusal } from '#services/cli/output.ts'
import type { Session } from '#services/cli/session.ts'
import { readShop } from '#services/core/context.ts'
import { restart, type Stage } from './rotate.ts'

/**
 * The password that signs, and the one also accepted. A password may contain any character, so they are not a
 * comma-separated list.
 */
const pairs = [
  ['ROBOKASSA_PASSWORD_1', 'ROBOKASSA_OTHER_PASSWORD_1'],
  ['ROBOKASSA_PASSWORD_2', 'ROBOKASSA_OTHER_PASSWORD_2'],
] as const

type Values = Record<string, string>

/**
 * Replaces both passwords of the shop in the three stages of every secret. The provider changes its side at
 * once, at `switch`. Calls signed with either password are accepted from `begin` to `finish`, and inquiries
 * use the one that the provider accepts.
 */
export async function rotateShop(session: Session, stage: Stage): Promise<Outcome> {
  const values = readEnvFile(session.env_file) as Values
  for (const [name] of pairs)
    if (!values[name]) throw new Refusal(`${session.env_file} has no ${name}: run otklik setup first.`)
  const held = pairs.every(([, other]) => values[other]) ? 2 : 1
  if (stage === 'begin' && held === 2)
    throw new Refusal('The shop has second passwords already: go on with switch, or finish.')
  if (stage !== 'begin' && held === 1)
    throw new Refusal('There are no second passwords: otklik rotate shop begin.')
  if (stage === 'finish') await requireAccepted(session, values)
  const { change, next } = stages[stage]
  const after = pairs.map(([name, other]) => change(values[name] ?? '', values[other] ?? ''))
  const written = Object.fromEntries(
    pairs.flatMap(([name, other], at) => [
      [name, after[at]?.[0] ?? ''],
      [other, after[at]?.[1] ?? ''],
    ]),
  )
  writeEnvFile(session.env_file, { ...values, ...written })
  return { text: [next], data: { secret: 'shop', stage, held: stage === 'finish' ? 1 : 2 } }
}

/** Contains letters and digits, which the provider's cabinet requires. */
const newPassword = () => `s${randomBytes(12).toString('hex')}`

type Change = (first: string, second: string) => [first: string, second: string]

const stages: Record<Stage, { change: Change; next: string }> = {
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

/** @throws Refusal if the provider does not accept the new password or does not answer */
async function requireAccepted(session: Session, values: Values): Promise<void> {
  const shop = { ...readShop(session.config()), password2: values.ROBOKASSA_PASSWORD_2 ?? '' }
  const [said = bad('robokassa', 'says nothing', 'Ask again later.')] = await checkShop({
    ...shop,
    other_password2: undefined,
  })
  if (said.state !== 'ok')
    throw new Refusal(`The old passwords stay: the shop ${said.found}. ${said.cure ?? ''}`)
}
