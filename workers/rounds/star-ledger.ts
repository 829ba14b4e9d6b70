import { sql } from 'kysely'
import type { Context } from '#services/core/context.ts'
import { telegramApi } from '#services/notifications/telegram/client.ts'
import {
  openCaseForUnknownStars,
  receiveStars,
  recordReturnedStars,
} from '#services/payments/stars/star-receipts.ts'
import { type Loop, startLoop } from '#workers/engine/loop.ts'
import { timing } from '#workers/engine/timing.ts'

/**
 * Reads Telegram's list of Star transactions. The list also contains payments and refunds whose updates were lost, or
 * that were made outside the product.
 */
export function startStarLedger(ctx: Context): Loop {
  return startLoop(ctx, {
    name: 'star-ledger',
    round: async (loopCtx) => {
      if (loopCtx.config.PAYMENTS_POLICY === 'spec') return timing.stars.look
      return (await readNextPage(loopCtx)) === timing.stars.page ? 0 : timing.stars.look
    },
  })
}

/**
 * Continues to read Telegram's list of Star transactions where the last round ended. Only one process reads at a time.
 * Telegram appends to the list in the order of time; the last entries are read again to be safe.
 * @returns number of entries; 0 while another process reads
 */
export async function readNextPage(ctx: Context): Promise<number> {
  const bot = Number.parseInt(ctx.config.BOT_TOKEN, 10)
  const read_at = ctx.now().toISOString()
  return ctx.db.transaction().execute(async (tx) => {
    await sql`insert into star_books (bot, read_at) values (${bot}, ${read_at}) on conflict do nothing`.execute(
      tx,
    )
    const book = await tx
      .selectFrom('star_books')
      .select('entries')
      .where('bot', '=', bot)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!book) return 0
    const offset = Math.max(0, book.entries - timing.stars.overlap)
    // Each entry of the page is stored in a transaction of its own. After a crash the whole page is read again.
    const page = await readTransactions(ctx, offset)
    const entries = Math.max(book.entries, offset + page)
    await tx.updateTable('star_books').set({ entries, read_at }).where('bot', '=', bot).execute()
    return page
  })
}

/**
 * Stores a page of incoming and outgoing Star transactions. Entries that are already stored change nothing.
 * @returns number of entries
 */
export async function readTransactions(ctx: Context, offset: number): Promise<number> {
  const api = telegramApi(ctx.config, timing.delivery.timeout / 1000)
  const { transactions } = await api.getStarTransactions({ offset, limit: timing.stars.page })
  for (const { id: charge, amount: total_amount, date, source, receiver } of transactions) {
    const entry = { charge, total_amount, at: new Date(date * 1000).toISOString() }
    // Stars that did not go to a person were withdrawn by the bot's owner.
    if (receiver?.type === 'user') await recordReturnedStars(ctx, charge, entry)
    if (!source) continue
    const invoice_payload = source.type === 'user' ? source.invoice_payload : undefined
    const telegram_id = source.type === 'user' ? source.user.id : 0
    const receipt = { ...entry, invoice_payload: invoice_payload ?? '', currency: 'XTR', telegram_id }
    if (!(await receiveStars(ctx, receipt))) await openCaseForUnknownStars(ctx, entry)
  }
  return transactions.length
}
