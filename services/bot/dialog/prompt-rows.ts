import type { Prompt } from '#services/bot/context.ts'
import type { Context } from '#services/core/context.ts'

const columns = ['id', 'kind', 'subject_id', 'details', 'chat_id', 'message_id'] as const

export type NewPrompt = Omit<Prompt, 'id'> & { user_id: number; holds_until: Date | null }

/**
 * Stores a question of the bot. In a private chat, a plain message answers only the newest question. An older question
 * is answered only by a reply to it.
 */
export async function storePrompt(
  { db, now }: Context,
  { details, holds_until, ...prompt }: NewPrompt,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (holds_until)
      await tx
        .updateTable('bot_prompts')
        .set({ holds_until: null })
        .where('user_id', '=', prompt.user_id)
        .where('holds_until', 'is not', null)
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

/**
 * Finds the bot's question that a message answers. If Telegram repeats the update with the message, finds the question
 * that the message has already answered.
 */
export async function findPrompt(
  { db }: Context,
  { user_id, chat_id, message_id, reply_to, sent_at }: ReceivedMessage,
): Promise<Prompt | undefined> {
  return db
    .selectFrom('bot_prompts')
    .select(columns)
    .where('chat_id', '=', chat_id)
    .where((eb) => {
      const isCandidate =
        reply_to === undefined
          ? eb.and([
              eb('user_id', '=', user_id),
              eb('holds_until', '>', sent_at.toISOString()),
              // A message that was written before the bot's question does not answer it, even if the message arrives
              // later.
              eb('message_id', '<', message_id),
            ])
          : eb('message_id', '=', reply_to)
      return eb.or([eb('answer_id', '=', message_id), eb.and([eb('state', '=', 'open'), isCandidate])])
    })
    .orderBy('answer_id', (by) => by.asc().nullsLast())
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
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

/** Finds the bot's question to this person that expired less than a day before the message. */
export async function findExpiredPrompt({ db }: Context, { user_id, message_id, sent_at }: ReceivedMessage) {
  const day = 24 * 60 * 60_000
  return db
    .selectFrom('bot_prompts')
    .select(columns)
    .where('user_id', '=', user_id)
    .where('state', '=', 'open')
    .where('message_id', '<', message_id)
    .where('holds_until', '<=', sent_at.toISOString())
    .where('holds_until', '>', new Date(sent_at.getTime() - day).toISOString())
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
