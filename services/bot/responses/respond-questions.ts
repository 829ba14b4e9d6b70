import type { InlineKeyboardButton } from 'grammy/types'
import { defaultResponseCurrency } from '#contract/options.ts'
import type { BotContext } from '#services/bot/context.ts'
import { sendPrompt } from '#services/bot/dialog/prompts.ts'
import type { Context } from '#services/core/context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { escapeHtml } from '#services/notifications/format.ts'
import { money, priceLine } from '#services/notifications/price.ts'
import { findUsualPrices } from '#services/reference/category-prices.ts'
import {
  type Draft,
  findOpenDraft,
  nextStep,
  priceInListingCurrency,
  unconfirmedOddPrice,
} from '#services/responses/submission/drafts.ts'

type Verb = 'start' | 'free' | 'keep' | 'price' | 'letter' | 'change' | 'back' | 'send' | 'drop'
type DraftContext = { app: Context; ctx: BotContext; draft: Draft }

/**
 * Currencies that the bot offers if the person wrote an amount without a currency. The order's own currency is offered
 * first.
 */
const offeredCurrencies = [defaultResponseCurrency, 'RUB']
const exampleAmounts = { RUB: 5_200_000, other: 40_000 }

export function respondButton(
  { person }: BotContext,
  verb: Verb,
  listing_id: number,
  style?: 'primary',
): InlineKeyboardButton {
  const text = translatorFor(person.ui_language)(`bot.respond.key.${verb}`)
  return { text, callback_data: `v1:respond:${verb}:${listing_id}`, ...(style && { style }) }
}

const translatorOf = ({ ctx }: Pick<DraftContext, 'ctx'>) => translatorFor(ctx.person.ui_language)

/** Asks for the next missing part of a response draft, as long as the person may see the listing. */
export async function askNextStep(app: Context, ctx: BotContext, listing_id: number): Promise<void> {
  const draft = await findOpenDraft(app, { user_id: ctx.person.id, listing_id })
  if (!draft) return void (await ctx.reply(translatorOf({ ctx })('bot.respond.closed')))
  const context = { app, ctx, draft }
  const step = nextStep(draft)
  if (step === 'price') await askPrice(context)
  else if (step === 'currency') await askCurrency(context)
  else if (step === 'odd') await askAboutOddPrice(context)
  else if (step === 'letter') await askText(context)
  else await showPreview(context)
}

/**
 * Asks for the price of a response.
 * @param isRepeat true if the person's previous answer was not an amount
 */
export async function askPrice(context: DraftContext, isRepeat = false): Promise<void> {
  const { app, ctx, draft } = context
  const translate = translatorOf(context)
  const language = ctx.person.ui_language
  const example = (code: string) =>
    money(language, code === 'RUB' ? exampleAmounts.RUB : exampleAmounts.other, code)
  const otherCurrency = draft.asked.code === defaultResponseCurrency ? 'RUB' : defaultResponseCurrency
  const examples = { example1: example(draft.asked.code), example2: example(otherCurrency) }
  const { asked_price: price, min_stake, max_stake, payment_format } = draft
  const budget = { price, min_stake, max_stake, payment_format, currency: draft.asked.code }
  const isPriced = (price ?? max_stake ?? min_stake) !== null
  const usualPrices = isRepeat ? undefined : await findUsualPrices(app.db, draft.listing_id)
  const roubles = (kopecks: number) => money(language, kopecks, 'RUB')
  const lines = [
    translate(isRepeat ? 'bot.respond.price_bad' : 'bot.respond.price', examples),
    ...(isPriced && !isRepeat
      ? [translate('bot.respond.budget', { price: priceLine(language, budget) })]
      : []),
    ...(usualPrices
      ? [translate('bot.respond.usual', { low: roubles(usualPrices.low), high: roubles(usualPrices.high) })]
      : []),
  ]
  await sendPrompt(app, ctx, 'respond_price', lines.join('\n'), {
    subject_id: draft.listing_id,
    reply_to: isRepeat ? repliedId(context) : draft.message_id,
    buttons: [[respondButton(ctx, 'free', draft.listing_id)]],
  })
}

async function askCurrency(context: DraftContext): Promise<void> {
  const { ctx, draft } = context
  const { listing_id, price } = draft
  const codes = [...new Set([draft.asked.code, ...offeredCurrencies])]
  const amount = (code: string) => money(ctx.person.ui_language, price ?? 0, code)
  const buttons = codes.map((code, at) => ({
    text: amount(code),
    callback_data: `v1:respond:in-${code}:${listing_id}`,
    ...(at === 0 && { style: 'primary' as const }),
  }))
  await ctx.reply(translatorOf(context)('bot.respond.currency'), {
    reply_markup: { inline_keyboard: [buttons, [respondButton(ctx, 'drop', listing_id)]] },
  })
}

