import { sql } from 'kysely'
import { type ReviewSide, reviewAxes } from '#contract/review-axes.ts'
import type { Db, Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { dueDate, escapeHtml, nameFiles, shorten, translateFor } from '#services/notifications/format.ts'
import type {
  DeliveryPayloads,
  MessageKind,
  MessageKinds,
  Outgoing,
  Recipient,
} from '#services/notifications/kinds.ts'
import { withFooter } from '#services/notifications/outbox/mute-footer.ts'
import { wakeSender } from '#services/notifications/outbox/queue.ts'
import { starKeyboard } from './keyboard.ts'
import { type Deal, findDeal, reviewUntil } from './queries.ts'
import { authorState, axisLines, executorState } from './text.ts'

/**
 * Messages to the two sides of a deal. Each message ends with the present state of the deal and the next steps of its
 * reader. Every message about a deal is redrawn after each step of the deal.
 */

/** Side of the deal that receives each kind of deal message. */
const sides = {
  response_chosen: 'executor',
  work_returned: 'executor',
  work_due: 'executor',
  listing_completed: 'executor',
  work_handed_in: 'author',
  work_unanswered: 'author',
  work_accepted: 'author',
} as const
export type DealKind = keyof typeof sides
export const dealKinds = Object.keys(sides) as DealKind[]
type Payload = Partial<DeliveryPayloads['work_handed_in'] & DeliveryPayloads['response_chosen']> & {
  /** Stars that the reader has chosen so far for a review in this message: one digit per axis, such as 53. */
  given?: string
}

const maxQuoteLength = 500
const quote = (text: string) => `<blockquote>${escapeHtml(shorten(text, maxQuoteLength))}</blockquote>`

const isInWork = ({ status, handed_in_at }: Deal) => status === 'in_progress' && handed_in_at === null
const isWaiting = ({ status, handed_in_at }: Deal) => status === 'in_progress' && handed_in_at !== null

/** For each kind of deal message, a function that tells whether a queued message is still relevant when it is sent. */
const isStillRelevant: Record<DealKind, (deal: Deal, payload: Payload) => boolean> = {
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

async function findListingId(db: Db, { listing_id, response_id }: Payload): Promise<number | undefined> {
  if (listing_id !== undefined) return listing_id
  const row = await db
    .selectFrom('responses')
    .select('listing_id')
    .where('id', '=', response_id ?? 0)
    .executeTakeFirst()
  return row?.listing_id
}

async function findDealOfPayload(db: Db, payload: Payload): Promise<Deal | undefined> {
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
  const side = sides[kind]
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
    async compose(ctx, payload: Payload, reader) {
      const deal = await findDealOfPayload(ctx.db, payload)
      if (!deal || !isStillRelevant[kind](deal, payload)) return null
      const message = await draw(ctx, { kind, deal, reader })
      return kind === 'response_chosen' ? { ...message, effect: '🎉' } : message
    },
  }
}

/** A message about a deal that was already sent. */
export type DealMessage = { kind: DealKind; payload: Payload; user_id: number; message_id: number }

function selectDealMessages(db: Db) {
  return db
    .selectFrom('deliveries')
    .select(['kind', 'payload', 'user_id', 'message_id'])
    .where('state', '=', 'sent')
    .where('kind', 'in', dealKinds)
    .$castTo<DealMessage>()
}

export function findDealMessage(
  db: Db,
  user_id: number,
  message_id: number,
): Promise<DealMessage | undefined> {
  return selectDealMessages(db)
    .where('user_id', '=', user_id)
    .where('message_id', '=', message_id)
    .executeTakeFirst()
}

/** Stores the stars that the reader has chosen so far, so that every redraw of the message shows them. */
export async function noteStars(
  db: Db,
  { user_id, message_id }: Pick<DealMessage, 'user_id' | 'message_id'>,
  chosenStars: string | undefined,
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({
      payload:
        chosenStars === undefined
          ? sql`payload - 'given'`
          : sql`payload || jsonb_build_object('given', ${chosenStars}::text)`,
    })
    .where('user_id', '=', user_id)
    .where('message_id', '=', message_id)
    .where('kind', 'in', dealKinds)
    .execute()
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
}

/**
 * Queues a redraw of every sent message about a deal, for both sides. Call it in the transaction that changed the deal.
 */
export async function queueDealRedraw(
  ctx: Context & Pick<ActorContext, 'pressed_message_id'>,
  tx: Tx,
  listing_id: number,
): Promise<void> {
  const now = ctx.now().toISOString()
  await sql`
    insert into deliveries (user_id, kind, lane, dedupe_key, payload, request_id, next_at, created_at)
    select told.user_id, 'deal_drawn', 'transactional', 'deal_drawn:' || told.id || ':' || gen_random_uuid(),
      jsonb_build_object('delivery_id', told.id), ${ctx.request_id}, ${now}, ${now}
    from deliveries told
    where told.state = 'sent' and told.message_id <> ${ctx.pressed_message_id ?? 0} and told.kind = any (${dealKinds}::text[])
      and told.user_id in (select author_id from listings where id = ${listing_id}
        union select user_id from responses where listing_id = ${listing_id}
          and status in ('chosen', 'declined'))
      and ((told.payload ->> 'listing_id')::bigint = ${listing_id}
        or (told.payload ->> 'response_id')::bigint in (select id from responses where listing_id = ${listing_id}))
  `.execute(tx)
  await wakeSender(tx)
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
