import { sql } from 'kysely'
import type { Context } from '#services/core/context.ts'
import { telegramApi } from '#services/notifications/telegram.ts'
import { holdStrayStars, noteReturnedStars, receiveStars } from '#services/payments/stars/star-receipts.ts'
import { type Loop, startLoop } from '#workers/engine/loop.ts'
import { timing } from '#workers/engine/timing.ts'

/**
 * Reads Telegram's own ledger of Stars: it shows payments and refunds whose updates were lost or that were made
 * outside the product.
 */
export function startStarLedger(ctx: Context): Loop {
  return startLoop(ctx, {
    name: 'star-ledger',
    round: async (own) => {
      if (own.config.PAYMENTS_POLICY === 'spec') return timing.stars.look
      return (await readOn(own)) === timing.stars.page ? 0 : timing.stars.look
    },
  })
}

/**
 * Reads the ledger from where the last reading ended, one process at a time. Telegram writes it in the order of time
 * and only at its end; the last entries are read again all the same.
 * @returns how many entries there were; 0 while another process reads
 */
export async function readOn(ctx: Context): Promise<number> {
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
    // Each entry is kept by a transaction of its own: a process that dies here reads the page again.
    const read = await readBook(ctx, offset)
    const entries = Math.max(book.entries, offset + read)
    await tx.updateTable('star_books').set({ entries, read_at }).where('bot', '=', bot).execute()
    return read
  })
}

/** Takes in one page, both ways; what is known already changes nothing. @returns how many entries it had */
export async function readBook(ctx: Context, offset: number): Promise<number> {
  const api = telegramApi(ctx.config, timing.delivery.timeout / 1000)
  const { transactions } = await api.getStarTransactions({ offset, limit: timing.stars.page })
  for (const { id: charge, amount: total_amount, date, source, receiver } of transactions) {
    const entry = { charge, total_amount, at: new Date(date * 1000).toISOString() }
    // An outgoing entry whose receiver is not a person is a withdrawal by the bot's owner.
    if (receiver?.type === 'user') await noteReturnedStars(ctx, charge, entry)
    if (!source) continue
    const invoice_payload = source.type === 'user' ? source.invoice_payload : undefined
    const telegram_id = source.type === 'user' ? source.user.id : 0
    const receipt = { ...entry, invoice_payload: invoice_payload ?? '', currency: 'XTR', telegram_id }
    if (!(await receiveStars(ctx, receipt))) await holdStrayStars(ctx, entry)
  }
  return transactions.length
}
