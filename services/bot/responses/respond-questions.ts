import type { InlineKeyboardButton } from 'grammy/types'
import { defaultResponseCurrency } from '#contract/options.ts'
import type { BotContext } from '#services/bot/context.ts'
import { ask } from '#services/bot/dialog/prompts.ts'
import type { Context } from '#services/core/context.ts'
import { translate } from '#services/core/text/i18n.ts'
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
type Asked = { app: Context; ctx: BotContext; draft: Draft }

/** In which currency an amount without one may be meant: the order's first. */
const usual = [defaultResponseCurrency, 'RUB']
const places = { RUB: 5_200_000, other: 40_000 }

export function respondKey(
  { person }: BotContext,
  verb: Verb,
  listing_id: number,
  style?: 'primary',
): InlineKeyboardButton {
  const text = translate(person.ui_language)(`bot.respond.key.${verb}`)
  return { text, callback_data: `v1:respond:${verb}:${listing_id}`, ...(style && { style }) }
}

const words = ({ ctx }: Pick<Asked, 'ctx'>) => translate(ctx.person.ui_language)

/** Goes on with a response where it was left, while its author may see the listing. */
export async function goOn(app: Context, ctx: BotContext, listing_id: number): Promise<void> {
  const draft = await findOpenDraft(app, { user_id: ctx.person.id, listing_id })
  if (!draft) return void (await ctx.reply(words({ ctx })('bot.respond.closed')))
  const asked = { app, ctx, draft }
  const step = nextStep(draft)
  if (step === 'price') await askPrice(asked)
  else if (step === 'currency') await askCurrency(asked)
  else if (step === 'odd') await askWhetherMeant(asked)
  else if (step === 'letter') await askLetter(asked)
  else await showCheck(asked)
}

/** @param wrong what was written is no sum */
export async function askPrice(asked: Asked, wrong = false): Promise<void> {
  const { app, ctx, draft } = asked
  const say = words(asked)
  const language = ctx.person.ui_language
  const example = (code: string) => money(language, code === 'RUB' ? places.RUB : places.other, code)
  const other = draft.asked.code === defaultResponseCurrency ? 'RUB' : defaultResponseCurrency
  const examples = { example1: example(draft.asked.code), example2: example(other) }
  const { asked_price: price, min_stake, max_stake, payment_format } = draft
  const budget = { price, min_stake, max_stake, payment_format, currency: draft.asked.code }
  const isPriced = (price ?? max_stake ?? min_stake) !== null
  const usual = wrong ? undefined : await findUsualPrices(app.db, draft.listing_id)
  const roubles = (kopecks: number) => money(language, kopecks, 'RUB')
  const lines = [
    say(wrong ? 'bot.respond.price_bad' : 'bot.respond.price', examples),
    ...(isPriced && !wrong ? [say('bot.respond.budget', { price: priceLine(language, budget) })] : []),
    ...(usual ? [say('bot.respond.usual', { low: roubles(usual.low), high: roubles(usual.high) })] : []),
  ]
  await ask(app, ctx, 'respond_price', lines.join('\n'), {
    subject_id: draft.listing_id,
    reply_to: wrong ? answered(asked) : draft.message_id,
    buttons: [[respondKey(ctx, 'free', draft.listing_id)]],
  })
}

async function askCurrency(asked: Asked): Promise<void> {
  const { ctx, draft } = asked
  const { listing_id, price } = draft
  const codes = [...new Set([draft.asked.code, ...usual])]
  const amount = (code: string) => money(ctx.person.ui_language, price ?? 0, code)
  const keys = codes.map((code, at) => ({
    text: amount(code),
    callback_data: `v1:respond:in-${code}:${listing_id}`,
    ...(at === 0 && { style: 'primary' as const }),
  }))
  await ctx.reply(words(asked)('bot.respond.currency'), {
    reply_markup: { inline_keyboard: [keys, [respondKey(ctx, 'drop', listing_id)]] },
  })
}

