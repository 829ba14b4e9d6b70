import type { InlineKeyboardButton } from 'grammy/types'
import { limits } from '#contract/limits.ts'
import { type ReviewSide, reviewAxes } from '#contract/review-axes.ts'
import type { Context } from '#services/core/context.ts'
import { accountKeys, chatKeys, dealKey, openKey } from './deal-keyboard.ts'
import { type Deal, isReminded, reviewUntil } from './deal-queries.ts'
import { escapeHtml, type Html, moment, say, shorten } from './format.ts'
import type { Recipient } from './kinds.ts'

/** How a deal stands for one of its sides: the last line of its message, and what the side may do now. */

export type Now = { line: string | null; keyboard: InlineKeyboardButton[][] }
type Reading = {
  ctx: Context
  reader: Recipient
  deal: Deal
  /** The message itself has told that the work is accepted. */
  isTold: boolean
}

const dayMs = 24 * 60 * 60_000
const wordsLength = 500

/** Until when the author may answer; null where nothing waits for them. */
export function answerBy(reader: Recipient, { status, handed_in_at }: Deal): Html | null {
  if (status !== 'in_progress' || handed_in_at === null) return null
  const until = new Date(Date.parse(handed_in_at) + limits.deal.acceptDays * dayMs)
  return moment(reader, until.toISOString())
}

export function forAuthor(reading: Reading): Now {
  const { ctx, reader, deal } = reading
  const open = openKey(ctx, reader, deal)
  const date = answerBy(reader, deal)
  if (deal.status === 'in_progress' && date === null)
    return { line: say(reader, 'deal.author.returned'), keyboard: [[open]] }
  if (date === null) return afterwards(reading, deal.author_id)
  const number = deal.hand_in?.id
  // What this message is about has been handed in anew since.
  if (number === undefined || number !== deal.last_hand_in)
    return { line: say(reader, 'deal.author.newer'), keyboard: [[open]] }
  const keyboard = [
    [
      dealKey(reader, 'accept', deal, { number, style: 'success' }),
      dealKey(reader, 'return', deal, { number }),
    ],
    [dealKey(reader, 'write', deal), open],
    ...accountKeys(reader, deal.executor_telegram_id),
  ]
  return { line: say(reader, 'deal.answer_by', { date }), keyboard }
}

export async function forExecutor(reading: Reading, viewer_id: number | null): Promise<Now> {
  const { ctx, reader, deal } = reading
  const rest = [...chatKeys(ctx, reader, deal), openKey(ctx, reader, deal)]
  const account = accountKeys(reader, deal.author_telegram_id)
  const date = answerBy(reader, deal)
  if (deal.executor_id !== viewer_id)
    return { line: say(reader, 'deal.over.executor'), keyboard: [rest.slice(-1)] }
  if (date !== null) {
    const isAsked = await isReminded(ctx.db, deal, ctx.now())
    const line = say(reader, 'deal.handed_in', { date })
    const more = isAsked ? `\n${say(reader, 'deal.reminded')}` : ''
    const remind = isAsked ? [] : [[dealKey(reader, 'remind', deal)]]
    return { line: line + more, keyboard: [...remind, rest, ...account] }
  }
  if (deal.status !== 'in_progress' && !isOpenVacancy(deal)) return afterwards(reading, viewer_id)
  const handIn = deal.kind === 'order' ? [[dealKey(reader, 'hand_in', deal, { style: 'primary' })]] : []
  return { line: null, keyboard: [...handIn, rest, ...account] }
}

/** A vacancy may go on looking for others beside the one who was chosen. */
const isOpenVacancy = ({ kind, status }: Deal) => kind === 'vacancy' && status === 'published'

/** Accepted work, and what its two sides say about each other. */
function afterwards({ ctx, reader, deal, isTold }: Reading, viewer_id: number | null): Now {
  const open = openKey(ctx, reader, deal)
  const { status, completed_at, executor_id } = deal
  if (executor_id === null || (completed_at === null && status !== 'completed'))
    return { line: say(reader, 'deal.over.author'), keyboard: [[open]] }
  const accepted =
    isTold || completed_at === null
      ? []
      : [say(reader, 'deal.accepted', { date: moment(reader, completed_at) })]
  const own = deal.reviews.find((review) => review.author_id === viewer_id)
  const lines = [
    ...accepted,
    ...(own && completed_at
      ? reviewLines(reader, own, viewer_id === deal.author_id ? 'executor' : 'author', completed_at)
      : []),
  ]
  const isAsked = viewer_id !== null && reviewUntil(deal, viewer_id, ctx.now()) !== null
  const review = isAsked ? [dealKey(reader, 'review', deal)] : []
  return { line: lines.join('\n') || null, keyboard: [[...review, open]] }
}

function reviewLines(
  reader: Recipient,
  review: Deal['reviews'][number],
  about: ReviewSide,
  completed_at: string,
): string[] {
  const { rating, review_text, published_at } = review
  const until = new Date(Date.parse(completed_at) + limits.review.ms).toISOString()
  return [
    say(reader, 'deal.review.own', { stars: stars(rating) }),
    ...axisLines(
      reader,
      about,
      reviewAxes[about].map((axis) => review[axis]),
    ),
    ...(review_text ? [`<blockquote>${escapeHtml(shorten(review_text, wordsLength))}</blockquote>`] : []),
    published_at
      ? say(reader, 'deal.review.shown')
      : say(reader, 'deal.review.waits', { date: moment(reader, until) }),
  ]
}

/** `Качество: ★★★★★` and so on, as far as stars are given. */
export function axisLines(reader: Recipient, about: ReviewSide, given: (number | null)[]): string[] {
  return reviewAxes[about].flatMap((axis, at) => {
    const star = given[at]
    if (!star) return []
    return [
      say(reader, 'deal.review.axis', { axis: say(reader, `deal.review.axis.${axis}`), stars: stars(star) }),
    ]
  })
}

export const stars = (rating: number) => '★'.repeat(rating) + '☆'.repeat(5 - rating)
