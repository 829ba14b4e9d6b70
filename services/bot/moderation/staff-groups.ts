import { Composer, GrammyError } from 'grammy'
import type { ChatMember } from 'grammy/types'
import type { BotContext } from '#services/bot/context.ts'
import type { Context } from '#services/core/context.ts'
import { findStaffChats, groupsOf, type StaffGroup } from '#services/notifications/staff-chats.ts'
import { introduceToStaff } from '#services/notifications/telegram/introduction.ts'
import { followStaffChat, markReachable, markSilent } from '#services/operations/staff-chats/actions.ts'

/** Milliseconds after which messages to an unreachable staff group are tried again. */
const retryMs = 60_000

/**
 * Sets `ctx.groups` to the staff groups that use this chat. Handles Telegram's service messages about the chat: a new
 * id after a migration, and the bot being added, removed or restricted.
 */
export function staffGroups(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.use(async (ctx, next) => {
    ctx.groups = await groupsHere(app, ctx)
    return next()
  })

  composer.on('message:migrate_to_chat_id', async (ctx) => {
    if (ctx.groups.length > 0) await followMigration(app, ctx, ctx.chat.id, ctx.msg.migrate_to_chat_id)
  })
  // Telegram sends this service message in the new chat of a migrated group. The new chat's id is not configured yet.
  composer.on('message:migrate_from_chat_id', async (ctx) => {
    const from = ctx.msg.migrate_from_chat_id
    const groups = groupsOf(await findStaffChats(app.db, app.config), from)
    if (groups.length > 0) await followMigration(app, ctx, from, ctx.chat.id)
  })

  composer.on('my_chat_member', async (ctx, next) => {
    if (ctx.chat.type === 'private') return next()
    if (ctx.groups.length === 0) return
    const member = ctx.myChatMember.new_chat_member
    if (canWrite(member)) return markReachable(app, ctx.chat.id)
    const moved_to = await migratedId(ctx)
    if (moved_to) return followMigration(app, ctx, ctx.chat.id, moved_to)
    const reason = member.status === 'restricted' ? 'no_right' : 'removed'
    const retry_at = new Date(app.now().getTime() + retryMs).toISOString()
    await markSilent(app, ctx.chat.id, { reason, retry_at })
  })
  return composer
}

/**
 * Returns the staff groups that use this chat. A private chat may serve as a staff group; its id never changes, so it
 * is compared with the configured ids only.
 */
async function groupsHere({ db, config }: Context, { chat }: BotContext): Promise<StaffGroup[]> {
  if (!chat) return []
  if (chat.type !== 'private') return groupsOf(await findStaffChats(db, config), chat.id)
  return groupsOf({ moderators: config.MODERATORS_CHAT_ID, operators: config.OPS_CHAT_ID }, chat.id)
}

async function followMigration(app: Context, ctx: BotContext, from: number, to: number): Promise<void> {
  await followStaffChat(app, from, to)
  await introduceToStaff(app, ctx.api, await findStaffChats(app.db, app.config))
}

function canWrite(member: ChatMember): boolean {
  if (member.status === 'restricted') return member.is_member && member.can_send_messages
  return member.status !== 'left' && member.status !== 'kicked'
}

/** Finds the new id of a migrated group; undefined if the group has not migrated. */
async function migratedId(ctx: BotContext): Promise<number | undefined> {
  try {
    await ctx.api.getChatMember(ctx.chat?.id ?? 0, ctx.me.id)
    return undefined
  } catch (error) {
    return error instanceof GrammyError ? error.parameters.migrate_to_chat_id : undefined
  }
}
