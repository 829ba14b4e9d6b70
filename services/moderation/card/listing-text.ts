import { dateFormat, numberFormat } from '#contract/formats.ts'
import { dateLocale, inLanguage, type Language } from '#contract/languages.ts'
import type { Context } from '#services/core/context.ts'
import { botLink } from '#services/core/telegram/bot-link.ts'
import { priceWords } from '#services/moderation/review/changes.ts'
import type { NearDuplicate } from '#services/moderation/review/duplicates.ts'
import { suspiciousPlaces, suspiciousWords } from '#services/moderation/review/rules.ts'
import { longTexts } from '#services/moderation/review/snapshot.ts'
import { markPlaces } from '#services/moderation/review/word-changes.ts'
import { dueDate, escapeHtml, shorten } from '#services/notifications/format.ts'
import { paid } from '#services/notifications/price.ts'
import type { ListingReviewCard } from './facts.ts'
import { revisionLines } from './revision-text.ts'
import { isDecided, type Stage, type View } from './stage.ts'
import {
  authorName,
  cardTranslator,
  lines,
  messageLength,
  momentText,
  plainLength,
  reasonText,
  reservedLength,
  stageText,
  type Translate,
  timeZone,
} from './text.ts'

/**
 * Maximum lengths on a card in UTF-16 units: of a question or an answer, of a suspicious word, and of a list, for
 * example of skills.
 */
const lengths = { said: 500, word: 40, names: 300 } as const
/** Maximum UTF-16 units of the listing's text on a card. A button opens the full text. */
export const foldedLength = 1000

/** Renders the review card of a listing or an edit. A long text is shortened. */
export function listingText(
  ctx: Context,
  card: ListingReviewCard,
  stage: Stage,
  language: Language,
  view: View,
): string {
  const translate = cardTranslator(language)
  if (isDecided(stage) && view === 'decisions') return decidedText(ctx, card, stage, language)
  const shortened = (text: string) => shorten(text, lengths.said)
  const isEdit = card.subject === 'revision' && card.changes(language).changes.length > 0
  const head = lines([
    ...titleLines(card, translate),
    ...appealLines(card, language, translate),
    '',
    ...(isEdit ? [] : terms(card, language, translate)),
  ])
  const tail = lines([
    ...findingLines(ctx, card, language, translate),
    '',
    ...authorLines(ctx, card, language, translate),
    '',
    card.question && `${translate('question')}: ${escapeHtml(shortened(card.question))}`,
    card.answer && `${translate('answer')}: ${escapeHtml(shortened(card.answer))}`,
    filesLine(card, language, translate),
    translate('waiting', { time: momentText(card.waiting_since, language) }),
    '',
    stageText(ctx, card, stage, translate, language),
    view === 'reasons' && translate(`why.${card.subject}`),
  ])
  const free = Math.max(0, messageLength - reservedLength - plainLength(`${head}${tail}`))
  const middle = isEdit
    ? revisionLines(card, language, translate, free)
    : [quoteOf(card, Math.min(foldedLength, free))]
  return lines([head, '', ...middle, '', tail])
}

function titleLines(card: ListingReviewCard, translate: Translate): string[] {
  return [
    `<b>${headText(card, translate)}</b>`,
    `<b>${markPlaces(card.title, suspiciousPlaces(card.title))}</b>`,
  ]
}

/** A decided card names the listing and the decision. «Ещё» unfolds the rest. */
function decidedText(ctx: Context, card: ListingReviewCard, stage: Stage, language: Language): string {
  const translate = cardTranslator(language)
  return lines([...titleLines(card, translate), '', stageText(ctx, card, stage, translate, language)])
}

/**
 * First line of a review card about a listing or an edit, such as «Заказ 1047, срочный, оплачен» or «Правка заказа
 * 1042, опубликован».
 */
