import { randomUUID } from 'node:crypto'
import type { DeliveryLane } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { startTelegramDelivery } from '#workers/telegram/delivery.ts'
import { everyMessage } from '#workers/telegram/messages.ts'
import { insertOrder, insertPerson, setUpWorkers } from './setup.ts'

export type Person = Awaited<ReturnType<typeof insertPerson>>
type Button = { web_app?: { url: string } }
type Message = { message_id: number; text: string; reply_markup?: { inline_keyboard: Button[][] } }

/**
 * Starts the workers with a published order. Its author and its readers get messages, and tests can read the outcome of
 * each message.
 */
export async function openDeliveryTest() {
  const setup = await setUpWorkers()
  const { ctx, telegram } = setup
  const author = await insertPerson(setup)
  const listing_id = await insertOrder(setup, author.id, { title: 'Сайт <b>кофейни</b>' })
  const kinds = everyMessage
  const senders: ReturnType<typeof startTelegramDelivery>[] = []
  const stopSending = async () => {
    for (const sender of senders.splice(0)) await sender.stop()
  }
  const row = (key: string) =>
    ctx.db
      .selectFrom('deliveries')
      .select(['id', 'state', 'attempts', 'error', 'message_id', 'chat_id', 'next_at', 'sent_at'])
      .where('dedupe_key', '=', key)
      .executeTakeFirstOrThrow()

  return {
    setup,
    author,
    listing_id,
    stopSending,
    /** Stops the senders, and removes the faults that a test has simulated. */
    async reset(): Promise<void> {
      await stopSending()
      await telegram.delete('/faults')
    },
    row,
    startSending(world: Context = ctx) {
      senders.push(startTelegramDelivery(world, kinds))
    },
    /**
     * Queues the message that tells a person that the order was published.
     * @returns the key of the message's row
     */
    async queueNotice(
      to: Person,
      lane: DeliveryLane = 'transactional',
      dedupe_key: string = randomUUID(),
    ): Promise<string> {
      const notice = { to: { user_id: to.id }, kind: 'listing_published', payload: { listing_id } } as const
      await ctx.db.transaction().execute((tx) => queueDelivery(ctx, tx, { ...notice, dedupe_key, lane }))
      return dedupe_key
    },
    inState: (key: string, state: string) =>
      eventually(async () => {
        const delivery = await row(key)
        return delivery.state === state && delivery
      }),
    async readReceived({ telegram_id }: Person): Promise<Message[]> {
      const path = `/messages?chat_id=${telegram_id}`
      const messages = await telegram.get<(Message & { from?: { is_bot?: boolean } })[]>(path)
      return messages.filter((message) => message.from?.is_bot)
    },
    async failSending(to: Person, change: Record<string, unknown>): Promise<void> {
      await telegram.post('/faults', { method: 'sendMessage', match: String(to.telegram_id), ...change })
    },
    /** Makes a message due now. */
    async hurry(key: string): Promise<void> {
      const next_at = new Date().toISOString()
      await ctx.db.updateTable('deliveries').set({ next_at }).where('dedupe_key', '=', key).execute()
    },
  }
}
