import { sql } from 'kysely'
import type { SilenceReason } from '#contract/states.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { isStaff } from '#services/moderation/author/staff.ts'
import { readChatLanguage, resendCardsToChat } from '#services/moderation/queue/chat-language.ts'
import { queueDelivery, wakeSender } from '#services/notifications/outbox/queue.ts'
import { findStaffChats, groupsOf } from '#services/notifications/staff-chats.ts'
import { redrawCases } from '#services/support/deliveries.ts'

/**
 * Stores that Telegram gave a staff group a new id. Waiting messages will be sent to the new id. Cards of open cases
 * are sent again, because messages with the old id can be neither pressed nor edited. A repeated call changes nothing.
 */
export async function followStaffChat(ctx: Context, from: number, to: number): Promise<void> {
  const isNew = from !== to && (await ctx.db.transaction().execute((tx) => moveChat(ctx, tx, from, to)))
  if (isNew) ctx.log.warn({ from, to }, 'telegram has given a group of the staff another id')
}

async function moveChat(ctx: Context, tx: Tx, from: number, to: number): Promise<boolean> {
  const updated_at = ctx.now().toISOString()
  const language = await readChatLanguage(tx, from)
  const reachable = { silent_since: null, silent_reason: null, updated_at }
  // The lock on the group's row lets only one of several processes move the group.
  await tx
    .insertInto('staff_chats')
    .values({ chat_id: from, language, updated_at })
    .onConflict((conflict) => conflict.column('chat_id').doUpdateSet({ updated_at }))
    .execute()
  const existing = await tx
    .selectFrom('staff_chats')
    .select('moved_to')
    .where('chat_id', '=', from)
    .executeTakeFirst()
  await tx
    .updateTable('deliveries')
    .set({ chat_id: to, next_at: updated_at })
    .where('user_id', 'is', null)
    .where('chat_id', '=', from)
    .where('state', 'in', ['pending', 'sending'])
    .execute()
  await wakeSender(tx)
  if (existing?.moved_to === to) return false
  await tx
    .updateTable('staff_chats')
    .set({ moved_to: sql`nullif(${to}::bigint, chat_id)`, ...reachable })
    .where((eb) => eb.or([eb('chat_id', '=', from), eb('moved_to', '=', from)]))
    .execute()
  await tx
    .insertInto('staff_chats')
    .values({ chat_id: to, language, updated_at })
    .onConflict((conflict) => conflict.column('chat_id').doUpdateSet({ moved_to: null, updated_at }))
    .execute()
  await resendCardsToChat(ctx, tx, from, to)
  await redrawCases(ctx, tx, from)
  const { operators } = await findStaffChats(tx, ctx.config)
  await queueDelivery(ctx, tx, {
    to: { chat_id: operators },
    kind: 'staff_chat',
    payload: { chat_id: to, about: 'moved' },
    dedupe_key: `staff_chat:${from}:moved:${to}`,
  })
  return true
}

/**
 * Marks a staff group as silent because Telegram refuses messages to it. Messages to the group wait until `retry_at`;
 * then one is tried again. Administrators and the other staff group are notified.
 * @returns false if the chat is no staff group
 */
export async function markSilent(
  ctx: Context,
  chat_id: number,
  { reason, retry_at }: { reason: SilenceReason; retry_at: string },
): Promise<boolean> {
  return ctx.db.transaction().execute(async (tx) => {
    const chats = await findStaffChats(tx, ctx.config)
    if (groupsOf(chats, chat_id).length === 0) return false
    await tx
      .updateTable('deliveries')
      .set({ next_at: retry_at })
      .where('user_id', 'is', null)
      .where('chat_id', '=', chat_id)
      .where('state', '=', 'pending')
      .where('next_at', '<', retry_at)
      .execute()
    const now = ctx.now().toISOString()
    const { numInsertedOrUpdatedRows: begun } = await tx
      .insertInto('staff_chats')
      .values({
        chat_id,
        language: await readChatLanguage(tx, chat_id),
        updated_at: now,
        silent_since: now,
        silent_reason: reason,
      })
      .onConflict((conflict) =>
        conflict
          .column('chat_id')
          .doUpdateSet({ silent_since: now, silent_reason: reason, updated_at: now })
          .where('staff_chats.silent_since', 'is', null),
      )
      .executeTakeFirst()
    if (begun === 0n) return true
    ctx.log.error({ chat_id, reason }, 'a group of the staff takes no messages')
    await notifyOthers(ctx, tx, chat_id, 'silent')
    return true
  })
}

/**
 * Marks a staff group as reachable again and sends its waiting messages. Call it when Telegram accepted a message to
 * the group, or reports that the bot may write there.
 */
export async function markReachable(ctx: Context, chat_id: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('staff_chats')
      .set({ silent_since: null, silent_reason: null, updated_at: ctx.now().toISOString() })
      .where('chat_id', '=', chat_id)
      .where('silent_since', 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    ctx.log.info({ chat_id }, 'a group of the staff takes messages again')
    await sendWaiting(ctx, tx, chat_id)
    await notifyOthers(ctx, tx, chat_id, 'heard')
  })
}

async function sendWaiting(ctx: Context, tx: Tx, chat_id: number): Promise<void> {
  const now = ctx.now().toISOString()
  await tx
    .updateTable('deliveries')
    .set({ next_at: now })
    .where('user_id', 'is', null)
    .where('chat_id', '=', chat_id)
    .where('state', '=', 'pending')
    .where('next_at', '>', now)
    .execute()
  await wakeSender(tx)
}

/**
 * Notifies administrators and the other staff group that a staff group is silent or reachable again. Each recipient
 * gets at most one message per hour, because a group's rights may change often.
 */
async function notifyOthers(ctx: Context, tx: Tx, chat_id: number, about: 'silent' | 'heard'): Promise<void> {
  const once = `staff_chat:${chat_id}:${about}:${ctx.now().toISOString().slice(0, 13)}`
  const administrators = await tx
    .selectFrom('users')
    .select('id')
    .where(isStaff(ctx, 'users'))
    .where(sql<boolean>`(role = 'admin' or telegram_id = any(${ctx.config.ADMIN_TELEGRAM_IDS}::bigint[]))`)
    .execute()
  const payload = { chat_id, about }
  for (const { id } of administrators)
    await queueDelivery(ctx, tx, {
      to: { user_id: id },
      kind: 'staff_chat',
      payload,
      dedupe_key: `${once}:${id}`,
    })
  const others = new Set(Object.values(await findStaffChats(tx, ctx.config)))
  others.delete(chat_id)
  for (const other of others)
    await queueDelivery(ctx, tx, {
      to: { chat_id: other },
      kind: 'staff_chat',
      payload,
      dedupe_key: `${once}:${other}`,
    })
}
