import type { InlineKeyboardButton } from 'grammy/types'
import { defaultResponseCurrency } from '#contract/options.ts'
import type { BotContext } from '#services/bot/context.ts'
import { ask } from '#services/bot/dialog/prompts.ts'
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

/** Currencies offered for an amount without one, after the order's own. */
const offeredCurrencies = [defaultResponseCurrency, 'RUB']
const exampleAmounts = { RUB: 5_200_000, other: 40_000 }

export function respondKey(
  { person }: BotContext,
  verb: Verb,
  listing_id: number,
  style?: 'primary',
): InlineKeyboardButton {
  const text = translatorFor(person.ui_language)(`bot.respond.key.${verb}`)
  return { text, callback_data: `v1:respond:${verb}:${listing_id}`, ...(style && { style }) }
}

const words = ({ ctx }: Pick<DraftContext, 'ctx'>) => translatorFor(ctx.person.ui_language)

/** Asks for the next missing part of a response draft, while the person may see the listing. */
export async function askNextStep(app: Context, ctx: BotContext, listing_id: number): Promise<void> {
  const draft = await findOpenDraft(app, { user_id: ctx.person.id, listing_id })
  if (!draft) return void (await ctx.reply(words({ ctx })('bot.respond.closed')))
  const context = { app, ctx, draft }
  const step = nextStep(draft)
  if (step === 'price') await askPrice(context)
  else if (step === 'currency') await askCurrency(context)
  else if (step === 'odd') await askAboutOddPrice(context)
  else if (step === 'letter') await askText(context)
  else await showCheck(context)
}

/** @param wrong true if the previous answer was no amount */
export async function askPrice(context: DraftContext, wrong = false): Promise<void> {
  const { app, ctx, draft } = context
  const translate = words(context)
  const language = ctx.person.ui_language
  const example = (code: string) =>
    money(language, code === 'RUB' ? exampleAmounts.RUB : exampleAmounts.other, code)
  const other = draft.asked.code === defaultResponseCurrency ? 'RUB' : defaultResponseCurrency
  const examples = { example1: example(draft.asked.code), example2: example(other) }
  const { asked_price: price, min_stake, max_stake, payment_format } = draft
  const budget = { price, min_stake, max_stake, payment_format, currency: draft.asked.code }
  const isPriced = (price ?? max_stake ?? min_stake) !== null
  const usual = wrong ? undefined : await findUsualPrices(app.db, draft.listing_id)
  const roubles = (kopecks: number) => money(language, kopecks, 'RUB')
  const lines = [
    translate(wrong ? 'bot.respond.price_bad' : 'bot.respond.price', examples),
    ...(isPriced && !wrong ? [translate('bot.respond.budget', { price: priceLine(language, budget) })] : []),
    ...(usual
      ? [translate('bot.respond.usual', { low: roubles(usual.low), high: roubles(usual.high) })]
      : []),
  ]
  await ask(app, ctx, 'respond_price', lines.join('\n'), {
    subject_id: draft.listing_id,
    reply_to: wrong ? repliedId(context) : draft.message_id,
    buttons: [[respondKey(ctx, 'free', draft.listing_id)]],
  })
}

async function askCurrency(context: DraftContext): Promise<void> {
  const { ctx, draft } = context
  const { listing_id, price } = draft
  const codes = [...new Set([draft.asked.code, ...offeredCurrencies])]
  const amount = (code: string) => money(ctx.person.ui_language, price ?? 0, code)
  const keys = codes.map((code, at) => ({
    text: amount(code),
    callback_data: `v1:respond:in-${code}:${listing_id}`,
    ...(at === 0 && { style: 'primary' as const }),
  }))
  await ctx.reply(words(context)('bot.respond.currency'), {
    reply_markup: { inline_keyboard: [keys, [respondKey(ctx, 'drop', listing_id)]] },
  })
}

async function askAboutOddPrice(context: DraftContext): Promise<void> {
  const { ctx, draft } = context
  const odd = unconfirmedOddPrice(draft)
  if (!odd) return
  const translate = words(context)
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
  await ctx.reply(`${translate(`bot.respond.odd.${odd.side}`, { count: odd.times })}. ${text}`, {
    reply_markup: {
      inline_keyboard: [
        [respondKey(ctx, 'price', listing_id, 'primary'), respondKey(ctx, 'keep', listing_id)],
        [respondKey(ctx, 'drop', listing_id)],
      ],
    },
  })
}

/** @param instead replaces the usual question */
export async function askText(context: DraftContext, instead?: string): Promise<void> {
  const { app, ctx, draft } = context
  const translate = words(context)
  const text =
    draft.kind === 'vacancy'
      ? translate('bot.respond.letter.vacancy')
      : translate('bot.respond.letter', { price: priceOf(context) })
  await ask(app, ctx, 'respond_letter', instead ?? text, {
    subject_id: draft.listing_id,
    reply_to: repliedId(context),
    buttons: draft.kind === 'order' ? [[respondKey(ctx, 'price', draft.listing_id)]] : [],
  })
}

/** Message to reply to: the person's latest, else the message about the order. */
const repliedId = ({ ctx, draft }: DraftContext) => ctx.message?.message_id ?? draft.message_id

function priceOf({ ctx, draft }: DraftContext): string {
  const { price, currency } = draft
  const language = ctx.person.ui_language
  if (price === null || currency === null) return translatorFor(language)('message.price.none')
  return money(language, price, currency.code)
}

async function showCheck(context: DraftContext): Promise<void> {
  const { ctx, draft } = context
  const inline_keyboard = checkKeys(ctx, draft.listing_id)
  await ctx.reply(checkText(context), { parse_mode: 'HTML', reply_markup: { inline_keyboard } })
}

export function checkKeys(ctx: BotContext, listing_id: number): InlineKeyboardButton[][] {
  return [
    [respondKey(ctx, 'send', listing_id, 'primary')],
    [respondKey(ctx, 'change', listing_id), respondKey(ctx, 'drop', listing_id)],
  ]
}

/** Buttons that choose the part to rewrite. */
export function changeKeys(ctx: BotContext, { listing_id, kind }: Draft): InlineKeyboardButton[][] {
  const textKey = respondKey(ctx, 'letter', listing_id)
  const both = kind === 'order' ? [respondKey(ctx, 'price', listing_id), textKey] : [textKey]
  return [both, [respondKey(ctx, 'back', listing_id)]]
}

/** Preview of the response, with the position that it will have among the others. */
function checkText(context: DraftContext): string {
  const { ctx, draft } = context
  const translate = words(context)
  const text = draft.response_text ?? ''
  const about = draft.currency?.id === draft.asked.id ? null : priceInListingCurrency(draft)
  const approx = about === null ? '' : ` ≈ ${money(ctx.person.ui_language, about, draft.asked.code)}`
  const next = draft.responses_count + 1
  return [
    `<b>${escapeHtml(translate('bot.respond.check'))}</b>`,
    escapeHtml(draft.title),
    '',
    ...(draft.kind === 'order' ? [`<b>${escapeHtml(priceOf(context))}</b>${escapeHtml(approx)}`] : []),
    escapeHtml(translate('bot.respond.place', { place: next, total: next })),
    escapeHtml(translate('bot.respond.length', { count: [...text].length })),
    `<blockquote expandable>${escapeHtml(text)}</blockquote>`,
  ].join('\n')
}
