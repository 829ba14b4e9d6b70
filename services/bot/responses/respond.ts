import { Composer } from 'grammy'
import { ResponseFields } from '#contract/calls/listing-fields.ts'
import type { AppError } from '#contract/errors.ts'
import type { Prompt } from '#services/bot/context.ts'
import { actorOf, type BotContext } from '#services/bot/context.ts'
import { editMessage } from '#services/bot/dialog/edit-message.ts'
import { cancelPrompt } from '#services/bot/dialog/prompt-rows.ts'
import { answers } from '#services/bot/dialog/prompts.ts'
import { catchRefusal } from '#services/bot/dialog/refusals.ts'
import { answerPress } from '#services/bot/moderation/review-card.ts'
import { redrawOrder } from '#services/bot/orders/buttons.ts'
import type { Context } from '#services/core/context.ts'
import { errorText, translatorFor } from '#services/core/text/i18n.ts'
import { findListingNews } from '#services/listings/messages/queries.ts'
import { currencyId } from '#services/responses/submission/boost.ts'
import {
  changeDraft,
  type Draft,
  deleteDraft,
  findDraft,
  findOpenDraft,
  openDraft,
  sendDraft,
} from '#services/responses/submission/drafts.ts'
import { checkMayRespond } from '#services/responses/submission/rules.ts'
import { readPrice } from '#services/spoken/price.ts'
import { askForPhone } from './phone.ts'
import { askNextStep, askPrice, askText, changeKeyboard, previewKeyboard } from './respond-questions.ts'

const buttonPattern = /^v1:respond:(free|keep|price|letter|change|back|drop|in-[A-Z]{2,5}):([1-9]\d{0,14})$/

/**
 * Lets a person respond to an order in the bot's chat: price, text, preview and Send. The draft is stored after each
 * step.
 */
export function respond(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  const personal = composer.chatType('private')

  personal.callbackQuery(/^v1:respond:start:([1-9]\d{0,14})$/, (ctx) =>
    startDraft(app, ctx, Number(ctx.match[1])),
  )
  personal.callbackQuery(/^v1:respond:send:([1-9]\d{0,14})$/, (ctx) =>
    sendResponse(app, ctx, Number(ctx.match[1])),
  )

  personal.callbackQuery(buttonPattern, async (ctx) => {
    const listing_id = Number(ctx.match[2])
    const draft = await findOpenDraft(app, { user_id: ctx.person.id, listing_id })
    if (draft) await carryOut(app, ctx, draft, ctx.match[1] ?? '')
    // The draft was sent or dropped, or the order is no longer visible. The bot redraws the message, which then shows
    // the present state of the order.
    else await redrawOrder(app, ctx, listing_id)
    await answerPress(app, ctx, {})
  })

  composer.use(answers(['respond_price', 'respond_letter'], (ctx, prompt) => receiveAnswer(app, ctx, prompt)))
  return composer
}

async function startDraft(app: Context, ctx: BotContext, listing_id: number): Promise<void> {
  const message_id = ctx.callbackQuery?.message?.message_id ?? 0
  const kind = (await findListingNews(app.db, listing_id))?.kind ?? 'order'
  const refusal = await catchRefusal(() => checkMayRespond(actorOf(app, ctx), listing_id, kind))
  const waits_for_phone = refusal?.code === 'verification_required'
  if (refusal && !waits_for_phone) {
    await redrawOrder(app, ctx, listing_id)
    // If the person has already responded, the redrawn message shows the response and no alert is needed. Any other
    // refusal is shown as an alert.
    return answerPress(app, ctx, refusal.code === 'already_responded' ? {} : alertOf(ctx, refusal))
  }
  await openDraft(app, { user_id: ctx.person.id, listing_id, message_id, waits_for_phone })
  await answerPress(app, ctx, {})
  if (waits_for_phone) await askForPhone(ctx, 'bot.respond.phone')
  else await askNextStep(app, ctx, listing_id)
}

function alertOf(ctx: BotContext, refusal: AppError) {
  return { text: refusalText(ctx, refusal), show_alert: true }
}

/** If the person may no longer see the order, the bot says that the order is closed, whatever the reason. */
function refusalText({ person }: BotContext, { code }: AppError): string {
  return errorText(person.ui_language, code === 'not_found' || code === 'removed' ? 'listing_closed' : code)
}

