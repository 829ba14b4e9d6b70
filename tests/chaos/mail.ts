import type { Db } from '#db/index.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import type { World } from '#tests/support/servers/world.ts'
import type { Client } from './client.ts'
import { type PaidOrder, readMessages } from './journey.ts'
import type { Plan } from './plan.ts'

export interface MailReport {
  violations: string[]
  /** Transactional messages that arrived twice, because a process was killed between sending and recording them. */
  repeated: number
  /** Bulk messages that may have been lost, because a process was killed while sending them. */
  unknown: number
}

type Reader = Pick<Client, 'telegram_id' | 'user_id'>
/** Orders that were sold while a server was killed, so many times, and the people who must hear of each order. */
type Mail = { orders: PaidOrder[]; audience: Reader[]; victim: Plan['victim']; kills?: number }

const t = translatorFor('ru')
/** Servers whose death may lose the record that a message was sent: the sender process and the database. */
const repeatingServers: Plan['victim'][] = ['workers', 'postgres']
/** Number of messages that one sender process sends in parallel. */
const maxInFlight = 10

/**
 * Message kinds with their possible texts. A late message about a payment may arrive after the publication of its
 * order, so it has a second text.
 */
const authorMessages = {
  payment_confirmed: ['payment_confirmed', 'payment_confirmed.published'],
  listing_published: ['listing_published'],
}

/** Compares the messages that people received with the messages that they should have received. */
export async function auditMail(
  world: World,
  db: Db,
  { orders, audience, victim, kills = 1 }: Mail,
): Promise<MailReport> {
  const report: MailReport = { violations: [], repeated: 0, unknown: 0 }
  for (const { author, title, listing_id } of orders) {
    const receivedMessages = await readMessages(world, author.telegram_id, title)
    for (const [kind, variants] of Object.entries(authorMessages)) {
      const texts = variants.map((variant) => t(`message.${variant}.order`, { title }))
      const copies = receivedMessages.filter(({ text }) =>
        texts.some((prefix) => text?.startsWith(prefix)),
      ).length
      if (copies === 0) report.violations.push(`${title}: the author was not told ${kind}`)
      report.repeated += Math.max(0, copies - 1)
    }
    for (const reader of audience) {
      const copies = (await readMessages(world, reader.telegram_id, title)).length
      if (copies > 1) report.violations.push(`${title}: a freelancer was told ${copies} times`)
      if (copies === 0 && !(await isUnknown(db, listing_id, reader)))
        report.violations.push(`${title}: a freelancer was not told`)
      if (copies === 0) report.unknown += 1
    }
  }
  const maxRepeated = repeatingServers.includes(victim) ? maxInFlight * kills : 0
  if (report.repeated > maxRepeated)
    report.violations.push(`${report.repeated} messages to authors came twice`)
  if (report.unknown > maxRepeated) report.violations.push(`${report.unknown} messages are unknown`)
  return report
}

async function isUnknown(db: Db, listing_id: number, reader: Reader): Promise<boolean> {
  const row = await db
    .selectFrom('deliveries')
    .select('state')
    .where('dedupe_key', '=', `new_order:${listing_id}:${reader.user_id}`)
    .executeTakeFirst()
  return row?.state === 'unknown'
}
