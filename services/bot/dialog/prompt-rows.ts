import type { Message } from 'grammy/types'
import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { BotContext, Prompt, WaitingQuestion } from '#services/bot/context.ts'
import type { Context } from '#services/core/context.ts'

const columns = ['id', 'kind', 'subject_id', 'details', 'chat_id', 'message_id'] as const

export type NewPrompt = Omit<Prompt, 'id'> & { user_id: number; holds_until: Date | null }

/**
 * Stores a question that the bot asked. If the same question was asked before, a plain message of the person answers the
 * newer one, and only a reply answers the older one. Other open questions stay open.
 */
export async function storePrompt(
  { db, now }: Context,
  { details, holds_until, ...prompt }: NewPrompt,
): Promise<void> {
  const { user_id, kind, subject_id } = prompt
  // The questions for price and letter are steps of one response.
  const sameKinds = kind.startsWith('respond_') ? ['respond_price', 'respond_letter'] : [kind]
  await db.transaction().execute(async (tx) => {
    if (holds_until)
      await tx
        .updateTable('bot_prompts')
        .set({ holds_until: null })
        .where('user_id', '=', user_id)
        .where('holds_until', 'is not', null)
        .where('kind', 'in', sameKinds)
        .where('subject_id', 'is not distinct from', subject_id)
        // One client may write to several people about one listing.
        .$if(kind === 'room', (query) =>
          query.where(sql<boolean>`details = ${JSON.stringify(details)}::jsonb`),
        )
        .execute()
    await tx
      .insertInto('bot_prompts')
      .values({
        ...prompt,
        details: JSON.stringify(details),
        holds_until: holds_until?.toISOString() ?? null,
        asked_at: now().toISOString(),
      })
      .execute()
  })
}

/** A message that may answer a question of the bot. */
export type ReceivedMessage = {
  user_id: number
  chat_id: number
  message_id: number
  /** Id of the message to which the answer is a reply. */
  reply_to?: number
  sent_at: Date
  album?: string
}

/** Extracts the facts of a message that are needed to find the question it answers. */
export function receivedMessage({ person, msg }: BotContext & { msg: Message }): ReceivedMessage {
  return {
    user_id: person.id,
    chat_id: msg.chat.id,
    message_id: msg.message_id,
    reply_to: msg.reply_to_message?.message_id,
    sent_at: new Date(msg.date * 1000),
    album: msg.media_group_id,
  }
}

/**
 * Finds the bot's question to which a message replies. If Telegram repeats the update, it finds the question that the
 * message has already answered.
 */
export async function findPrompt(
  { db }: Context,
  { chat_id, message_id, reply_to }: ReceivedMessage,
): Promise<Prompt | undefined> {
  return db
    .selectFrom('bot_prompts')
    .select(columns)
    .where('chat_id', '=', chat_id)
    .where((eb) =>
      eb.or([
        eb('answer_id', '=', message_id),
        eb.and([eb('state', '=', 'open'), eb('message_id', '=', reply_to ?? 0)]),
      ]),
    )
    .orderBy('answer_id', (by) => by.asc().nullsLast())
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Lists the questions that a plain message of a person may answer, newest first: those that take plain messages, those
 * that stopped to take them less than a day ago, and all questions of moderators.
 */
export async function listWaitingPrompts(
  { db }: Context,
  { user_id, chat_id, message_id, sent_at }: ReceivedMessage,
): Promise<Omit<WaitingQuestion, 'title'>[]> {
  const rows = await db
    .selectFrom('bot_prompts')
    .select([...columns, 'holds_until'])
    .where('user_id', '=', user_id)
    .where('chat_id', '=', chat_id)
    .where('state', '=', 'open')
    // A message that was written before the question does not answer it, even if it arrives later.
    .where('message_id', '<', message_id)
    .where((eb) =>
      eb.or([
        eb('holds_until', '>', new Date(sent_at.getTime() - limits.prompt.offeredMs).toISOString()),
        eb('kind', '=', 'answer'),
      ]),
    )
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ holds_until, ...prompt }) => ({
    ...prompt,
    is_live: holds_until !== null && Date.parse(holds_until) > sent_at.getTime(),
  }))
}

/**
 * Marks a question of the bot as answered.
 * @returns false if another message answered it first
 */
export async function markAnswered(
  { db }: Context,
  id: number,
  { message_id, album }: ReceivedMessage,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bot_prompts')
    .set({ state: 'answered', answer_id: message_id, album: album ?? null })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('state', '=', 'open'), eb('answer_id', '=', message_id)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Finds the bot's question that an earlier part of the same album has answered. */
export async function findAlbumPrompt(
  { db }: Context,
  { user_id, message_id, album }: ReceivedMessage,
): Promise<Prompt | undefined> {
  if (album === undefined) return undefined
  return db
    .selectFrom('bot_prompts')
    .select(columns)
    .where('user_id', '=', user_id)
    .where('album', '=', album)
    .where('answer_id', '<>', message_id)
    .executeTakeFirst()
}

/**
 * Cancels an open question of the bot.
 * @returns false if the question was no longer open
 */
export async function cancelPrompt(
  { db }: Context,
  { user_id, message_id }: Pick<NewPrompt, 'user_id' | 'message_id'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bot_prompts')
    .set({ state: 'cancelled', holds_until: null })
    .where('user_id', '=', user_id)
    .where('message_id', '=', message_id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Finds the bot's open question to a person by the id of the message with the question. */
export async function findOpenPrompt(
  { db }: Context,
  { user_id, message_id }: Pick<NewPrompt, 'user_id' | 'message_id'>,
): Promise<Prompt | undefined> {
  return db
    .selectFrom('bot_prompts')
    .select(columns)
    .where('user_id', '=', user_id)
    .where('message_id', '=', message_id)
    .where('state', '=', 'open')
    .executeTakeFirst()
}

/** Reopens a question of the bot that collects several messages. */
export async function reopenPrompt(
  { db }: Context,
  id: number,
  details: Record<string, unknown>,
  holds_until: Date,
): Promise<void> {
  await db
    .updateTable('bot_prompts')
    .set({ state: 'open', answer_id: null, album: null, holds_until: holds_until.toISOString() })
    .set({ details: JSON.stringify(details) })
    .where('id', '=', id)
    .execute()
}

/** Makes a question the only one that takes the person's plain messages, for the next ten minutes. */
export async function holdAlone({ db, now }: Context, user_id: number, id: number): Promise<void> {
  const holds_until = new Date(now().getTime() + limits.prompt.plainMs).toISOString()
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('bot_prompts')
      .set({ holds_until: null })
      .where('user_id', '=', user_id)
      .where('holds_until', 'is not', null)
      .execute()
    await tx.updateTable('bot_prompts').set({ holds_until }).where('id', '=', id).execute()
  })
}