async function carryOut(app: Context, ctx: BotContext, draft: Draft, verb: string): Promise<void> {
  const context = { app, ctx, draft }
  if (verb === 'change') return showKeyboard(ctx, changeKeyboard(ctx, draft))
  if (verb === 'back') return showKeyboard(ctx, previewKeyboard(ctx, draft.listing_id))
  await cancelPressedPrompt(app, ctx)
  if (verb === 'drop') return dropDraft(app, ctx, draft)
  if (verb === 'price') return askPrice(context)
  if (verb === 'letter') return askText(context)
  if (verb === 'keep') await changeDraft(app.db, draft, { is_odd_meant: true })
  if (verb === 'free')
    await changeDraft(app.db, draft, {
      price: null,
      currency_id: null,
      is_negotiable: true,
      is_odd_meant: false,
    })
  if (verb.startsWith('in-'))
    await changeDraft(app.db, draft, { currency_id: await currencyId(app.db, verb.slice(3)) })
  await askNextStep(app, ctx, draft.listing_id)
}

async function showKeyboard(
  ctx: BotContext,
  inline_keyboard: ReturnType<typeof previewKeyboard>,
): Promise<void> {
  // Telegram refuses this edit if the same button was pressed twice, which needs no answer.
  await ctx.editMessageReplyMarkup({ reply_markup: { inline_keyboard } }).catch(() => {})
}

/** Cancels the bot's question whose button was pressed, and removes its buttons. */
async function cancelPressedPrompt(app: Context, ctx: BotContext): Promise<void> {
  const { message_id } = ctx.callbackQuery?.message ?? {}
  if (message_id) await cancelPrompt(app, { user_id: ctx.person.id, message_id })
  await showKeyboard(ctx, [])
}

async function dropDraft(app: Context, ctx: BotContext, draft: Draft): Promise<void> {
  await deleteDraft(app.db, draft)
  const { message_id = 0 } = ctx.callbackQuery?.message ?? {}
  await editMessage(app, ctx, message_id, {
    text: translatorFor(ctx.person.ui_language)('bot.prompt.cancelled'),
  })
}

async function sendResponse(app: Context, ctx: BotContext, listing_id: number): Promise<void> {
  const { id: user_id, ui_language } = ctx.person
  const draft = await findDraft(app, { user_id, listing_id })
  const refusal = await catchRefusal(async () => {
    await sendDraft(actorOf(app, ctx), listing_id)
  })
  if (refusal?.code === 'verification_required') {
    await openDraft(app, { user_id, listing_id, message_id: draft?.message_id ?? 0, waits_for_phone: true })
    await answerPress(app, ctx, {})
    return askForPhone(ctx, 'bot.respond.phone')
  }
  // After a refusal for a used-up daily limit or an unchanged template the draft stays. The person can send it the next
  // day or after rewriting it.
  if (refusal?.code === 'too_many_responses' || refusal?.code === 'template_unchanged')
    return answerPress(app, ctx, alertOf(ctx, refusal))
  const { message_id = 0 } = ctx.callbackQuery?.message ?? {}
  if (draft) await redrawOrder(app, ctx, listing_id, { message_id: draft.message_id })
  if (refusal && refusal.code !== 'already_responded') {
    await deleteDraft(app.db, { user_id, listing_id })
    const reason = refusalText(ctx, refusal)
    await editMessage(app, ctx, message_id, {
      text: translatorFor(ui_language)('bot.respond.gone', { reason }),
    })
  } else await redrawOrder(app, ctx, listing_id, { message_id })
  if (refusal?.code === 'already_responded') await deleteDraft(app.db, { user_id, listing_id })
  await answerPress(app, ctx, {})
}

async function receiveAnswer(app: Context, ctx: BotContext, { kind, subject_id }: Prompt): Promise<unknown> {
  const listing_id = subject_id ?? 0
  const draftKey = { user_id: ctx.person.id, listing_id }
  const draft = await findOpenDraft(app, draftKey)
  const translate = translatorFor(ctx.person.ui_language)
  if (!draft)
    return ctx.reply(translate((await findDraft(app, draftKey)) ? 'bot.respond.closed' : 'bot.respond.over'))
  const context = { app, ctx, draft }
  const text = ctx.msg?.text
  if (kind === 'respond_price') {
    const amount = readPrice(text ?? '')
    if (!amount) return askPrice(context, true)
    const currency_id = amount.code === undefined ? null : await currencyId(app.db, amount.code)
    const { price } = amount
    await changeDraft(app.db, draft, { price, currency_id, is_negotiable: false, is_odd_meant: false })
    return askNextStep(app, ctx, listing_id)
  }
  if (text === undefined) return askText(context, translate('bot.respond.letter.words'))
  const letter = ResponseFields.shape.response_text.safeParse(text)
  if (!letter.success)
    return askText(context, translate('bot.respond.letter.long', { count: [...text.trim()].length }))
  await changeDraft(app.db, draft, { response_text: letter.data })
  return askNextStep(app, ctx, listing_id)
}
