import { sql } from 'kysely'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { queueDelivery } from '#services/notifications/delivery-queue.ts'
import type {
  DeliveryPayloads,
  SupportNews,
  SupportPart,
  SupportTold,
} from '#services/notifications/kinds.ts'
import { currentChat, operatorsLine } from '#services/notifications/staff-chats.ts'

/** Telegram takes so many characters below a photo or a document; what is longer goes as a message of its own. */
const captionLength = 900

type Passed = { case_id: number; message_id: number; content: string; media?: unknown }

/** Words that have no room below a photo follow once it has arrived, so that no part comes to be missing unnoticed. */
function firstPart({ content, media }: Passed): SupportPart {
  return media && content.length > captionLength ? 'media' : 'all'
}

/**
 * Draws the card in the operators' chat anew, or for the first time; `why` tells one reason from another. A card that
 * waits to be sent shows what is true then, so it needs no second one.
 * @param message_id the question that it brings
 */
export async function queueCard(
  ctx: Context,
  tx: Tx,
  case_id: number,
  why: string,
  message_id: number | null = null,
): Promise<void> {
  if (message_id === null && (await isCardWaiting(ctx, tx, case_id))) return
  await queueDelivery(ctx, tx, {
    to: { chat_id: ctx.config.OPS_CHAT_ID },
    kind: 'support_card',
    payload: { case_id, message_id },
    dedupe_key: `support_card:${case_id}:${why}`,
    priority: operatorsLine.support,
  })
}

/** Holds a waiting card until the end of the transaction, so that it is not drawn without what happens in it. */
async function isCardWaiting({ config }: Context, tx: Tx, case_id: number): Promise<boolean> {
  const { rows } = await sql`select from deliveries where state = 'pending' and kind = 'support_card'
    and user_id is null and chat_id = ${currentChat(config.OPS_CHAT_ID)} and (payload ->> 'case_id')::bigint = ${case_id} for update`.execute(
    tx,
  )
  return rows.length > 0
}

/** `again` tells another try from the ones before it. */
export async function queueQuestion(
  ctx: Context,
  tx: Tx,
  question: Passed & { isNew: boolean },
  again = '',
): Promise<void> {
  const { case_id, message_id, isNew } = question
  const part = firstPart(question)
  await queuePart(ctx, tx, { case_id, message_id, part, is_new: isNew }, again)
}

/** The words of a question whose photo has arrived, with the number of its message in the operators' chat. */
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
  again: string,
): Promise<void> {
  await queueDelivery(ctx, tx, {
    to: { chat_id: ctx.config.OPS_CHAT_ID },
    kind: 'support_question',
    payload,
    dedupe_key: `support_question:${payload.message_id}:${payload.part}${again}`,
    priority: operatorsLine.support,
  })
}

export async function queueAnswer(
  ctx: Context,
  tx: Tx,
  { user_id, ...answer }: Passed & { user_id: number },
): Promise<void> {
  const { case_id, message_id } = answer
  await queueAnswerPart(ctx, tx, user_id, { case_id, message_id, part: firstPart(answer) })
}

/** An answer, its photo, or the words that follow the photo. */
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

/** Tells a person what became of their message; of the parts of an album once. */
export async function queueTold(
  ctx: Context,
  tx: Tx,
  { about, ...payload }: { case_id: number; message_id: number; about: SupportTold },
): Promise<void> {
  const message = await findOnce(tx, payload.message_id)
  if (!message?.author_id) return
  // Of a success the person reads once, of the first try or of the last.
  const key = about === 'added' ? 'passed' : about
  await queueDelivery(ctx, tx, {
    to: { user_id: message.author_id },
    kind: 'support_told',
    payload: { ...payload, about },
    dedupe_key: `support_told:${key}:${message.once}`,
  })
}

/** A message, with what its album's parts have in common. */
async function findOnce(tx: Tx, message_id: number) {
  const message = await tx
    .selectFrom('support_messages')
    .select(['author_id', 'album'])
    .where('id', '=', message_id)
    .executeTakeFirst()
  if (!message) return undefined
  const { author_id, album } = message
  return { author_id, once: album === null ? `${message_id}` : `album:${author_id}:${album}` }
}

/** Tells a person what happened to the case. */
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

/** Tells operators what became of an answer, once of the parts of an album. */
export async function queueNote(
  ctx: Context,
  tx: Tx,
  payload: { case_id: number; message_id: number; about: 'delivered' | 'undelivered' },
): Promise<void> {
  const message = await findOnce(tx, payload.message_id)
  if (message) await tellOperators(ctx, tx, payload, message.once)
}

/** Tells operators that a person still waits for an answer. */
export async function queueReminder(ctx: Context, tx: Tx, case_id: number, moment: string): Promise<void> {
  await tellOperators(ctx, tx, { case_id, message_id: null, about: 'waiting' }, moment)
}

async function tellOperators(
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
    priority: operatorsLine.support,
  })
}
