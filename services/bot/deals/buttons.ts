import { Composer } from 'grammy'
import type { AppError } from '#contract/errors.ts'
import { readStars, reviewAxes } from '#contract/review-axes.ts'
import { askForChatMessage } from '#services/bot/chat/prompt.ts'
import { actorOf, type BotContext } from '#services/bot/context.ts'
import { editMessage, readerOf } from '#services/bot/dialog/edit-message.ts'
import { catchRefusal } from '#services/bot/dialog/refusals.ts'
import { answerPress } from '#services/bot/moderation/review-card.ts'
import type { Context } from '#services/core/context.ts'
import { errorText, translatorFor } from '#services/core/text/i18n.ts'
import { remindAuthor } from '#services/deals/actions.ts'
import { type DealPress, dealPress, readDealPress } from '#services/deals/keyboard.ts'
import { redrawDeal } from '#services/deals/messages.ts'
import { type Deal, findDeal, reviewUntil } from '#services/deals/queries.ts'
import { findDealMessage, noteStars } from '#services/deals/sent-messages.ts'
import { completeListing } from '#services/lifecycle/deals/assign.ts'
import { isDrawn } from '#services/notifications/outbox/drawn.ts'
import { askForWork, submitHandIn } from './hand-in.ts'
import { askForRemark, askForReviewText, sendReview } from './return-and-review.ts'

/**
 * Handles the buttons below messages about a deal. The buttons do for client and executor what the app does, under the
 * same rules.
 */
export function deals(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.chatType('private').callbackQuery(dealPress, async (ctx) => {
    const press = readDealPress(ctx.match as string[])
    const { person, callbackQuery } = ctx
    const deal = await findDeal(app.db, press.listing_id)
    const isSide = deal && [deal.author_id, deal.executor_id].includes(person.id)
    let textKey = ''
    const refusal = await catchRefusal(async () => {
      // A person who is no longer a side of the deal gets an alert that the deal has changed.
      textKey = isSide ? await carryOut(app, ctx, press, deal) : 'changed'
    })
    const translate = translatorFor(person.ui_language)
    const text = refusal ? refusalText(ctx, refusal) : textKey && translate(`bot.deal.${textKey}`)
    await answerPress(app, ctx, {
      text,
      show_alert: refusal !== undefined || textKey === 'changed' || textKey === 'empty',
    })
    await redraw(
      app,
      ctx,
      callbackQuery.message?.message_id ?? 0,
      textKey === '' ? chosenStars(press) : undefined,
    )
  })
  return composer
}

/**
 * Carries out the press of a button about a deal.
 * @returns text key of the alert; empty if no alert is needed, because the redrawn message or a question tells the
 * person enough
 */
async function carryOut(app: Context, ctx: BotContext, press: DealPress, deal: Deal): Promise<string> {
  const { verb, listing_id: id, number } = press
  const actor = actorOf(app, ctx)
  const isAuthor = deal.author_id === ctx.person.id
  // A button below the message about an earlier hand-in must not accept or return the latest hand-in.
  const isAnswerable = isAuthor && deal.handed_in_at !== null && deal.last_hand_in === number
  if (verb === 'accept' || verb === 'return') {
    if (!isAnswerable || deal.status !== 'in_progress') return 'changed'
    if (verb === 'return') await askForRemark(app, ctx, id)
    else await completeListing(actor, id, 'order')
    return verb === 'accept' ? 'accept' : ''
  }
  if (verb === 'remind') await remindAuthor(actor, id)
  if (verb === 'remind') return 'remind'
  if (verb === 'hand_in') {
    if (isAuthor || deal.status !== 'in_progress' || deal.handed_in_at !== null) return 'changed'
    await askForWork(app, ctx, id)
  }
  if (verb === 'done') return submitHandIn(app, ctx, id)
  if ((verb === 'rate' || verb === 'send') && !/^[1-5]{1,3}$/.test(String(number))) return 'changed'
  if (verb === 'review' || verb === 'rate') {
    if (reviewUntil(deal, ctx.person.id, app.now()) === null) return 'changed'
    const about = isAuthor ? 'executor' : 'author'
    if (verb === 'rate' && readStars(about, number))
      await askForReviewText(app, ctx, { listing_id: id, about, number })
  }
  if (verb === 'send') {
    await sendReview(app, ctx, { listing_id: id, about: isAuthor ? 'executor' : 'author', number })
  }
  if (verb === 'write' && isAuthor && deal.executor_id !== null) {
    const { executor_id: other_id, executor_name, kind } = deal
    await askForChatMessage(app, ctx, { listing_id: id, kind, other_id, full_name: executor_name ?? '' })
  }
  return ''
}

/** Returns the stars that a person has chosen so far for an unfinished review; undefined if all axes have stars. */
function chosenStars({ verb, number }: DealPress): string | undefined {
  if (verb === 'review') return ''
  const stars = String(number)
  return verb === 'rate' && stars.length < reviewAxes.author.length ? stars : undefined
}

function refusalText({ person }: BotContext, { code }: AppError): string {
  const translate = translatorFor(person.ui_language)
  if (code === 'too_many_requests') return translate('bot.deal.reminded_today')
  if (code === 'wrong_state' || code === 'not_found' || code === 'not_owner')
    return translate('bot.deal.changed')
  return errorText(person.ui_language, code)
}

/**
 * Redraws the message with the pressed button from the deal's present state. A question of the bot is not a stored deal
 * message, so it stays unchanged.
 */
async function redraw(app: Context, ctx: BotContext, message_id: number, stars?: string): Promise<void> {
  const user_id = ctx.person.id
  await noteStars(app.db, { user_id, message_id }, stars)
  const message = await findDealMessage(app.db, user_id, message_id)
  const content = message && (await redrawDeal(app, message, { ...readerOf(ctx), user_id }))
  const place = { chat_id: ctx.chat?.id ?? 0, message_id }
  if (content && !(await isDrawn(app.db, place, content))) await editMessage(app, ctx, message_id, content)
}
