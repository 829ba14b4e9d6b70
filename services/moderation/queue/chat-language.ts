import { sql } from 'kysely'
import { defaultLanguage, type Language } from '#contract/languages.ts'
import type { Db, Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { priorities, priorityOf } from './priority.ts'
import { checkModerator } from './tasks.ts'

/** Reads the language of the bot's messages in a staff chat. It is one setting for the whole chat. */
export async function readChatLanguage(db: Db, chat_id: number): Promise<Language> {
  const chat = await db
    .selectFrom('staff_chats')
    .select('language')
    .where('chat_id', '=', chat_id)
    .executeTakeFirst()
  return chat?.language ?? defaultLanguage
}

/**
 * Sends undecided review cards again to a new group, because the old group cannot be used any more. Cards whose
 * delivery to the old group failed are included.
 */
export async function resendCardsToChat(ctx: Context, tx: Tx, from: number, to: number): Promise<void> {
  const waitingTask = await tx
    .selectFrom('moderation_tasks')
    .select('id')
    .where('applied_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('chat_id', '=', from),
        sql<boolean>`(chat_id is null and exists (select from deliveries card where card.chat_id = ${from}
          and kind = 'moderation_card' and card.state = 'failed'
          and (payload ->> 'task_id')::bigint = moderation_tasks.id))`,
      ]),
    )
    .orderBy('id')
    .execute()
  for (const { id: task_id } of waitingTask)
    await queueDelivery(ctx, tx, {
      to: { chat_id: to },
      kind: 'moderation_card',
      payload: { task_id },
      dedupe_key: `moderation_card:${task_id}:moved:${to}`,
      priority: await priorityOf(tx, task_id),
    })
}

/**
 * Sets the language of a staff chat and redraws the review cards of undecided tasks.
 * @param redrawOthers callback that redraws the cards of support and operations in the chat
 * @throws forbidden when the person is no moderator
 */
export async function chooseChatLanguage(
  ctx: Context,
  { chat_id, moderator_id, language }: { chat_id: number; moderator_id: number; language: Language },
  redrawOthers: (tx: Tx) => Promise<void>,
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await checkModerator(ctx, tx, moderator_id)
    if ((await readChatLanguage(tx, chat_id)) === language) return
    const updated_at = ctx.now().toISOString()
    await tx
      .insertInto('staff_chats')
      .values({ chat_id, language, updated_at })
      .onConflict((conflict) => conflict.column('chat_id').doUpdateSet({ language, updated_at }))
      .execute()
    const waitingTask = await tx
      .selectFrom('moderation_tasks')
      .select('id')
      .where('chat_id', '=', chat_id)
      .where('applied_at', 'is', null)
      .orderBy('id', 'desc')
      .execute()
    for (const { id: task_id } of waitingTask)
      await queueDelivery(ctx, tx, {
        to: { chat_id },
        kind: 'moderation_card',
        payload: { task_id },
        dedupe_key: `moderation_card:${task_id}:${language}:${updated_at}`,
        // Redrawn review cards are sent after new ones.
        priority: priorities.unconfirmed,
      })
    await redrawOthers(tx)
  })
}
