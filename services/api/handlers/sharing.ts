import type { InlineQueryResultArticle } from 'grammy/types'
import type { Handlers } from '#contract/calls/call.ts'
import type { sharingCalls } from '#contract/calls/sharing.ts'
import { AppError } from '#contract/errors.ts'
import type { GuestContext, UserContext } from '#services/core/request-context.ts'
import { getVisibleFacts } from '#services/listings/access.ts'
import { findListingNews } from '#services/listings/messages/queries.ts'
import { telegramApi } from '#services/notifications/telegram/client.ts'
import { resultOf } from '#services/sharing/card.ts'
import { findShareableService, serviceResultOf } from '#services/sharing/services.ts'

const timeoutSeconds = 5
const allChats = { allow_user_chats: true, allow_group_chats: true, allow_channel_chats: true }

/**
 * Prepares an inline message in Telegram that the person can send.
 * @throws not_found
 */
async function prepareShare(ctx: UserContext, listing_id: number): Promise<{ prepared_id: string | null }> {
  await getVisibleFacts(ctx.db, listing_id, ctx.viewer.id)
  const listing = await findListingNews(ctx.db, listing_id)
  if (listing?.status !== 'published') throw new AppError('not_found')
  return prepareCard(ctx, resultOf(ctx, listing, ctx.language))
}

/** As `prepareShare`, for a service. */
async function prepareServiceShare(ctx: UserContext, id: number): Promise<{ prepared_id: string | null }> {
  const sharer = { viewer_id: ctx.viewer.id, language: ctx.language }
  const service = await findShareableService(ctx, id, sharer)
  if (!service) throw new AppError('not_found')
  return prepareCard(ctx, serviceResultOf(ctx, service, ctx.language))
}

async function prepareCard(
  ctx: UserContext,
  card: InlineQueryResultArticle,
): Promise<{ prepared_id: string | null }> {
  const person = await ctx.db
    .selectFrom('users')
    .select('telegram_id')
    .where('id', '=', ctx.viewer.id)
    .executeTakeFirst()
  if (!person?.telegram_id) throw new AppError('not_found')
  try {
    const api = telegramApi(ctx.config, timeoutSeconds)
    const { id } = await api.savePreparedInlineMessage(person.telegram_id, card, allChats)
    return { prepared_id: id }
  } catch (error) {
    ctx.log.warn({ err: error, card: card.id }, 'telegram prepared no message')
    return { prepared_id: null }
  }
}

export const sharingHandlers: Handlers<typeof sharingCalls, GuestContext, UserContext> = {
  'POST /api/app/prepare_share': (ctx, { body }) => prepareShare(ctx, body.listing_id),
  'POST /api/services/:id/prepare_share': (ctx, { params }) => prepareServiceShare(ctx, params.id),
}
