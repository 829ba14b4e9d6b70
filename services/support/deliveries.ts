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
 * Largest number of characters of a person's text in a photo's caption. Telegram allows 1024 characters, including our
 * heading. A longer text is sent as a separate message.
 */
const maxCaption = 900

type ForwardedMessage = { case_id: number; message_id: number; content: string; media?: unknown }

/**
 * Returns the part of a message that is sent first. If the text is too long for a caption, the photo is sent first. The
 * text follows once the photo has arrived, so that no part is lost unnoticed.
 */
function firstPart({ content, media }: ForwardedMessage): SupportPart {
  return media && content.length > maxCaption ? 'media' : 'all'
}

/**
 * Queues the drawing of a support case's card. If a drawing of the card is queued already, no second one is queued,
 * because the first will show the latest state.
 * @param reason part of the deduplication key
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
 * True if a drawing of the card is queued. The queued drawing is locked until the end of the transaction, so that the
 * card is drawn with the present change.
 */
async function isCardWaiting({ config }: Context, tx: Tx, case_id: number): Promise<boolean> {
  const { rows } = await sql`select from deliveries where state = 'pending' and kind = 'support_card'
    and user_id is null and chat_id = ${currentChat(config.OPS_CHAT_ID)} and (payload ->> 'case_id')::bigint = ${case_id} for update`.execute(
    tx,
  )
  return rows.length > 0
}

/**
 * Queues a person's question to the operators.
 * @param repetition part of the deduplication key, which differs between attempts
 */
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
 * @param below message id of the photo in the operators' chat
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

/** Notifies a person about the state of their message to support. An album is reported once for all its parts. */
export async function queueMessageState(
  ctx: Context,
  tx: Tx,
  { about, ...payload }: { case_id: number; message_id: number; about: SupportMessageState },
): Promise<void> {
  const message = await findWithAlbumKey(tx, payload.message_id)
  if (!message?.author_id) return
  // A person is told once that a message was delivered, whether the first attempt succeeded or a later one.
  const key = about === 'added' ? 'passed' : about
  await queueDelivery(ctx, tx, {
    to: { user_id: message.author_id },
    kind: 'support_told',
    payload: { ...payload, about },
    dedupe_key: `support_told:${key}:${message.once}`,
  })
}

/** Author of a support message, and a key that is the same for all parts of its album. */
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

/** Notifies a person about a change of their support case. */
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

/** Notifies the operators whether their answer was delivered. An album is reported once for all its parts. */
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
