import { GrammyError } from 'grammy'
import type { Context } from '#services/core/context.ts'
import { findListingNews } from '#services/listings/messages/queries.ts'
import { telegramApi } from '#services/notifications/telegram/client.ts'
import { cardOf } from '#services/sharing/card.ts'
import { deleteSentCard, type SentCard, saveCardState, staleCards } from '#services/sharing/sent-cards.ts'
import { type Loop, startLoop } from '#workers/engine/loop.ts'
import { timing } from '#workers/engine/timing.ts'

/** Updates cards of listings that people have shared in chats. When a listing closes, its card says so. */
export function startSharedCards(ctx: Context): Loop {
  return startLoop(ctx, { name: 'shared-cards', round: redrawCards })
}

/**
 * Redraws a batch of shared cards.
 * @returns milliseconds until the next round
 */
export async function redrawCards(ctx: Context): Promise<number> {
  const stale = await staleCards(ctx.db, timing.cards.batch)
  for (const card of stale) {
    const failure = await redraw(ctx, card)
    if (failure) return failure
  }
  return timing.cards.sweep
}

/** @returns milliseconds to wait if Telegram asks for a pause, otherwise 0 */
async function redraw(ctx: Context, card: SentCard): Promise<number> {
  const listing = await findListingNews(ctx.db, card.listing_id)
  if (!listing) return 0
  const { text, keyboard } = cardOf(ctx, listing, card.language)
  try {
    await telegramApi(ctx.config, timing.delivery.timeout / 1000).editMessageTextInline(
      card.inline_message_id,
      text,
      {
        parse_mode: 'HTML',
        link_preview_options: { is_disabled: true },
        reply_markup: { inline_keyboard: keyboard },
      },
    )
  } catch (error) {
    if (!(error instanceof GrammyError)) throw error
    if (error.error_code === 429) return (error.parameters.retry_after ?? 1) * 1000
    if (!error.description.includes('message is not modified')) {
      await deleteSentCard(ctx.db, card)
      return 0
    }
  }
  await saveCardState(ctx.db, card)
  return 0
}
