import { sql } from 'kysely'
import { type ReviewSide, reviewAxes } from '#contract/review-axes.ts'
import type { Db, Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { dueDate, escapeHtml, nameFiles, shorten, translateFor } from '#services/notifications/format.ts'
import type {
  AcceptanceNews,
  MessageKind,
  MessageKinds,
  Outgoing,
  Recipient,
} from '#services/notifications/kinds.ts'
import { withFooter } from '#services/notifications/outbox/mute-footer.ts'
import { queueDelivery, wakeSender } from '#services/notifications/outbox/queue.ts'
import { starKeyboard } from './keyboard.ts'
import { type Deal, findDeal, reviewUntil } from './queries.ts'
import {
  type DealKind,
  type DealMessage,
  type DealPayload,
  dealKinds,
  dealSides,
  selectDealMessages,
} from './sent-messages.ts'
import { authorState, axisLines, executorState } from './text.ts'

/**
 * Messages to the two sides of a deal. Each message ends with the present state of the deal and the next steps of its
 * reader. Every message about a deal is redrawn after each step of the deal.
 */

const maxQuoteLength = 500
const quote = (text: string) => `<blockquote>${escapeHtml(shorten(text, maxQuoteLength))}</blockquote>`

const isInWork = ({ status, handed_in_at }: Deal) => status === 'in_progress' && handed_in_at === null
const isWaiting = ({ status, handed_in_at }: Deal) => status === 'in_progress' && handed_in_at !== null

/** For each kind of deal message, a function that tells whether a queued message is still relevant when it is sent. */
const isStillRelevant: Record<DealKind, (deal: Deal, payload: DealPayload) => boolean> = {
  response_chosen: ({ response_id }, payload) => response_id === payload.response_id,
  work_returned: (deal) => isInWork(deal) && deal.returned_at !== null,
  work_due: (deal) => isInWork(deal) && deal.due_at !== null,
  listing_completed: ({ status }) => status === 'completed',
  work_handed_in: (deal) => isWaiting(deal) && deal.hand_in?.id === deal.last_hand_in,
  work_unanswered: isWaiting,
  work_accepted: ({ status }) => status === 'completed',
}

/**
 * Returns lines that describe the event that caused a deal message. Their words stay true when the deal changes later.
 */
function eventLines(kind: DealKind, deal: Deal, reader: Recipient): string[] {
  const { title, hand_in, returned, due_at } = deal
  if (kind === 'response_chosen') {
    const due =
      deal.kind === 'order' && due_at
        ? [translateFor(reader, 'deal.due', { date: dueDate(reader, due_at) })]
        : []
    return [translateFor(reader, 'response_chosen', { title }), ...due]
  }
  if (kind === 'work_due') return [translateFor(reader, kind, { title, date: dueDate(reader, due_at ?? '') })]
  if (kind === 'work_unanswered' && !isWaiting(deal)) return [translateFor(reader, 'deal.about', { title })]
  const name = deal.executor_name ?? ''
  const step = kind === 'work_handed_in' ? hand_in : kind === 'work_returned' ? returned : null
  return [
    translateFor(reader, kind, { title, name }),
    ...(step?.text ? [quote(step.text)] : []),
    ...(step?.link ? [`<a href="${escapeHtml(step.link)}">${escapeHtml(step.link)}</a>`] : []),
    ...nameFiles(reader, step?.files ?? []),
  ]
}

async function findListingId(db: Db, { listing_id, response_id }: DealPayload): Promise<number | undefined> {
  if (listing_id !== undefined) return listing_id
  const row = await db
    .selectFrom('responses')
    .select('listing_id')
    .where('id', '=', response_id ?? 0)
    .executeTakeFirst()
  return row?.listing_id
}

async function findDealOfPayload(db: Db, payload: DealPayload): Promise<Deal | undefined> {
  const id = await findListingId(db, payload)
  return id === undefined ? undefined : findDeal(db, id, payload.step_id)
}

/**
 * @param stars stars chosen so far in an unfinished review, one digit per axis. With them, the message shows star
 * buttons for the next axis instead of the usual buttons.
 */
async function draw(
  ctx: Context,
  { kind, deal, reader }: { kind: DealKind; deal: Deal; reader: Recipient },
  stars?: string,
): Promise<Outgoing> {
  const side = dealSides[kind]
  const viewer_id = reader.user_id ?? (side === 'author' ? deal.author_id : deal.executor_id)
  const canReview = viewer_id !== null && reviewUntil(deal, viewer_id, ctx.now()) !== null
  const shownStars = canReview ? stars : undefined
  const namesAcceptance = kind === 'listing_completed' || kind === 'work_accepted'
  const view = { ctx, reader, deal, namesAcceptance }
  const { line, keyboard } = side === 'author' ? authorState(view) : await executorState(view, viewer_id)
  const reviewQuestion =
    shownStars === undefined
      ? []
      : [translateFor(reader, `deal.review.ask.${side}`), axisQuestion(reader, otherSide[side], shownStars)]
  const text = [eventLines(kind, deal, reader).join('\n'), ...(line ? [line] : []), ...reviewQuestion].join(
    '\n\n',
  )
  return { text, keyboard: shownStars === undefined ? keyboard : starKeyboard(reader, deal, shownStars) }
}

const otherSide = { author: 'executor', executor: 'author' } as const

/**
 * Returns the stars that the reader has chosen so far for a review, and the question about the next axis of the review.
 */
function axisQuestion(reader: Recipient, about: ReviewSide, chosenStars: string): string {
  const next = reviewAxes[about][chosenStars.length]
  return [
    ...axisLines(reader, about, [...chosenStars].map(Number)),
    ...(next
      ? [translateFor(reader, 'deal.review.next', { axis: translateFor(reader, `deal.review.axis.${next}`) })]
      : []),
  ].join('\n')
}

function aboutDeal<K extends DealKind>(kind: K): MessageKind<K> {
  return {
    async compose(ctx, payload: DealPayload, reader) {
      const deal = await findDealOfPayload(ctx.db, payload)
      if (!deal || !isStillRelevant[kind](deal, payload)) return null
      const message = await draw(ctx, { kind, deal, reader })
      return kind === 'response_chosen' ? { ...message, effect: '🎉' } : message
    },
  }
}

/** Renders a sent deal message in the present state of the deal. The footer says why the reader got the message. */
export async function redrawDeal(
  ctx: Context,
  { kind, payload }: Pick<DealMessage, 'kind' | 'payload'>,
  reader: Recipient,
): Promise<Outgoing | null> {
  const deal = await findDealOfPayload(ctx.db, payload)
  return deal ? withFooter(kind, await draw(ctx, { kind, deal, reader }, payload.given), reader) : null
}

const dealDrawn: MessageKind<'deal_drawn'> = {
  async compose(ctx, { delivery_id }, reader) {
    const message = await selectDealMessages(ctx.db).where('id', '=', delivery_id).executeTakeFirst()
    const content = message && (await redrawDeal(ctx, message, reader))
    return content ? { ...content, edit_message_id: message.message_id } : null
  },
  async refused(ctx, payload) {
    await ctx.db.transaction().execute((tx) => sendNews(ctx, tx, payload))
    return false
  },
  lost: sendNews,
}

/** Sends the news of a redraw as a new message, because its reader has deleted the message that was to be edited. */
async function sendNews(
  ctx: Context,
  tx: Tx,
  { delivery_id, news }: { delivery_id: string; news?: AcceptanceNews },
): Promise<void> {
  const message = news && (await selectDealMessages(tx).where('id', '=', delivery_id).executeTakeFirst())
  if (!message) return
  const { kind, listing_id } = news
  await queueDelivery(ctx, tx, { to: { user_id: message.user_id }, kind, payload: { listing_id } })
}

/** For the id of each person who is to learn of the acceptance: the kind of message that tells it. */
type NewsOfPeople = Record<number, AcceptanceNews['kind']>

/**
 * Queues a redraw of every sent message about a deal, for both sides. Call it in the transaction that changed the deal.
 * @param news the redraw of a person's newest message carries the person's news, so that no second message is needed
 */
export async function queueDealRedraw(
  ctx: Context & Pick<ActorContext, 'pressed_message_id'>,
  tx: Tx,
  listing_id: number,
  news: NewsOfPeople = {},
): Promise<void> {
  const now = ctx.now().toISOString()
  await sql`
    with told as (
      select id, user_id, row_number() over (partition by user_id order by sent_at desc, id desc) = 1 as is_newest
      from deliveries
      where state = 'sent' and message_id <> ${ctx.pressed_message_id ?? 0} and kind = any (${dealKinds}::text[])
        and user_id in (select author_id from listings where id = ${listing_id}
          union select user_id from responses where listing_id = ${listing_id}
            and status in ('chosen', 'declined'))
        and ((payload ->> 'listing_id')::bigint = ${listing_id}
          or (payload ->> 'response_id')::bigint in (select id from responses where listing_id = ${listing_id}))
    )
    insert into deliveries (user_id, kind, lane, dedupe_key, payload, request_id, next_at, created_at)
    select told.user_id, 'deal_drawn', 'transactional', 'deal_drawn:' || told.id || ':' || gen_random_uuid(),
      jsonb_build_object('delivery_id', told.id) || case when told.is_newest and news.kind is not null
        then jsonb_build_object('news', jsonb_build_object('kind', news.kind, 'listing_id', ${listing_id}::bigint))
        else '{}' end,
      ${ctx.request_id}, ${now}, ${now}
    from told left join jsonb_each_text(${JSON.stringify(news)}::jsonb) news (user_id, kind)
      on news.user_id::bigint = told.user_id
  `.execute(tx)
  await wakeSender(tx)
}

/** Sends the news of an acceptance as a new message, unless the redraw of a sent message carries it. */
export async function queueAcceptance(
  ctx: Context,
  tx: Tx,
  user_id: number,
  { kind, listing_id }: AcceptanceNews,
): Promise<void> {
  const redraw = await tx
    .selectFrom('deliveries')
    .select('id')
    .where('user_id', '=', user_id)
    .where('kind', '=', 'deal_drawn')
    .where(sql<boolean>`payload -> 'news' = ${JSON.stringify({ kind, listing_id })}::jsonb`)
    .executeTakeFirst()
  if (!redraw) await queueDelivery(ctx, tx, { to: { user_id }, kind, payload: { listing_id } })
}

export const dealMessages = {
  response_chosen: aboutDeal('response_chosen'),
  listing_completed: aboutDeal('listing_completed'),
  work_handed_in: aboutDeal('work_handed_in'),
  work_unanswered: aboutDeal('work_unanswered'),
  work_accepted: aboutDeal('work_accepted'),
  work_returned: aboutDeal('work_returned'),
  work_due: aboutDeal('work_due'),
  deal_drawn: dealDrawn,
} satisfies Partial<MessageKinds>
