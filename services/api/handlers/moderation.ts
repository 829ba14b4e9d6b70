import type { Handlers } from '#contract/calls/call.ts'
import type { moderationCalls } from '#contract/calls/moderation.ts'
import { AppError } from '#contract/errors.ts'
import type { GuestContext, UserContext } from '#services/core/request-context.ts'
import { appeal, mayAppeal } from '#services/moderation/appeals/appeals.ts'
import { answer, findOpenQuestion } from '#services/moderation/appeals/questions.ts'
import { promisedTime } from '#services/moderation/queue/service-times.ts'

/** Returns the moderators' unanswered question about a listing, and whether the listing's author may appeal. */
async function readConversation(ctx: UserContext, listing_id: number) {
  const listing = await ctx.db
    .selectFrom('listings')
    .select(['id', 'status'])
    .where('id', '=', listing_id)
    .where('author_id', '=', ctx.viewer.id)
    .executeTakeFirst()
  if (!listing) throw new AppError('not_found')
  const openQuestion = await findOpenQuestion(ctx.db, listing_id, ctx.viewer.id)
  return {
    question: openQuestion?.question ?? null,
    asked_at: openQuestion?.asked_at ?? null,
    may_appeal: await mayAppeal(ctx.db, listing_id),
    usual: listing.status === 'moderation' ? await promisedTime(ctx) : null,
  }
}

export const moderationHandlers: Handlers<typeof moderationCalls, GuestContext, UserContext> = {
  'GET /api/moderation/:listing_id': (ctx, { params }) => readConversation(ctx, params.listing_id),
  'POST /api/moderation/:listing_id/answer': async (ctx, { params: { listing_id }, body: { text } }) => {
    await answer(ctx, { listing_id, author_id: ctx.viewer.id, text })
    return readConversation(ctx, listing_id)
  },
  'POST /api/moderation/:listing_id/appeal': async (ctx, { params: { listing_id }, body: { text } }) => {
    await appeal(ctx, { listing_id, author_id: ctx.viewer.id, text })
    return readConversation(ctx, listing_id)
  },
}
