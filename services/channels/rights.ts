import { type Api, GrammyError } from 'grammy'
import type { ChatMember } from 'grammy/types'
import { type Selectable, sql } from 'kysely'
import { type ChannelLoss, type ChannelRight, channelRights } from '#contract/channels.ts'
import type { Db, Tx } from '#db/index.ts'
import type { Channels } from '#db/tables/channels.ts'
import type { Config } from '#services/core/config/config.ts'
import type { Context } from '#services/core/context.ts'
import { botIdOf } from '#services/core/telegram/bot-link.ts'
import { markFound, markLost } from './moves.ts'

/** A channel as Telegram describes it to the bot. */
export type FoundChannel = {
  chat_id: number
  title: string
  username: string | null
  missing_rights: ChannelRight[]
}

/** Rights that the bot lacks as a member of a channel. Only an administrator has any. */
export function missingRightsOf(member: ChatMember): ChannelRight[] {
  return channelRights.filter((right) => member.status !== 'administrator' || member[right] !== true)
}

/** Reason why the bot cannot post, by the rights that it lacks. */
function lossOf(missing_rights: ChannelRight[]): ChannelLoss | undefined {
  if (missing_rights.length === channelRights.length) return 'removed'
  return missing_rights.includes('can_post_messages') ? 'no_right' : undefined
}

/**
 * Asks Telegram for a channel and the bot's rights in it. A bot that is not in the channel lacks all rights.
 * @param chat id or @name of the channel
 * @returns undefined if Telegram knows no such channel, or does not show it to the bot
 * @throws GrammyError or HttpError if Telegram does not answer
 */
export async function lookAtChannel(
  { config }: { config: Pick<Config, 'BOT_TOKEN'> },
  api: Api,
  chat: number | string,
): Promise<FoundChannel | undefined> {
  try {
    const found = await api.getChat(chat)
    if (found.type !== 'channel') return undefined
    const member = await api.getChatMember(found.id, botIdOf({ config })).catch((error) => {
      if (isRefusal(error)) return undefined
      throw error
    })
    return {
      chat_id: found.id,
      title: found.title,
      username: found.username ?? null,
      missing_rights: member ? missingRightsOf(member) : [...channelRights],
    }
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}

const isRefusal = (error: unknown) =>
  error instanceof GrammyError && (error.error_code === 400 || error.error_code === 403)

/** Stores what Telegram says of a channel. A channel whose right to post is missing is lost, otherwise found again. */
async function storeLook(ctx: Context, id: number, found: FoundChannel | undefined): Promise<void> {
  const missing_rights = found ? found.missing_rights : [...channelRights]
  const loss = found ? lossOf(missing_rights) : 'gone'
  const checked_at = ctx.now().toISOString()
  const seen = found ? { title: found.title, username: found.username } : {}
  await ctx.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('channels')
      .set({ ...seen, missing_rights, checked_at })
      .where('id', '=', id)
      .execute()
    if (loss) await markLost(ctx, tx, id, loss)
    else await markFound(ctx, tx, id)
  })
}

/** Asks Telegram about a connected channel, and stores the answer. @throws if Telegram does not answer */
export async function recheckChannel(
  ctx: Context,
  api: Api,
  { id, chat_id }: { id: number; chat_id: number },
): Promise<void> {
  await storeLook(ctx, id, await lookAtChannel(ctx, api, chat_id))
}

/** Asks again about channels whose rights were missing at their last check, if that was before this time. */
export async function recheckChannels(ctx: Context, api: Api, before: string): Promise<void> {
  const channels = await ctx.db
    .selectFrom('channels')
    .select(['id', 'chat_id'])
    .where('checked_at', '<', before)
    .where(sql<boolean>`(lost_reason is not null or missing_rights <> '{}')`)
    .execute()
  for (const channel of channels)
    await recheckChannel(ctx, api, channel).catch((error) =>
      ctx.log.debug({ err: error, channel_id: channel.id }, 'a channel could not be checked'),
    )
}

/** Stores the bot's new rights in a channel, of which Telegram tells the bot. Other channels are ignored. */
export async function noteMembership(
  ctx: Context,
  chat: { id: number; title: string; username?: string | undefined },
  member: ChatMember,
): Promise<void> {
  const channel = await ctx.db
    .selectFrom('channels')
    .select('id')
    .where('chat_id', '=', chat.id)
    .executeTakeFirst()
  if (!channel) return
  await storeLook(ctx, channel.id, {
    chat_id: chat.id,
    title: chat.title,
    username: chat.username ?? null,
    missing_rights: missingRightsOf(member),
  })
}

/** Settings of a channel. */
export type ChannelValues = Pick<
  Selectable<Channels>,
  'kind' | 'category_ids' | 'language' | 'per_hour' | 'is_quiet'
>

const defaults: ChannelValues = {
  kind: null,
  category_ids: [],
  language: null,
  per_hour: 20,
  is_quiet: true,
}

/**
 * Stores a channel. One that was removed before is connected again, with the posts that stand in it.
 * @returns undefined if the channel is connected already
 */
export async function storeChannel(
  ctx: Context,
  tx: Tx,
  { chat_id, title, username, missing_rights }: FoundChannel,
  values: Partial<ChannelValues> = {},
): Promise<number | undefined> {
  const now = ctx.now().toISOString()
  const columns = {
    ...defaults,
    ...values,
    state: 'active' as const,
    title,
    username,
    missing_rights,
    takes_since: now,
    next_at: now,
    checked_at: now,
    updated_at: now,
    lost_reason: null,
    lost_since: null,
  }
  const stored = await tx
    .insertInto('channels')
    .values({ chat_id, created_at: now, ...columns })
    .onConflict((conflict) =>
      conflict
        .column('chat_id')
        .doUpdateSet({ ...columns, created_at: now })
        .where('channels.state', '=', 'removed'),
    )
    .returning('id')
    .executeTakeFirst()
  return stored?.id
}

/**
 * Connects the channel that the operator chose during the setup, once. A channel that was removed later stays removed.
 */
export async function connectConfiguredChannel(ctx: Context, api: Api): Promise<void> {
  const { CHANNEL_CHAT_ID } = ctx.config
  if (CHANNEL_CHAT_ID === undefined || (await isKnown(ctx.db, CHANNEL_CHAT_ID))) return
  const found = await lookAtChannel(ctx, api, CHANNEL_CHAT_ID)
  if (!found) return
  await ctx.db.transaction().execute(async (tx) => {
    const id = await storeChannel(ctx, tx, found)
    const loss = lossOf(found.missing_rights)
    if (id !== undefined && loss) await markLost(ctx, tx, id, loss)
  })
}

async function isKnown(db: Db, chat_id: number): Promise<boolean> {
  const row = await db.selectFrom('channels').select('id').where('chat_id', '=', chat_id).executeTakeFirst()
  return row !== undefined
}