function headText(
  { subject, kind, listing_id, urgent, paid, status }: ListingReviewCard,
  translate: Translate,
): string {
  const isEdit = subject === 'revision'
  const marks = [
    urgent && translate(`mark.urgent.${kind}`),
    !isEdit && paid && translate(`mark.paid.${kind}`),
    isEdit && status === 'published' && translate(`mark.published.${kind}`),
  ].filter(Boolean)
  return [translate(isEdit ? `head.edit.${kind}` : `head.${kind}`, { id: listing_id }), ...marks].join(', ')
}

function terms(card: ListingReviewCard, language: Language, translate: Translate): (string | false | null)[] {
  const category = card.category && inLanguage(card.category, language)
  return [
    escapeHtml(priceWords(language, card.kind, card)),
    [
      category && escapeHtml(category),
      card.deadline && `${translate('until')} ${dueDate({ language, time_zone: timeZone }, card.deadline)}`,
    ]
      .filter(Boolean)
      .join(' · '),
    card.skills.length > 0 && `${translate('skills')}: ${namesOf(card.skills)}`,
    card.location && `${translate('place')}: ${markPlaces(card.location, suspiciousPlaces(card.location))}`,
    translate('period', { count: card.placement_period }),
  ].filter((line) => line !== '')
}

function namesOf(names: string[]): string {
  const text = shorten(names.join(', '), lengths.names)
  return markPlaces(text, suspiciousPlaces(text))
}

/** Joins all long texts of a listing into one. */
export function longText({ content, text }: Pick<ListingReviewCard, 'content' | 'text'>): string {
  if (!content) return text ?? ''
  return longTexts(content)
    .map(([, words]) => words)
    .join('\n\n')
}

function quoteOf(card: ListingReviewCard, free: number): string {
  const text = longText(card)
  if (!text) return ''
  return `<blockquote>${markPlaces(shorten(text, free), suspiciousPlaces(text))}</blockquote>`
}

/** Lines with the findings of the automatic checks. Each finding is followed by the suspicious words. */
function findingLines(
  ctx: Context,
  card: ListingReviewCard,
  language: Language,
  translate: Translate,
): string[] {
  const { flags, duplicates, title, content, text } = card
  if (flags.length === 0) return [`<b>${translate('flag.clean')}</b>`]
  const details = content ? [content.location, ...[content.tags, content.skills].flat()] : []
  const texts = content ? [longText(card), ...details, ...namesOfFiles(card)] : [text]
  const words = suspiciousWords([title, ...texts].filter((one) => typeof one === 'string'))
  const flagLines = flags.flatMap((flag) => {
    if (flag === 'duplicate' && duplicates.length > 0)
      return duplicates.map((twin) => duplicateText(ctx, twin, language, translate))
    const quotedWords = (words[flag] ?? []).map((word) => `«${escapeHtml(shorten(word, lengths.word))}»`)
    return quotedWords.length > 0
      ? `${translate(`flag.${flag}`)}: ${quotedWords.join(', ')}`
      : translate(`flag.${flag}`)
  })
  return [`<b>${translate('checks', { count: flagLines.length })}</b>`, ...flagLines]
}

function namesOfFiles({ files }: ListingReviewCard): string[] {
  return files.map(({ name }) => name)
}

/** Text about a listing with nearly the same text, such as «похож на заказ 998, 87 %, отклонён 14 ноября». */
export function duplicateText(
  ctx: Context,
  twin: NearDuplicate,
  language: Language,
  translate: Translate,
): string {
  const address = escapeHtml(botLink(ctx.config, { page: twin.kind, id: twin.id }))
  const link = `<a href="${address}">${translate(`twin.${twin.kind}`, { id: twin.id })}</a>`
  const share = twin.share === null ? [] : [percent(twin.share, language)]
  const fate = `${translate(`twin.status.${twin.status}`)} ${dayText(twin.since, language)}`
  return [`${translate('twin')} ${link}`, ...share, fate].join(', ')
}

export function percent(share: number, language: Language): string {
  return numberFormat(language, { style: 'percent' }).format(share / 100)
}

