import type { Db } from '#db/index.ts'
import type { World } from '#tests/support/servers/world.ts'
import type { FanOutSummary } from './fan-out.ts'
import type { Round } from './fan-out-rounds.ts'
import type { Message } from './journey.ts'

/** Numbers of messages that one sender process sends in parallel: of all kinds, and of bulk messages. */
const maxInFlight = 10
const maxBulkInFlight = 8

type Audit = Pick<FanOutSummary, 'transactional' | 'bulk' | 'repeated' | 'unknown' | 'violations'>

/** Compares the messages that people received with the messages that they should have received. */
export async function auditFanOut(
  { telegram }: World,
  db: Db,
  rounds: Round[],
  killed_senders: number,
): Promise<Audit> {
  const messages = await telegram.get<(Message & { chat: { id: number } })[]>('/messages?limit=1000000')
  const messagesByChat = Map.groupBy(messages, ({ chat }) => chat.id)
  const copies = (person: number, title: string) =>
    messagesByChat.get(person)?.filter(({ text }) => text?.includes(title)).length ?? 0
  const unsentDeliveries = await db
    .selectFrom('deliveries')
    .innerJoin('users', 'users.id', 'deliveries.user_id')
    .select(['users.telegram_id', 'deliveries.state', 'deliveries.lane', 'deliveries.error'])
    .where('deliveries.state', '<>', 'sent')
    .execute()
  const states = new Map(unsentDeliveries.map(({ telegram_id, state }) => [telegram_id, state]))
  const audit: Audit = { transactional: rounds.length, bulk: 0, repeated: 0, unknown: 0, violations: [] }
  for (const { title, author, freelancers } of rounds) {
    const authorCopies = copies(author, title)
    if (authorCopies === 0) audit.violations.push(`${title} its author was not told`)
    audit.repeated += Math.max(0, authorCopies - 1)
    audit.bulk += freelancers.length
    for (const person of freelancers) {
      const freelancerCopies = copies(person, title)
      if (freelancerCopies > 1) audit.violations.push(`${title} ${person} was told ${freelancerCopies} times`)
      if (freelancerCopies === 0 && states.get(person) !== 'unknown')
        audit.violations.push(`${title} ${person} was not told and is ${states.get(person) ?? 'nowhere'}`)
      if (states.get(person) === 'unknown') audit.unknown += 1
    }
  }
  if (audit.repeated > maxInFlight * killed_senders)
    audit.violations.push(`${audit.repeated} messages came twice`)
  if (audit.unknown > maxBulkInFlight * killed_senders)
    audit.violations.push(`${audit.unknown} messages are unknown`)
  for (const { lane, state, error, telegram_id } of unsentDeliveries)
    if (lane === 'transactional') audit.violations.push(`a message to ${telegram_id} is ${state}: ${error}`)
  return audit
}