async function askAboutOddPrice(context: DraftContext): Promise<void> {
  const { ctx, draft } = context
  const oddPrice = unconfirmedOddPrice(draft)
  if (!oddPrice) return
  const translate = translatorOf(context)
  const { listing_id, price, min_stake, max_stake, payment_format } = draft
  const language = ctx.person.ui_language
  const budget = {
    price: draft.asked_price,
    min_stake,
    max_stake,
    payment_format,
    currency: draft.asked.code,
  }
  const text = translate(draft.currency?.id === draft.asked.id ? 'bot.respond.odd.same' : 'bot.respond.odd', {
    price: money(language, price ?? 0, draft.currency?.code ?? ''),
    about: money(language, priceInListingCurrency(draft) ?? 0, draft.asked.code),
    budget: priceLine(language, budget),
  })
  await ctx.reply(`${translate(`bot.respond.odd.${oddPrice.side}`, { count: oddPrice.times })}. ${text}`, {
    reply_markup: {
      inline_keyboard: [
        [respondButton(ctx, 'price', listing_id, 'primary'), respondButton(ctx, 'keep', listing_id)],
        [respondButton(ctx, 'drop', listing_id)],
      ],
    },
  })
}

/**
 * Asks for the text of a response.
 * @param replacementText replaces the usual wording of this question
 */
export async function askText(context: DraftContext, replacementText?: string): Promise<void> {
  const { app, ctx, draft } = context
  const translate = translatorOf(context)
  const text =
    draft.kind === 'vacancy'
      ? translate('bot.respond.letter.vacancy')
      : translate('bot.respond.letter', { price: priceOf(context) })
  await sendPrompt(app, ctx, 'respond_letter', replacementText ?? text, {
    subject_id: draft.listing_id,
    reply_to: repliedId(context),
    buttons: draft.kind === 'order' ? [[respondButton(ctx, 'price', draft.listing_id)]] : [],
  })
}

/** Id of the message to which the bot replies: the person's latest message, else the message about the order. */
const repliedId = ({ ctx, draft }: DraftContext) => ctx.message?.message_id ?? draft.message_id

function priceOf({ ctx, draft }: DraftContext): string {
  const { price, currency } = draft
  const language = ctx.person.ui_language
  if (price === null || currency === null) return translatorFor(language)('message.price.none')
  return money(language, price, currency.code)
}

async function showPreview(context: DraftContext): Promise<void> {
  const { ctx, draft } = context
  const inline_keyboard = previewKeyboard(ctx, draft.listing_id)
  await ctx.reply(previewText(context), { parse_mode: 'HTML', reply_markup: { inline_keyboard } })
}

export function previewKeyboard(ctx: BotContext, listing_id: number): InlineKeyboardButton[][] {
  return [
    [respondButton(ctx, 'send', listing_id, 'primary')],
    [respondButton(ctx, 'change', listing_id), respondButton(ctx, 'drop', listing_id)],
  ]
}

/** Buttons by which the person chooses the part of the draft to rewrite. */
export function changeKeyboard(ctx: BotContext, { listing_id, kind }: Draft): InlineKeyboardButton[][] {
  const textButton = respondButton(ctx, 'letter', listing_id)
  const parts = kind === 'order' ? [respondButton(ctx, 'price', listing_id), textButton] : [textButton]
  return [parts, [respondButton(ctx, 'back', listing_id)]]
}

/** Preview of the response draft, with its future position among the other responses. */
function previewText(context: DraftContext): string {
  const { ctx, draft } = context
  const translate = translatorOf(context)
  const text = draft.response_text ?? ''
  const converted = draft.currency?.id === draft.asked.id ? null : priceInListingCurrency(draft)
  const approx = converted === null ? '' : ` ≈ ${money(ctx.person.ui_language, converted, draft.asked.code)}`
  const position = draft.responses_count + 1
  return [
    `<b>${escapeHtml(translate('bot.respond.check'))}</b>`,
    escapeHtml(draft.title),
    '',
    ...(draft.kind === 'order' ? [`<b>${escapeHtml(priceOf(context))}</b>${escapeHtml(approx)}`] : []),
    escapeHtml(translate('bot.respond.place', { place: position, total: position })),
    escapeHtml(translate('bot.respond.length', { count: [...text].length })),
    `<blockquote expandable>${escapeHtml(text)}</blockquote>`,
  ].join('\n')
}
