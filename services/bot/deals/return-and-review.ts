import { Composer } from 'grammy'
import type { Message } from 'grammy/types'
import type { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { type ReviewSide, readStars, starsOf } from '#contract/review-axes.ts'
import type { Prompt } from '#services/bot/context.ts'
import { actorOf, type BotContext } from '#services/bot/context.ts'
import { storeAttachment } from '#services/bot/dialog/attached-file.ts'
import { editMessage, readerOf } from '#services/bot/dialog/edit-message.ts'
import { answers, sendPrompt } from '#services/bot/dialog/prompts.ts'
import { catchRefusal } from '#services/bot/dialog/refusals.ts'
import type { Context } from '#services/core/context.ts'
import { errorText, translatorFor } from '#services/core/text/i18n.ts'
import { returnWork } from '#services/deals/actions.ts'
import { dealButton } from '#services/deals/keyboard.ts'
import { stars } from '#services/deals/text.ts'
import { reviewDeal } from '#services/relations/reviews.ts'

/**
 * Collects the texts that people write about a deal in the bot's chat: the remark of a return, and the text of a
 * review.
 */

type MessageContext = BotContext & { msg: Message }

export async function askForRemark(app: Context, ctx: BotContext, listing_id: number): Promise<void> {
  const text = translatorFor(ctx.person.ui_language)('bot.deal.return')
  await sendPrompt(app, ctx, 'remark', text, { subject_id: listing_id, ...replyToPressed(ctx) })
}

export async function askForReviewText(
  app: Context,
  ctx: BotContext,
  { listing_id, about, number }: ReviewDraft,
): Promise<void> {
  const ratingStars = stars(ratingOf(about, number))
  const text = translatorFor(ctx.person.ui_language)('bot.deal.review.words', { stars: ratingStars })
  const skipButton = dealButton(readerOf(ctx), 'send', { id: listing_id }, { number })
  await sendPrompt(app, ctx, 'review', text, {
    subject_id: listing_id,
    details: { rating: number, about },
    buttons: [[skipButton]],
    ...replyToPressed(ctx),
  })
}

const replyToPressed = ({ callbackQuery }: BotContext) => ({ reply_to: callbackQuery?.message?.message_id })

/** An unfinished review: its listing, the reviewed side, and the stars as the button's number encodes them. */
type ReviewDraft = { listing_id: number; about: ReviewSide; number: number }

function ratingOf(about: ReviewSide, number: number): number {
  const axes = readStars(about, number)
  return axes ? starsOf(axes) : number
}

function saveReview(
  app: Context,
  ctx: BotContext,
  { listing_id, about, number }: ReviewDraft,
  text: string | null,
) {
  const axes = readStars(about, number)
  return reviewDeal(actorOf(app, ctx), { listing_id, text, ...(axes ? { axes } : { rating: number }) })
}

/** Sends a review without a text, and replaces the bot's question for the text by a confirmation. */
export async function sendReview(app: Context, ctx: BotContext, reviewDraft: ReviewDraft): Promise<void> {
  await saveReview(app, ctx, reviewDraft, null)
  const ratingStars = stars(ratingOf(reviewDraft.about, reviewDraft.number))
  const text = translatorFor(ctx.person.ui_language)('bot.deal.review.sent', { stars: ratingStars })
  await editMessage(app, ctx, ctx.callbackQuery?.message?.message_id ?? 0, { text })
}

export function dealAnswers(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  composer.use(
    answers(['remark'], (ctx, prompt) => receiveRemark(app, ctx, prompt)),
    answers(['review'], (ctx, prompt) => receiveReview(app, ctx, prompt)),
  )
  return composer
}

async function receiveRemark(app: Context, ctx: MessageContext, prompt: Prompt): Promise<void> {
  const translate = translatorFor(ctx.person.ui_language)
  const text = textOf(ctx)
  const listing_id = prompt.subject_id ?? 0
  const isLong = [...text].length > limits.deal.text
  if (!text || isLong) {
    const text = isLong ? tooLong(ctx, limits.deal.text) : translate('bot.deal.words')
    return sendPrompt(app, ctx, 'remark', text, { subject_id: listing_id, reply_to: ctx.msg.message_id })
  }
  const refusal = await catchRefusal(async () => {
    const file_ids = await storeAttachment(app, ctx)
    await returnWork(actorOf(app, ctx), listing_id, { text, file_ids })
  })
  await replyWithResult(ctx, refusal, translate('bot.deal.returned'))
}

async function receiveReview(
  app: Context,
  ctx: MessageContext,
  { subject_id, details }: Prompt,
): Promise<void> {
  const number = Number(details.rating)
  const about: ReviewSide = details.about === 'author' ? 'author' : 'executor'
  const listing_id = subject_id ?? 0
  const text = textOf(ctx)
  if ([...text].length > limits.review.length) {
    const skipButton = dealButton(readerOf(ctx), 'send', { id: listing_id }, { number })
    const options = { subject_id, details, buttons: [[skipButton]], reply_to: ctx.msg.message_id }
    return sendPrompt(app, ctx, 'review', tooLong(ctx, limits.review.length), {
      ...options,
      subject_id: listing_id,
    })
  }
  const refusal = await catchRefusal(async () => {
    await saveReview(app, ctx, { listing_id, about, number }, text || null)
  })
  const translate = translatorFor(ctx.person.ui_language)
  await replyWithResult(
    ctx,
    refusal,
    translate('bot.deal.review.sent', { stars: stars(ratingOf(about, number)) }),
  )
}

export const textOf = ({ msg }: MessageContext): string => (msg.text ?? msg.caption ?? '').trim()

export function tooLong(ctx: MessageContext, limit: number): string {
  const count = [...textOf(ctx)].length
  return translatorFor(ctx.person.ui_language)('bot.deal.long', {
    count: String(count),
    limit: String(limit),
  })
}

async function replyWithResult(
  ctx: MessageContext,
  refusal: AppError | undefined,
  successText: string,
): Promise<void> {
  const language = ctx.person.ui_language
  const isChanged = refusal && ['wrong_state', 'not_found', 'not_owner'].includes(refusal.code)
  const refusalText =
    refusal && (isChanged ? translatorFor(language)('bot.deal.changed') : errorText(language, refusal.code))
  await ctx.reply(refusalText ?? successText, { reply_parameters: { message_id: ctx.msg.message_id } })
}
