import type { Prompt } from '#services/bot/context.ts'
import type { Context } from '#services/core/context.ts'

const columns = ['id', 'kind', 'subject_id', 'details', 'chat_id', 'message_id'] as const

export type NewPrompt = Omit<Prompt, 'id'> & { user_id: number; holds_until: Date | null }

/** Of the questions that hold in a person's own chat the last one counts; the others go on taking replies to them. */
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

/** A message that may be an answer, as Telegram told it. */
export type Said = {
  user_id: number
  chat_id: number
  message_id: number
  /** The message to which it is a reply. */
  reply_to?: number
  said_at: Date
  album?: string
}

/** The question that a message answers; for a message that has answered one, that one again. */
export async function findPrompt(
  { db }: Context,
  { user_id, chat_id, message_id, reply_to, said_at }: Said,
): Promise<Prompt | undefined> {
  return db
    .selectFrom('bot_prompts')
    .select(columns)
    .where('chat_id', '=', chat_id)
    .where((eb) => {
      const isMeant =
        reply_to === undefined
          ? eb.and([
              eb('user_id', '=', user_id),
              eb('holds_until', '>', said_at.toISOString()),
              // What was written before the question is no answer to it, however late it comes.
              eb('message_id', '<', message_id),
            ])
          : eb('message_id', '=', reply_to)
      return eb.or([eb('answer_id', '=', message_id), eb.and([eb('state', '=', 'open'), isMeant])])
    })
    .orderBy('answer_id', (by) => by.asc().nullsLast())
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Marks a question as answered. @returns false when another message was faster */
export async function markAnswered(
  { db }: Context,
  id: number,
  { message_id, album }: Said,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bot_prompts')
    .set({ state: 'answered', answer_id: message_id, album: album ?? null })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('state', '=', 'open'), eb('answer_id', '=', message_id)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The question that an earlier part of the same album has answered. */
export async function findAlbumPrompt(
  { db }: Context,
  { user_id, message_id, album }: Said,
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

/** The person's question whose time was over when they wrote, for a day. */
export async function findLapsed({ db }: Context, { user_id, message_id, said_at }: Said) {
  const day = 24 * 60 * 60_000
  return db
    .selectFrom('bot_prompts')
    .select(columns)
    .where('user_id', '=', user_id)
    .where('state', '=', 'open')
    .where('message_id', '<', message_id)
    .where('holds_until', '<=', said_at.toISOString())
    .where('holds_until', '>', new Date(said_at.getTime() - day).toISOString())
    .executeTakeFirst()
}

/** Ends a question that its person does not want to answer. @returns false when it was over */
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

/** A person's question that nobody has answered or cancelled, by its message. */
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

/** A question that gathers several messages waits for the next one. */
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
