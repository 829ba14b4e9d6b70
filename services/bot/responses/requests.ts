import { Composer } from 'grammy'
import type { AppError } from '#contract/errors.ts'
import { askForChatMessage } from '#services/bot/chat/prompt.ts'
import { actorOf, type BotContext } from '#services/bot/context.ts'
import { editMessage, readerOf } from '#services/bot/dialog/edit-message.ts'
import { cancelPrompt } from '#services/bot/dialog/prompt-rows.ts'
import { catchRefusal } from '#services/bot/dialog/refusals.ts'
import { answerPress } from '#services/bot/moderation/review-card.ts'
import type { Context } from '#services/core/context.ts'
import { errorText, translatorFor } from '#services/core/text/i18n.ts'
import { isDrawn } from '#services/notifications/outbox/drawn.ts'
import {
  acceptRequest,
  declineRequest,
  markRequestSeen,
  withdrawRequest,
} from '#services/requests/actions.ts'
import { mayWrite, type RequestPress, readRequestPress, requestPress } from '#services/requests/keyboard.ts'
import { redrawRequest } from '#services/requests/messages.ts'
import { findRequest, type RequestFacts } from '#services/requests/queries.ts'
import { askOtherPrice, sendOffer } from './other-price.ts'

/**
 * Handles the buttons below messages about requests for services. They do for both sides what the app does, under the
 * same rules. After each press the message is redrawn to what is true.
 */
export function serviceRequests(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  composer.chatType('private').callbackQuery(requestPress, async (ctx) => {
    const press = readRequestPress(ctx.match as string[])
    const request = await findRequest(app, press.id, ctx.person.id)
    let textKey = 'changed'
    const refusal = await catchRefusal(async () => {
      if (request) textKey = await carryOut(app, ctx, press, request)
    })
    const translate = translatorFor(ctx.person.ui_language)
    await answerPress(app, ctx, {
      text: refusal ? refusalText(ctx, refusal) : textKey && translate(`bot.request.${textKey}`),
      show_alert: refusal !== undefined || textKey === 'changed',
    })
    await redraw(app, ctx, press)
  })
  return composer
}

/**
 * Carries out the press of a button about a request.
 * @returns text key of the alert; empty if the redrawn message or a question tells the person enough
 */
async function carryOut(
  app: Context,
  ctx: BotContext,
  { verb, terms, reason }: RequestPress,
  request: RequestFacts,
): Promise<string> {
  const { id, side, acts } = request
  const actor = actorOf(app, ctx)
  // A press of the freelancer is a look at the request.
  if (side === 'freelancer' && acts.length > 0) await markRequestSeen(actor, id)
  if (verb === 'accept') {
    await acceptRequest(actor, id, terms)
    return side === 'client' ? 'agreed' : 'accepted'
  }
  if (verb === 'decline') {
    await declineRequest(actor, id, reason)
    return 'declined'
  }
  if (verb === 'withdraw') {
    await withdrawRequest(actor, id)
    return 'withdrawn'
  }
  if (verb === 'write') {
    if (!mayWrite(request)) return 'changed'
    await askForChatMessage(app, ctx, await findFreelancer(app, request))
    return ''
  }
  if (verb === 'send') return sendOffer(app, ctx, request)
  if (verb === 'why') return acts.includes('decline') ? '' : 'changed'
  if (verb !== 'price') return ''
  if (!acts.includes('counter')) return 'changed'
  await closePressedPreview(app, ctx)
  await askOtherPrice(app, ctx, request)
  return ''
}

/** The freelancer of a request, for a message in the chat of the two people: that of the order opens with the deal. */
async function findFreelancer({ db }: Context, { id, freelancer_id }: RequestFacts) {
  const person = await db
    .selectFrom('users')
    .select(['id as other_id', 'full_name'])
    .where('id', '=', freelancer_id)
    .executeTakeFirstOrThrow()
  return { ...person, listing_id: id, kind: null }
}

/** Closes the preview of an offer whose button was pressed to correct it. */
async function closePressedPreview(app: Context, ctx: BotContext): Promise<void> {
  const { message_id = 0 } = ctx.callbackQuery?.message ?? {}
  if (await cancelPrompt(app, { user_id: ctx.person.id, message_id }))
    await ctx.editMessageReplyMarkup().catch((error) => {
      app.log.info({ reason: String(error) }, 'the preview was not drawn anew')
    })
}

function refusalText({ person }: BotContext, { code }: AppError): string {
  if (code === 'wrong_state' || code === 'not_found')
    return translatorFor(person.ui_language)('bot.request.changed')
  return errorText(person.ui_language, code)
}

/**
 * Redraws the pressed message from the present state of the request. A question of the bot is no message about a
 * request, so it stays as it is.
 */
async function redraw(app: Context, ctx: BotContext, { verb, id }: RequestPress): Promise<void> {
  const { message_id = 0 } = ctx.callbackQuery?.message ?? {}
  const user_id = ctx.person.id
  const content = await redrawRequest(
    app,
    { ...readerOf(ctx), user_id },
    { id, message_id, asksWhy: verb === 'why' },
  )
  const place = { chat_id: ctx.chat?.id ?? 0, message_id }
  if (content && !(await isDrawn(app.db, place, content))) await editMessage(app, ctx, message_id, content)
}
