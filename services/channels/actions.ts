import type { Request } from '#contract/calls/call.ts'
import type { Calls } from '#contract/calls/index.ts'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#db/index.ts'
import { writeAudit } from '#services/core/records/audit.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { telegramApi } from '#services/notifications/telegram/client.ts'
import { lookAtChannel, recheckChannel, storeChannel } from './rights.ts'

type Connection = Request<Calls['POST /api/admin/channels']>['body']
type Settings = Request<Calls['POST /api/admin/channels/:id/settings']>['body']

/** Seconds for which an administrator waits for Telegram's answer. */
const timeoutSeconds = 10

/** Asks Telegram. @throws unavailable if it does not answer */
async function ask<T>(
  ctx: UserContext,
  question: (api: ReturnType<typeof telegramApi>) => Promise<T>,
): Promise<T> {
  return question(telegramApi(ctx.config, timeoutSeconds)).catch((error) => {
    ctx.log.warn({ err: error }, 'telegram was not reached about a channel')
    throw new AppError('unavailable')
  })
}

/** Reads a channel's id, @name or link, as people copy it, into what Telegram accepts. */
export function readChat(chat: string): number | string {
  const text = chat.trim()
  if (/^-?\d{1,15}$/.test(text)) return Number(text)
  const name = /^(?:https?:\/\/)?(?:t|telegram)\.me\/(\w+)\/?$/i.exec(text)?.[1] ?? text.replace(/^@/, '')
  return `@${name}`
}

/** @throws not_found if a category does not exist */
async function checkCategories(tx: Tx, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  const found = await tx.selectFrom('categories').select('id').where('id', 'in', ids).execute()
  if (found.length < new Set(ids).size) throw new AppError('not_found')
}

/**
 * Connects a channel in which the bot may post, edit and delete, and returns its id. Listings that were published
 * before are not posted there.
 * @throws channel_unknown, channel_rights_missing, channel_connected, unavailable; not_found for an unknown category
 */
export async function connectChannel(ctx: UserContext, { chat, ...settings }: Connection): Promise<number> {
  const found = await ask(ctx, (api) => lookAtChannel(ctx, api, readChat(chat)))
  if (found.chat_id === null) throw new AppError('channel_unknown')
  const { missing_rights: missing, chat_id, title } = found
  if (missing.length > 0) throw new AppError('channel_rights_missing', { missing })
  return ctx.db.transaction().execute(async (tx) => {
    await checkCategories(tx, settings.category_ids ?? [])
    const id = await storeChannel(ctx, tx, found, settings)
    if (id === undefined) throw new AppError('channel_connected')
    await writeAudit(ctx, tx, {
      actor_id: ctx.viewer.id,
      action: 'channel.connect',
      subject: { type: 'channel', id },
      after: { chat_id, title, ...settings },
    })
    return id
  })
}

/** Locks a connected channel until the end of the transaction. @throws not_found */
async function lockChannel(tx: Tx, id: number) {
  const channel = await tx
    .selectFrom('channels')
    .select(['id', 'chat_id', 'title', 'state', 'kind', 'category_ids', 'language', 'per_hour', 'is_quiet'])
    .where('id', '=', id)
    .where('state', '<>', 'removed')
    .forUpdate()
    .executeTakeFirst()
  if (!channel) throw new AppError('not_found')
  return channel
}

/**
 * Changes what a channel takes. A channel that takes more than before gets what is published from now on.
 * @throws not_found for an unknown channel or category
 */
export async function changeChannel(ctx: UserContext, id: number, settings: Settings): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const { kind, category_ids, language, per_hour, is_quiet } = await lockChannel(tx, id)
    await checkCategories(tx, settings.category_ids)
    const before = { kind, category_ids, language, per_hour, is_quiet }
    const now = ctx.now().toISOString()
    const takes = (of: Pick<Settings, 'kind' | 'category_ids' | 'language'>) =>
      JSON.stringify([of.kind, [...of.category_ids].sort(), of.language])
    await tx
      .updateTable('channels')
      .set({ ...settings, updated_at: now })
      .$if(takes(before) !== takes(settings), (query) => query.set({ takes_since: now }))
      .where('id', '=', id)
      .execute()
    await writeAudit(ctx, tx, {
      actor_id: ctx.viewer.id,
      action: 'channel.change',
      subject: { type: 'channel', id },
      before,
      after: settings,
    })
  })
}

/**
 * Pauses a channel or lets it go on. A paused channel gets no new posts, and what is published meanwhile is not posted
 * later; posts that stand in it are still changed.
 * @throws not_found
 */
export async function pauseChannel(ctx: UserContext, id: number, is_paused: boolean): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const channel = await lockChannel(tx, id)
    const state = is_paused ? 'paused' : 'active'
    if (channel.state === state) return
    const now = ctx.now().toISOString()
    await tx
      .updateTable('channels')
      .set({ state, updated_at: now })
      .$if(!is_paused, (query) => query.set({ takes_since: now }))
      .where('id', '=', id)
      .execute()
    await writeAudit(ctx, tx, {
      actor_id: ctx.viewer.id,
      action: is_paused ? 'channel.pause' : 'channel.resume',
      subject: { type: 'channel', id },
    })
  })
}

/** Asks Telegram about the bot's rights in a channel. @throws not_found, unavailable */
export async function checkChannel(ctx: UserContext, id: number): Promise<void> {
  const channel = await ctx.db
    .selectFrom('channels')
    .select(['id', 'chat_id'])
    .where('id', '=', id)
    .where('state', '<>', 'removed')
    .executeTakeFirst()
  if (!channel) throw new AppError('not_found')
  await ask(ctx, (api) => recheckChannel(ctx, api, channel))
}

/** Removes a channel. Its posts stay, and are still changed when their listings change. @throws not_found */
export async function removeChannel(ctx: UserContext, id: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const { title } = await lockChannel(tx, id)
    await tx
      .updateTable('channels')
      .set({ state: 'removed', updated_at: ctx.now().toISOString() })
      .where('id', '=', id)
      .execute()
    await writeAudit(ctx, tx, {
      actor_id: ctx.viewer.id,
      action: 'channel.remove',
      subject: { type: 'channel', id },
      before: { title },
    })
  })
}
