import type { InlineKeyboardButton } from 'grammy/types'
import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { translateFor } from '#services/notifications/format.ts'
import type { MessageKind, Outgoing, Recipient } from '#services/notifications/kinds.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { actKeys, allKey, numberKeys } from './keyboard.ts'
import {
  type AuthorMessage,
  findLatestReminder,
  findReceivedResponses,
  type ReceivedResponse,
  type Waiting,
} from './queries.ts'
import { cardText, isDecided, person, priceOf, stateOf, stateOfAll } from './text.ts'

/**
 * The reminder to a listing's author about waiting responses. Its list has a button that opens each response by its
 * number, and buttons that answer all responses at once. A single response is shown in full.
 */

const verbs = ['ask_decline', 'decline', 'ask_close', 'close', 'reopen', 'list'] as const
export type WaitingVerb = (typeof verbs)[number]
export const waitingPress = new RegExp(`^v1:wait:(${verbs.join('|')}):([1-9]\\d{0,14})$`)

/** Actions on all waiting responses that the author must confirm. */
export type ConfirmedAction = Extract<WaitingVerb, 'decline' | 'close'>

async function factsOf(db: Db, listing_id: number) {
  return db
    .selectFrom('listings as listing')
    .select(['listing.kind', 'listing.title', 'listing.status', 'listing.expires_at'])
    .select([
      sql<number>`(select count(*)::int from responses where listing_id = listing.id and status = 'declined')`.as(
        'declined',
      ),
      sql<number>`(select count(*)::int from responses
        where listing_id = listing.id and end_reason = 'listing_closed')`.as('closed'),
    ])
    .where('listing.id', '=', listing_id)
    .executeTakeFirst()
}
type Facts = NonNullable<Awaited<ReturnType<typeof factsOf>>>

const dayMs = 86_400_000

function headingOf(
  reader: Recipient,
  { title, kind, expires_at }: Facts,
  { total, hours }: Waiting,
  now: Date,
) {
  const daysLeft = Math.floor((Date.parse(expires_at ?? '') - now.getTime()) / dayMs)
  return [
    translateFor(reader, `responses_waiting.h${hours}`, {}, total),
    translateFor(reader, `responses_waiting.${kind}`, { title }),
    ...(daysLeft > 0 ? [translateFor(reader, 'responses_waiting.left', {}, daysLeft)] : []),
  ].join('\n')
}

type ReminderView = { reader: Recipient; cards: ReceivedResponse[]; waiting: Waiting }

function listText({ reader, cards, waiting }: ReminderView, facts: Facts, now: Date): string {
  const rows = cards.map((card, at) => {
    const state = stateOf(reader, card, now)
    return `${at + 1}. ${person(reader, card)}, ${priceOf(reader, card)}${state ? `\n<b>${state.short}</b>` : ''}`
  })
  const moreCount = waiting.total - cards.length
  if (moreCount > 0) rows.push(translateFor(reader, 'responses_waiting.more', { count: String(moreCount) }))
  const promise = translateFor(reader, 'responses_waiting.promise')
  const lastLine = cards.some(isDecided) ? stateOfAll(reader, cards) : promise
  return [headingOf(reader, facts, waiting, now), rows.join('\n'), lastLine].join('\n\n')
}

function closedText(reader: Recipient, { kind, declined, closed }: Facts): string {
  const closedLine = translateFor(reader, `responses_waiting.closed.${kind}`, {}, declined + closed)
  if (declined === 0) return closedLine
  return `${closedLine}\n\n${translateFor(reader, 'responses_waiting.closed.how', { declined: String(declined), closed: String(closed) })}`
}

function waitingButton(
  { reader, waiting }: ReminderView,
  verb: WaitingVerb,
  words: string,
  style?: 'danger' | 'success',
) {
  const callback_data = `v1:wait:${verb}:${waiting.listing_id}`
  return { text: translateFor(reader, `button.waiting.${words}`), callback_data, ...(style && { style }) }
}

