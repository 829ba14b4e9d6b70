import { Composer, GrammyError } from 'grammy'
import type { ChatMember } from 'grammy/types'
import type { BotContext } from '#services/bot/context.ts'
import type { Context } from '#services/core/context.ts'
import { introduceToStaff } from '#services/notifications/introduction.ts'
import { findStaffChats, groupsOf, type StaffGroup } from '#services/notifications/staff-chats.ts'
import { followStaffChat, noteHeard, noteSilence } from '#services/operations/staff-chats/actions.ts'

/** Until the sender looks again by itself whether a group takes messages. */
const retryMs = 60_000

/**
 * Finds out which groups of the staff a chat is, as `ctx.groups`, and hears what Telegram says of the groups themselves:
 * that one has another id now, and that the bot was let in, removed or silenced.
 */
export function staffGroups(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.use(async (ctx, next) => {
    ctx.groups = await groupsHere(app, ctx)
    return next()
  })

  composer.on('message:migrate_to_chat_id', async (ctx) => {
    if (ctx.groups.length > 0) await follow(app, ctx, ctx.chat.id, ctx.msg.migrate_to_chat_id)
  })
  // It comes from the new chat, which is nobody's yet.
  composer.on('message:migrate_from_chat_id', async (ctx) => {
    const from = ctx.msg.migrate_from_chat_id
    const known = groupsOf(await findStaffChats(app.db, app.config), from)
    if (known.length > 0) await follow(app, ctx, from, ctx.chat.id)
  })

  composer.on('my_chat_member', async (ctx, next) => {
    if (ctx.chat.type === 'private') return next()
    if (ctx.groups.length === 0) return
    const member = ctx.myChatMember.new_chat_member
    if (mayWrite(member)) return noteHeard(app, ctx.chat.id)
    const moved_to = await movedTo(ctx)
    if (moved_to) return follow(app, ctx, ctx.chat.id, moved_to)
    const reason = member.status === 'restricted' ? 'no_right' : 'removed'
    const retry_at = new Date(app.now().getTime() + retryMs).toISOString()
    await noteSilence(app, ctx.chat.id, { reason, retry_at })
  })
  return composer
}

/** A private chat may be set up as a group of the staff too; its id never changes. */
async function groupsHere({ db, config }: Context, { chat }: BotContext): Promise<StaffGroup[]> {
  if (!chat) return []
  if (chat.type !== 'private') return groupsOf(await findStaffChats(db, config), chat.id)
  return groupsOf({ moderators: config.MODERATORS_CHAT_ID, operators: config.OPS_CHAT_ID }, chat.id)
}

async function follow(app: Context, ctx: BotContext, from: number, to: number): Promise<void> {
  await followStaffChat(app, from, to)
  await introduceToStaff(app, ctx.api, await findStaffChats(app.db, app.config))
}

function mayWrite(member: ChatMember): boolean {
  if (member.status === 'restricted') return member.is_member && member.can_send_messages
  return member.status !== 'left' && member.status !== 'kicked'
}

/** Finds the id under which a group goes on that the bot seems to have left; undefined when there is none. */
async function movedTo(ctx: BotContext): Promise<number | undefined> {
  try {
    await ctx.api.getChatMember(ctx.chat?.id ?? 0, ctx.me.id)
    return undefined
  } catch (error) {
    return error instanceof GrammyError ? error.parameters.migrate_to_chat_id : undefined
  }
}
