import type { InlineKeyboardButton } from 'grammy/types'
import { limits } from '#contract/limits.ts'
import { type ReviewSide, reviewAxes } from '#contract/review-axes.ts'
import type { Context } from '#services/core/context.ts'
import { escapeHtml, type Html, moment, shorten, translateFor } from '#services/notifications/format.ts'
import type { Recipient } from '#services/notifications/kinds.ts'
import { accountRows, chatButtons, dealButton, openDealButton } from './keyboard.ts'
import { type Deal, isReminded, reviewUntil } from './queries.ts'

/** State of a deal as one of its sides reads it: the last line of a message and the buttons below it. */

export type DealState = { line: string | null; keyboard: InlineKeyboardButton[][] }
type DealView = {
  ctx: Context
  reader: Recipient
  deal: Deal
  /** True if the message says above that the work is accepted. The last line does not repeat it then. */
  namesAcceptance: boolean
}

const dayMs = 24 * 60 * 60_000
const maxQuoteLength = 500

/** Returns the time until which the author may answer handed-in work; null if no work waits for an answer. */
export function answerDeadline(reader: Recipient, { status, handed_in_at }: Deal): Html | null {
  if (status !== 'in_progress' || handed_in_at === null) return null
  const until = new Date(Date.parse(handed_in_at) + limits.deal.acceptDays * dayMs)
  return moment(reader, until.toISOString())
}

export function authorState(view: DealView): DealState {
  const { ctx, reader, deal } = view
  const openButton = openDealButton(ctx, reader, deal)
  const date = answerDeadline(reader, deal)
  if (deal.status === 'in_progress' && date === null)
    return { line: translateFor(reader, 'deal.author.returned'), keyboard: [[openButton]] }
  if (date === null) return completedState(view, deal.author_id)
  const number = deal.hand_in?.id
  // The executor has handed in newer work. A message about an older hand-in gets no buttons to accept or return it.
  if (number === undefined || number !== deal.last_hand_in)
    return { line: translateFor(reader, 'deal.author.newer'), keyboard: [[openButton]] }
  const keyboard = [
    [
      dealButton(reader, 'accept', deal, { number, style: 'success' }),
      dealButton(reader, 'return', deal, { number }),
    ],
    [dealButton(reader, 'write', deal), openButton],
    ...accountRows(reader, deal.executor_telegram_id),
  ]
  return { line: translateFor(reader, 'deal.answer_by', { date }), keyboard }
}

export async function executorState(view: DealView, viewer_id: number | null): Promise<DealState> {
  const { ctx, reader, deal } = view
  const links = [...chatButtons(ctx, reader, deal), openDealButton(ctx, reader, deal)]
  const account = accountRows(reader, deal.author_telegram_id)
  const date = answerDeadline(reader, deal)
  if (deal.executor_id !== viewer_id)
    return { line: translateFor(reader, 'deal.over.executor'), keyboard: [links.slice(-1)] }
  if (date !== null) {
    const isReminderSent = await isReminded(ctx.db, deal, ctx.now())
    const line = translateFor(reader, 'deal.handed_in', { date })
    const reminderNote = isReminderSent ? `\n${translateFor(reader, 'deal.reminded')}` : ''
    const reminderRow = isReminderSent ? [] : [[dealButton(reader, 'remind', deal)]]
    return { line: line + reminderNote, keyboard: [...reminderRow, links, ...account] }
  }
  if (deal.status !== 'in_progress' && !isOpenVacancy(deal)) return completedState(view, viewer_id)
  const handIn = deal.kind === 'order' ? [[dealButton(reader, 'hand_in', deal, { style: 'primary' })]] : []
  return { line: null, keyboard: [...handIn, links, ...account] }
}

/** True if the listing is a vacancy that stays open although an executor was chosen. */
const isOpenVacancy = ({ kind, status }: Deal) => kind === 'vacancy' && status === 'published'

/** Returns the state of a deal with accepted work, including the reader's own review. */
function completedState(
  { ctx, reader, deal, namesAcceptance: saysAccepted }: DealView,
  viewer_id: number | null,
): DealState {
  const openButton = openDealButton(ctx, reader, deal)
  const { status, completed_at, executor_id } = deal
  if (executor_id === null || (completed_at === null && status !== 'completed'))
    return { line: translateFor(reader, 'deal.over.author'), keyboard: [[openButton]] }
  const acceptedLine =
    saysAccepted || completed_at === null
      ? []
      : [translateFor(reader, acceptedKey(deal, viewer_id), { date: moment(reader, completed_at) })]
  const ownReview = deal.reviews.find((review) => review.author_id === viewer_id)
  const lines = [
    ...acceptedLine,
    ...(ownReview && completed_at
      ? reviewLines(reader, ownReview, viewer_id === deal.author_id ? 'executor' : 'author', completed_at)
      : []),
  ]
  const canReview = viewer_id !== null && reviewUntil(deal, viewer_id, ctx.now()) !== null
  const review = canReview ? [dealButton(reader, 'review', deal)] : []
  return { line: lines.join('\n') || null, keyboard: [[...review, openButton]] }
}

/** Text key of the line that the work is accepted. An author who did not answer learns why the work was accepted. */
function acceptedKey({ handed_in_at, completed_at, author_id }: Deal, viewer_id: number | null): string {
  if (viewer_id !== author_id) return 'deal.accepted.executor'
  const waitMs = Date.parse(completed_at ?? '') - Date.parse(handed_in_at ?? '')
  return waitMs >= limits.deal.acceptDays * dayMs ? 'deal.accepted.unanswered' : 'deal.accepted'
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
    translateFor(reader, 'deal.review.own', { stars: stars(rating) }),
    ...axisLines(
      reader,
      about,
      reviewAxes[about].map((axis) => review[axis]),
    ),
    ...(review_text ? [`<blockquote>${escapeHtml(shorten(review_text, maxQuoteLength))}</blockquote>`] : []),
    published_at
      ? translateFor(reader, 'deal.review.shown')
      : translateFor(reader, 'deal.review.waits', { date: moment(reader, until) }),
  ]
}

/** Lines with the stars of a review, such as `Качество: ★★★★★`, one for each axis that has stars. */
export function axisLines(reader: Recipient, about: ReviewSide, axisStars: (number | null)[]): string[] {
  return reviewAxes[about].flatMap((axis, index) => {
    const star = axisStars[index]
    if (!star) return []
    return [
      translateFor(reader, 'deal.review.axis', {
        axis: translateFor(reader, `deal.review.axis.${axis}`),
        stars: stars(star),
      }),
    ]
  })
}

export const stars = (rating: number) => '★'.repeat(rating) + '☆'.repeat(5 - rating)
