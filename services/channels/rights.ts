import { type Api, GrammyError } from 'grammy'
import type { ChatMember } from 'grammy/types'
import { type Selectable, sql } from 'kysely'
import { type ChannelLoss, type ChannelRight, channelRights } from '#contract/channels.ts'
import type { Db, Tx } from '#db/index.ts'
import type { Channels } from '#db/tables/channels.ts'
import type { Config } from '#services/core/config/config.ts'
import type { Context } from '#services/core/context.ts'
import { botIdOf } from '#services/core/telegram/bot-link.ts'
import { notifyOperators } from './messages.ts'
import { markFound, markLost } from './moves.ts'

type BotRights = {
  missing_rights: ChannelRight[]
  /** Reason why the bot cannot post; null if it can. */
  loss: ChannelLoss | null
}
/** A channel as Telegram describes it to the bot. */
export type FoundChannel = BotRights & { chat_id: number; title: string; username: string | null }
/** A channel of which Telegram tells the bot nothing: the bot was removed from it, or it is not there. */
type HiddenChannel = BotRights & { chat_id: null; loss: 'removed' | 'gone' }

const outside = { missing_rights: [...channelRights], loss: 'removed' } satisfies BotRights

/** Rights of the bot as a member of a channel. Only an administrator has any, and an administrator may have none. */
export function botRightsOf(member: ChatMember): BotRights {
  if (member.status !== 'administrator') return outside
  const missing_rights = channelRights.filter((right) => member[right] !== true)
  return { missing_rights, loss: missing_rights.includes('can_post_messages') ? 'no_right' : null }
}

/**
 * Asks Telegram for a channel and the bot's rights in it. A bot that is not in the channel lacks all rights. Telegram
 * shows a public channel to every bot that it did not throw out, and a private one only to a bot inside.
 * @param chat id or @name of the channel
 * @throws GrammyError or HttpError if Telegram does not answer
 */
export async function lookAtChannel(
  { config }: { config: Pick<Config, 'BOT_TOKEN'> },
  api: Api,
  chat: number | string,
): Promise<FoundChannel | HiddenChannel> {
  try {
    const found = await api.getChat(chat)
    if (found.type !== 'channel') return hidden('gone')
    const rights = await api.getChatMember(found.id, botIdOf({ config })).then(botRightsOf, (error) => {
      if (isRefusal(error)) return outside
      throw error
    })
    return { chat_id: found.id, title: found.title, username: found.username ?? null, ...rights }
  } catch (error) {
    if (isRefusal(error)) return hidden(error.error_code === 403 ? 'removed' : 'gone')
    throw error
  }
}

const hidden = (loss: 'removed' | 'gone'): HiddenChannel => ({
  chat_id: null,
  missing_rights: [...channelRights],
  loss,
})

const isRefusal = (error: unknown): error is GrammyError =>
  error instanceof GrammyError && (error.error_code === 400 || error.error_code === 403)

/**
 * Stores what Telegram says of a channel. A channel whose right to post is missing is lost, otherwise found again. The
 * operators are told of other rights that are missing now and were not before.
 */
async function storeLook(ctx: Context, id: number, found: FoundChannel | HiddenChannel): Promise<void> {
  const { loss, missing_rights } = found
  const checked_at = ctx.now().toISOString()
  await ctx.db.transaction().execute(async (tx) => {
    const channel = await tx
      .selectFrom('channels')
      .select(['missing_rights', 'lost_reason', 'state'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const seen = found.chat_id === null ? {} : { title: found.title, username: found.username }
    await tx
      .updateTable('channels')
      .set({ ...seen, missing_rights, checked_at })
      .where('id', '=', id)
      .execute()
    if (loss) {
      await markLost(ctx, tx, id, loss)
      return
    }
    await markFound(ctx, tx, id)
    const isNarrower =
      channel.lost_reason !== null || missing_rights.some((right) => !channel.missing_rights.includes(right))
    if (missing_rights.length > 0 && isNarrower && channel.state !== 'removed')
      await notifyOperators(ctx, tx, { channel_id: id, about: 'narrowed' })
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

/**
 * Asks again about channels: about those whose rights were missing at their last check, if that was before `before`,
 * and about all others, if it was before `long`. Telegram does not tell a bot that a channel has another name.
 */
export async function recheckChannels(
  ctx: Context,
  api: Api,
  { before, long }: { before: string; long: string },
): Promise<void> {
  const channels = await ctx.db
    .selectFrom('channels')
    .select(['id', 'chat_id'])
    .where('checked_at', '<', before)
    .where(
      sql<boolean>`(lost_reason is not null or missing_rights <> '{}' or (checked_at < ${long} and state <> 'removed'))`,
    )
    .execute()
  try {
    for (const channel of channels) await recheckChannel(ctx, api, channel)
  } catch (error) {
    // While Telegram does not answer, each further question would only keep posts from being changed.
    ctx.log.debug({ err: error }, 'the channels could not be checked')
  }
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
    ...botRightsOf(member),
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
  if (found.chat_id === null) return
  await ctx.db.transaction().execute(async (tx) => {
    const id = await storeChannel(ctx, tx, found)
    if (id === undefined) return
    if (found.loss) await markLost(ctx, tx, id, found.loss)
    else if (found.missing_rights.length > 0)
      await notifyOperators(ctx, tx, { channel_id: id, about: 'narrowed' })
  })
}

async function isKnown(db: Db, chat_id: number): Promise<boolean> {
  const row = await db.selectFrom('channels').select('id').where('chat_id', '=', chat_id).executeTakeFirst()
  return row !== undefined
}