function authorLines(
  ctx: Context,
  card: ListingReviewCard,
  language: Language,
  translate: Translate,
): (string | false)[] {
  const { record, subject } = card
  const isToday = dayText(record.since, language) === dayText(ctx.now().toISOString(), language)
  return [
    `<b>${translate('author')}</b> ${authorName(ctx, card, translate)}`,
    isToday ? translate('since.today') : translate('since', { date: dayText(record.since, language, true) }),
    translate(`phone.${phoneOf(record)}`),
    subject === 'listing' && paymentText(card, language, translate),
    translate('record.author', record),
  ]
}

function phoneOf({
  is_verified,
  has_anonymous_phone,
}: ListingReviewCard['record']): 'yes' | 'no' | 'anonymous' {
  if (!is_verified) return 'no'
  return has_anonymous_phone ? 'anonymous' : 'yes'
}

function paymentText(
  { paid: payment, record }: ListingReviewCard,
  language: Language,
  translate: Translate,
): string {
  const before = record.payments
  if (!payment)
    return before ? translate('payment.none.before', { count: before }) : translate('payment.none')
  const facts = {
    amount: paid(language, payment.amount, payment.currency),
    time: momentText(payment.paid_at, language),
    count: before,
  }
  return translate(before ? 'payment.again' : 'payment.first', facts)
}

function filesLine({ files }: ListingReviewCard, language: Language, translate: Translate): string | false {
  if (files.length === 0) return false
  const fileNames = files.map(({ name, bytes }) => `${name}, ${sizeText(bytes, language)}`)
  return `${translate('files', { count: files.length })}: ${namesOf(fileNames)}`
}

const units = [
  ['byte', 1],
  ['kilobyte', 1024],
  ['megabyte', 1024 * 1024],
] as const

function sizeText(bytes: number, language: Language): string {
  const [unit, of] = units.findLast(([, size]) => bytes >= size) ?? units[0]
  const dateOptions = {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: of > 1024 ? 1 : 0,
  } as const
  return numberFormat(language, dateOptions).format(bytes / of)
}

/** Formats a date in Moscow's time zone. */
export function dayText(moment: string, language: Language, withYear = false): string {
  const year = withYear ? ({ year: 'numeric' } as const) : {}
  return dateFormat(dateLocale[language], { day: 'numeric', month: 'long', ...year, timeZone }).format(
    new Date(moment),
  )
}

/** Maximum UTF-16 units of the text of an appeal on a review card. */
const length = 600

/**
 * Lines of a review card about an appeal: the appealed decision, the author's text, and whether another moderator must
 * decide.
 */
export function appealLines(
  { appeal, first, kind, applied_at }: ListingReviewCard,
  language: Language,
  translate: Translate,
): string[] {
  if (appeal === null) return []
  const words = [
    `<b>${translate('appeal')}</b>`,
    ...(first ? ['', ...firstLines(first, kind, language, translate)] : []),
    '',
    `<b>${translate('appeal.author')}</b>`,
    `<blockquote>${escapeHtml(shorten(appeal, length))}</blockquote>`,
  ]
  if (!first?.decider_name || applied_at) return words
  const otherText = translate(first.has_other ? 'appeal.other' : 'appeal.same', { name: first.decider_name })
  return [...words, '', otherText]
}

function firstLines(
  { state, reason, decider_name, decided_at }: NonNullable<ListingReviewCard['first']>,
  kind: ListingReviewCard['kind'],
  language: Language,
  translate: Translate,
): string[] {
  const words = reasonText(language, reason)
  return [
    `<b>${translate('appeal.first')}</b>`,
    translate(`appeal.${state === 'rejected' ? 'rejected' : 'removed'}.${kind}`, { reason: words }),
    ...(decided_at ? [`${escapeHtml(decider_name ?? '')}, ${momentText(decided_at, language)}`] : []),
  ]
}
