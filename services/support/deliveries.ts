import { sql } from 'kysely'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import type {
  DeliveryPayloads,
  SupportMessageState,
  SupportNews,
  SupportPart,
} from '#services/notifications/kinds.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { currentChat, operatorsPriority } from '#services/notifications/staff-chats.ts'

/**
 * Largest number of characters in a caption, of which Telegram allows 1024 with the heading. A longer text is sent as a
 * message of its own.
 */
const maxCaption = 900

type ForwardedMessage = { case_id: number; message_id: number; content: string; media?: unknown }

/**
 * Part of a message that is sent first. A text too long for a caption follows after its photo has arrived, so that no
 * part is lost unnoticed.
 */
function firstPart({ content, media }: ForwardedMessage): SupportPart {
  return media && content.length > maxCaption ? 'media' : 'all'
}

/**
 * Queues the drawing of a case card. If a drawing waits already, no second one is queued, because it shows the latest
 * state.
 * @param reason part of the key, by which a repeated call is recognized
 * @param message_id question that the card contains
 */
export async function queueCard(
  ctx: Context,
  tx: Tx,
  case_id: number,
  reason: string,
  message_id: number | null = null,
): Promise<void> {
  if (message_id === null && (await isCardWaiting(ctx, tx, case_id))) return
  await queueDelivery(ctx, tx, {
    to: { chat_id: ctx.config.OPS_CHAT_ID },
    kind: 'support_card',
    payload: { case_id, message_id },
    dedupe_key: `support_card:${case_id}:${reason}`,
    priority: operatorsPriority.support,
  })
}

/**
 * True if a drawing of the card waits. The queued drawing is locked until the end of the transaction, so that the card
 * is not drawn without the present change.
 */
async function isCardWaiting({ config }: Context, tx: Tx, case_id: number): Promise<boolean> {
  const { rows } = await sql`select from deliveries where state = 'pending' and kind = 'support_card'
    and user_id is null and chat_id = ${currentChat(config.OPS_CHAT_ID)} and (payload ->> 'case_id')::bigint = ${case_id} for update`.execute(
    tx,
  )
  return rows.length > 0
}

/** @param repetition part of the key, by which repeated attempts differ */
export async function queueQuestion(
  ctx: Context,
  tx: Tx,
  question: ForwardedMessage & { isNew: boolean },
  repetition = '',
): Promise<void> {
  const { case_id, message_id, isNew } = question
  const part = firstPart(question)
  await queuePart(ctx, tx, { case_id, message_id, part, is_new: isNew }, repetition)
}

/**
 * Queues the text of a question after its photo has arrived in the operators' chat.
 * @param below id of the photo's message there
 */
export function queueQuestionWords(
  ctx: Context,
  tx: Tx,
  question: DeliveryPayloads['support_question'],
  below: number,
): Promise<void> {
  return queuePart(ctx, tx, { ...question, part: 'words' }, `:${below}`)
}

async function queuePart(
  ctx: Context,
  tx: Tx,
  payload: DeliveryPayloads['support_question'],
  repetition: string,
): Promise<void> {
  await queueDelivery(ctx, tx, {
    to: { chat_id: ctx.config.OPS_CHAT_ID },
    kind: 'support_question',
    payload,
    dedupe_key: `support_question:${payload.message_id}:${payload.part}${repetition}`,
    priority: operatorsPriority.support,
  })
}

export async function queueAnswer(
  ctx: Context,
  tx: Tx,
  { user_id, ...answer }: ForwardedMessage & { user_id: number },
): Promise<void> {
  const { case_id, message_id } = answer
  await queueAnswerPart(ctx, tx, user_id, { case_id, message_id, part: firstPart(answer) })
}

/** Queues an answer to a person, its photo, or the text that follows the photo. */
export async function queueAnswerPart(
  ctx: Context,
  tx: Tx,
  user_id: number,
  payload: DeliveryPayloads['support_answer'],
): Promise<void> {
  await queueDelivery(ctx, tx, {
    to: { user_id },
    kind: 'support_answer',
    payload,
    dedupe_key: `support_answer:${payload.message_id}:${payload.part}`,
  })
}

/** Tells a person the state of their message; for an album, once for all its parts. */
export async function queueMessageState(
  ctx: Context,
  tx: Tx,
  { about, ...payload }: { case_id: number; message_id: number; about: SupportMessageState },
): Promise<void> {
  const message = await findWithAlbumKey(tx, payload.message_id)
  if (!message?.author_id) return
  // A delivered message is reported once, whether the first attempt delivered it or a later one.
  const key = about === 'added' ? 'passed' : about
  await queueDelivery(ctx, tx, {
    to: { user_id: message.author_id },
    kind: 'support_told',
    payload: { ...payload, about },
    dedupe_key: `support_told:${key}:${message.once}`,
  })
}

/** Author of a message, and a key that all parts of its album share. */
async function findWithAlbumKey(tx: Tx, message_id: number) {
  const message = await tx
    .selectFrom('support_messages')
    .select(['author_id', 'album'])
    .where('id', '=', message_id)
    .executeTakeFirst()
  if (!message) return undefined
  const { author_id, album } = message
  return { author_id, once: album === null ? `${message_id}` : `album:${author_id}:${album}` }
}

/** Tells a person about a change of their case. */
export async function queueNews(
  ctx: Context,
  tx: Tx,
  { user_id, ...payload }: { case_id: number; user_id: number; about: SupportNews },
  moment: string,
): Promise<void> {
  await queueDelivery(ctx, tx, {
    to: { user_id },
    kind: 'support_news',
    payload,
    dedupe_key: `support_news:${payload.case_id}:${payload.about}:${moment}`,
  })
}

/** Tells operators whether their answer was delivered; for an album, once for all its parts. */
export async function queueNote(
  ctx: Context,
  tx: Tx,
  payload: { case_id: number; message_id: number; about: 'delivered' | 'undelivered' },
): Promise<void> {
  const message = await findWithAlbumKey(tx, payload.message_id)
  if (message) await queueOperatorsNote(ctx, tx, payload, message.once)
}

/** Reminds operators that a person still waits for an answer. */
export async function queueReminder(ctx: Context, tx: Tx, case_id: number, moment: string): Promise<void> {
  await queueOperatorsNote(ctx, tx, { case_id, message_id: null, about: 'waiting' }, moment)
}

async function queueOperatorsNote(
  ctx: Context,
  tx: Tx,
  payload: DeliveryPayloads['support_note'],
  once: string,
): Promise<void> {
  await queueDelivery(ctx, tx, {
    to: { chat_id: ctx.config.OPS_CHAT_ID },
    kind: 'support_note',
    payload,
    dedupe_key: `support_note:${payload.case_id}:${payload.about}:${once}`,
    priority: operatorsPriority.support,
  })
}

/** Redraws the cards of a chat's open cases, for example after a change of the chat's language. */
export async function redrawCases(ctx: Context, tx: Tx, chat_id: number): Promise<void> {
  const open = await tx
    .selectFrom('support_cases')
    .select('id')
    .where('chat_id', '=', chat_id)
    .where('state', '=', 'open')
    .orderBy('id')
    .execute()
  for (const { id } of open) await queueCard(ctx, tx, id, `redrawn:${ctx.now().toISOString()}`)
}
