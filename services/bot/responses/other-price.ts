import { Composer } from 'grammy'
import type { Message } from 'grammy/types'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Prompt } from '#services/bot/context.ts'
import { actorOf, type BotContext } from '#services/bot/context.ts'
import { editMessage, readerOf } from '#services/bot/dialog/edit-message.ts'
import { cancelPrompt, findOpenPrompt } from '#services/bot/dialog/prompt-rows.ts'
import { answers, sendPrompt } from '#services/bot/dialog/prompts.ts'
import type { Context } from '#services/core/context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { money } from '#services/notifications/price.ts'
import { counterRequest } from '#services/requests/actions.ts'
import { requestButton } from '#services/requests/keyboard.ts'
import { findRequest, type RequestFacts } from '#services/requests/queries.ts'
import { readOffer } from '#services/spoken/offer.ts'

/**
 * Collects a freelancer's other price for a request in the bot's chat: one message with the price, the days and the
 * reason, a preview, and Send.
 */

type MessageContext = BotContext & { msg: Message }
/** Offer that the preview shows. `price` is in minor units. */
type Offer = { price: number; days: number | null; words: string | null }

/** Currency units that stand in the example if the service has no price. */
const exampleUnits = 18_000
/** An example price is half as much again, so that nobody takes it for the price of the service. */
function exampleOf({ person }: BotContext, { price, currency }: RequestFacts): string {
  const units = price ? Math.round((price * 1.5) / 100) : exampleUnits
  return money(person.ui_language, units * 100, currency)
}

/** @param words suffix of the text key: the first question, or the reason why it is repeated */
export async function askOtherPrice(
  app: Context,
  ctx: BotContext,
  request: RequestFacts,
  words: 'price' | 'no_price' | 'currency' | 'same' = 'price',
): Promise<void> {
  const text = translatorFor(ctx.person.ui_language)(`bot.request.${words}`, {
    example: exampleOf(ctx, request),
  })
  await ask(app, ctx, request, text)
}

async function ask(app: Context, ctx: BotContext, { id }: RequestFacts, text: string): Promise<void> {
  await sendPrompt(app, ctx, 'other_price', text, {
    subject_id: id,
    reply_to: ctx.message?.message_id ?? ctx.callbackQuery?.message?.message_id,
  })
}

export function otherPrice(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  composer.use(answers(['other_price'], (ctx, prompt) => receiveOffer(app, ctx, prompt)))
  return composer
}

/** Reads an offer and shows it before it is sent. A further message replaces it. */
async function receiveOffer(app: Context, ctx: MessageContext, { subject_id }: Prompt): Promise<unknown> {
  const translate = translatorFor(ctx.person.ui_language)
  const request = await findRequest(app, subject_id ?? 0, ctx.person.id)
  if (!request?.acts.includes('counter')) return ctx.reply(translate('bot.request.over'))
  const offer = readOffer(ctx.msg.text ?? ctx.msg.caption ?? '')
  if (!offer) return askOtherPrice(app, ctx, request, 'no_price')
  if (offer.code !== undefined && offer.code !== request.currency)
    return askOtherPrice(app, ctx, request, 'currency')
  const { price, days, words } = offer
  if (price === request.price && (days === null || days === request.days))
    return askOtherPrice(app, ctx, request, 'same')
  const count = [...(words ?? '')].length
  const limit = limits.serviceRequests.reason
  if (count > limit) return ask(app, ctx, request, translate('bot.request.long', { count, limit }))
  await showOffer(app, ctx, request, { price, days, words })
}

async function showOffer(app: Context, ctx: BotContext, request: RequestFacts, offer: Offer): Promise<void> {
  const reader = readerOf(ctx)
  await sendPrompt(app, ctx, 'other_price', offerText(ctx, request, offer), {
    subject_id: request.id,
    details: offer,
    reply_to: ctx.message?.message_id,
    buttons: [[requestButton(reader, 'send', request.id, { style: 'primary' })]],
    beside_cancel: [requestButton(reader, 'price', request.id, { words: 'fix' })],
  })
}

function offerText({ person }: BotContext, { currency, days: before }: RequestFacts, offer: Offer): string {
  const translate = translatorFor(person.ui_language)
  const price = money(person.ui_language, offer.price, currency)
  const days = offer.days ?? before
  const terms =
    offer.days === null && before !== null
      ? translate('bot.request.check.same_days', { price })
      : days === null
        ? `${price}.`
        : translate('bot.request.check', { price, days: translate('bot.request.days', { count: days }) })
  return [terms, ...(offer.words ? [translate('bot.request.check.words', { words: offer.words })] : [])].join(
    ' ',
  )
}

/**
 * Sends the offer of the pressed preview.
 * @returns text key of the alert; empty if the edited preview says enough
 * @throws not_found, wrong_state, words_not_allowed
 */
export async function sendOffer(app: Context, ctx: BotContext, request: RequestFacts): Promise<string> {
  const message_id = ctx.callbackQuery?.message?.message_id ?? 0
  const promptKey = { user_id: ctx.person.id, message_id }
  const prompt = await findOpenPrompt(app, promptKey)
  const offer = offerIn(prompt)
  if (!offer || prompt?.subject_id !== request.id) return 'changed'
  const language = ctx.person.ui_language
  const translate = translatorFor(language)
  try {
    await counterRequest(actorOf(app, ctx), request.id, {
      price: offer.price,
      days: offer.days ?? undefined,
      reason: offer.words ?? undefined,
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // The words can be corrected; everything else ends the question.
    if (error.code === 'words_not_allowed') throw error
    await cancelPrompt(app, promptKey)
    await editMessage(app, ctx, message_id, { text: translate('bot.request.over') })
    throw error
  }
  await cancelPrompt(app, promptKey)
  const price = money(language, offer.price, request.currency)
  await editMessage(app, ctx, message_id, { text: translate('bot.request.sent', { price }) })
  return ''
}

function offerIn(prompt: Prompt | undefined): Offer | undefined {
  const { price, days = null, words = null } = (prompt?.details ?? {}) as Partial<Offer>
  return price === undefined ? undefined : { price, days, words }
}