async function askWhetherMeant(asked: Asked): Promise<void> {
  const { ctx, draft } = asked
  const odd = unconfirmedOddPrice(draft)
  if (!odd) return
  const say = words(asked)
  const { listing_id, price, min_stake, max_stake, payment_format } = draft
  const language = ctx.person.ui_language
  const budget = {
    price: draft.asked_price,
    min_stake,
    max_stake,
    payment_format,
    currency: draft.asked.code,
  }
  const text = say(draft.currency?.id === draft.asked.id ? 'bot.respond.odd.same' : 'bot.respond.odd', {
    price: money(language, price ?? 0, draft.currency?.code ?? ''),
    about: money(language, priceInListingCurrency(draft) ?? 0, draft.asked.code),
    budget: priceLine(language, budget),
  })
  await ctx.reply(`${say(`bot.respond.odd.${odd.side}`, { count: odd.times })}. ${text}`, {
    reply_markup: {
      inline_keyboard: [
        [respondKey(ctx, 'price', listing_id, 'primary'), respondKey(ctx, 'keep', listing_id)],
        [respondKey(ctx, 'drop', listing_id)],
      ],
    },
  })
}

/** @param instead what stands for the usual words */
export async function askLetter(asked: Asked, instead?: string): Promise<void> {
  const { app, ctx, draft } = asked
  const say = words(asked)
  const text =
    draft.kind === 'vacancy'
      ? say('bot.respond.letter.vacancy')
      : say('bot.respond.letter', { price: priceOf(asked) })
  await ask(app, ctx, 'respond_letter', instead ?? text, {
    subject_id: draft.listing_id,
    reply_to: answered(asked),
    buttons: draft.kind === 'order' ? [[respondKey(ctx, 'price', draft.listing_id)]] : [],
  })
}

/** What was just written, else the message about the order. */
const answered = ({ ctx, draft }: Asked) => ctx.message?.message_id ?? draft.message_id

function priceOf({ ctx, draft }: Asked): string {
  const { price, currency } = draft
  const language = ctx.person.ui_language
  if (price === null || currency === null) return translate(language)('message.price.none')
  return money(language, price, currency.code)
}

async function showCheck(asked: Asked): Promise<void> {
  const { ctx, draft } = asked
  const inline_keyboard = checkKeys(ctx, draft.listing_id)
  await ctx.reply(checkText(asked), { parse_mode: 'HTML', reply_markup: { inline_keyboard } })
}

export function checkKeys(ctx: BotContext, listing_id: number): InlineKeyboardButton[][] {
  return [
    [respondKey(ctx, 'send', listing_id, 'primary')],
    [respondKey(ctx, 'change', listing_id), respondKey(ctx, 'drop', listing_id)],
  ]
}

/** What may be written anew. */
export function changeKeys(ctx: BotContext, { listing_id, kind }: Draft): InlineKeyboardButton[][] {
  const letter = respondKey(ctx, 'letter', listing_id)
  const both = kind === 'order' ? [respondKey(ctx, 'price', listing_id), letter] : [letter]
  return [both, [respondKey(ctx, 'back', listing_id)]]
}

/** Everything that will be sent, and the place that it will have. */
function checkText(asked: Asked): string {
  const { ctx, draft } = asked
  const say = words(asked)
  const letter = draft.response_text ?? ''
  const about = draft.currency?.id === draft.asked.id ? null : priceInListingCurrency(draft)
  const approx = about === null ? '' : ` ≈ ${money(ctx.person.ui_language, about, draft.asked.code)}`
  const next = draft.responses_count + 1
  return [
    `<b>${escapeHtml(say('bot.respond.check'))}</b>`,
    escapeHtml(draft.title),
    '',
    ...(draft.kind === 'order' ? [`<b>${escapeHtml(priceOf(asked))}</b>${escapeHtml(approx)}`] : []),
    escapeHtml(say('bot.respond.place', { place: next, total: next })),
    escapeHtml(say('bot.respond.length', { count: [...letter].length })),
    `<blockquote expandable>${escapeHtml(letter)}</blockquote>`,
  ].join('\n')
}
