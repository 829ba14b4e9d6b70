import type { Db } from '#db/index.ts'
import type { World } from '#tests/support/servers/world.ts'
import type { FanOutSummary } from './fan-out.ts'
import type { Round } from './fan-out-rounds.ts'
import type { Message } from './journey.ts'

/** Messages that one sender sends at once, and the bulk ones among them. */
const inFlight = 10
const bulkInFlight = 8

type Audit = Pick<FanOutSummary, 'transactional' | 'bulk' | 'repeated' | 'unknown' | 'broken'>

/** Compares the messages that people received with those they should have received. */
export async function auditFanOut(
  { telegram }: World,
  db: Db,
  rounds: Round[],
  killed_senders: number,
): Promise<Audit> {
  const all = await telegram.get<(Message & { chat: { id: number } })[]>('/messages?limit=1000000')
  const received = Map.groupBy(all, ({ chat }) => chat.id)
  const copies = (person: number, title: string) =>
    received.get(person)?.filter(({ text }) => text?.includes(title)).length ?? 0
  const unsure = await db
    .selectFrom('deliveries')
    .innerJoin('users', 'users.id', 'deliveries.user_id')
    .select(['users.telegram_id', 'deliveries.state', 'deliveries.lane', 'deliveries.error'])
    .where('deliveries.state', '<>', 'sent')
    .execute()
  const fates = new Map(unsure.map(({ telegram_id, state }) => [telegram_id, state]))
  const audit: Audit = { transactional: rounds.length, bulk: 0, repeated: 0, unknown: 0, broken: [] }
  for (const { title, author, freelancers } of rounds) {
    const told = copies(author, title)
    if (told === 0) audit.broken.push(`${title} its author was not told`)
    audit.repeated += Math.max(0, told - 1)
    audit.bulk += freelancers.length
    for (const person of freelancers) {
      const came = copies(person, title)
      if (came > 1) audit.broken.push(`${title} ${person} was told ${came} times`)
      if (came === 0 && fates.get(person) !== 'unknown')
        audit.broken.push(`${title} ${person} was not told and is ${fates.get(person) ?? 'nowhere'}`)
      if (fates.get(person) === 'unknown') audit.unknown += 1
    }
  }
  if (audit.repeated > inFlight * killed_senders) audit.broken.push(`${audit.repeated} messages came twice`)
  if (audit.unknown > bulkInFlight * killed_senders)
    audit.broken.push(`${audit.unknown} messages are unknown`)
  for (const { lane, state, error, telegram_id } of unsure)
    if (lane === 'transactional') audit.broken.push(`a message to ${telegram_id} is ${state}: ${error}`)
  return audit
}