function confirmKeys(view: ReminderView, asked: ConfirmedAction): InlineKeyboardButton[][] {
  return [[waitingButton(view, asked, `${asked}.sure`, 'danger'), waitingButton(view, 'list', 'back')]]
}

type ReminderContent = Pick<AuthorMessage, 'ids' | 'hasLaterReminder'> & {
  waiting: Waiting
  asked?: ConfirmedAction | undefined
}

/** @returns null when all responses of the reminder are deleted */
export async function renderReminder(
  ctx: Context,
  reader: Recipient,
  { ids, waiting, hasLaterReminder = false, asked }: ReminderContent,
): Promise<Outgoing | null> {
  const now = ctx.now()
  const cards = await findReceivedResponses(ctx.db, ids, now.toISOString())
  const facts = await factsOf(ctx.db, waiting.listing_id)
  const [card] = cards
  if (!card || !facts) return null
  const view: ReminderView = { reader, cards, waiting }
  const allButton = allKey(ctx, { reader, card })
  if (facts.status === 'archived')
    return {
      text: closedText(reader, facts),
      keyboard: [...(hasLaterReminder ? [] : [[waitingButton(view, 'reopen', 'reopen')]]), [allButton]],
    }
  const isAlone = cards.length === 1 && waiting.total === 1
  const heading = headingOf(reader, facts, waiting, now)
  const text = isAlone ? cardText(reader, card, now, `${heading}\n\n`) : listText(view, facts, now)
  if (hasLaterReminder)
    return {
      text: `${text}\n\n${translateFor(reader, 'responses_waiting.followed')}`,
      keyboard: [[allButton]],
    }
  if (asked) {
    const words = translateFor(
      reader,
      asked === 'decline' ? 'responses_waiting.ask.decline' : `responses_waiting.ask.close.${facts.kind}`,
    )
    return { text: `${text}\n\n${words}`, keyboard: confirmKeys(view, asked) }
  }
  const isOpen = facts.status === 'published'
  const close = isOpen ? [waitingButton(view, 'ask_close', `close.${facts.kind}`)] : []
  if (isAlone) {
    const acts = actKeys(ctx, { reader, card }, false)
    return { text, keyboard: [...acts, ...(isOpen ? [close] : []), [allButton]] }
  }
  const decline = cards.every(isDecided) ? [] : [waitingButton(view, 'ask_decline', 'decline')]
  return {
    text,
    keyboard: [...numberKeys(cards), [...decline, ...close], [allButton]].filter((row) => row.length),
  }
}

const [, second] = limits.waitingReminder.hours

/**
 * Reminder of waiting responses, sent only while responses wait. If the first reminder is still the last message of the
 * chat, the second reminder replaces it. Otherwise the second reminder is sent as a new message, and the first one
 * loses its buttons.
 */
export const responsesWaiting: MessageKind<'responses_waiting'> = {
  async compose(ctx, { response_ids: ids, ...waiting }, reader) {
    const cards = await findReceivedResponses(ctx.db, ids, ctx.now().toISOString())
    if (cards.every(isDecided)) return null
    const content = await renderReminder(ctx, reader, { ids, waiting })
    if (!content || waiting.hours !== second) return content
    const before = await findLatestReminder(ctx.db, waiting.listing_id)
    return before?.isLast ? { ...content, edit_message_id: before.message_id, instead: content } : content
  },
  async sent(ctx, tx, { listing_id }, { message_id: below }) {
    const before = await findLatestReminder(tx, listing_id, below)
    if (!before) return
    const { author_id: user_id, response_id, message_id } = before
    await queueDelivery(ctx, tx, {
      to: { user_id },
      kind: 'response_drawn',
      payload: { response_id, message_id },
      dedupe_key: `response_drawn:followed:${user_id}:${message_id}`,
    })
  },
}
