import { Composer } from 'grammy'
import type { Context } from '#services/core/context.ts'
import { errorText } from '#services/core/i18n.ts'
import { upsertUser } from '#services/users/accounts.ts'
import { setBotReachable } from '#services/users/bot-reachability.ts'
import type { BotContext } from './context.ts'
import { supportButton, supportCase } from './support.ts'

/**
 * Knows everybody who speaks to the bot, and whether it may write to them. Updates of strangers' groups and of
 * bots end here.
 */
export function people(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.on('my_chat_member', async (ctx) => {
    if (ctx.chat.type !== 'private' || ctx.from.is_bot) return
    await upsertUser(app, ctx.from)
    const { date, new_chat_member } = ctx.myChatMember
    const { update_id } = ctx.update
    await setBotReachable(app, ctx.from.id, new_chat_member.status !== 'kicked', { date, update_id })
  })

  composer.use(async (ctx, next) => {
    const { from, chat } = ctx
    const isPrivate = chat?.type === 'private'
    if (!from || from.is_bot || (!isPrivate && !isStaffChat(app, chat?.id))) return
    const person = await upsertUser(app, from)
    ctx.person = person
    if (isPrivate)
      await setBotReachable(app, from.id, true, { date: saidAt(app, ctx), update_id: ctx.update.update_id })
    return next()
  })

  // A service message: the permission was given inside the mini-app, and there is nothing to answer.
  composer.on('message:write_access_allowed', () => {})
  return composer
}

/** Updates of blocked people end here; what they say reaches their case at the support, or a button leads to one. */
export function blocked(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  const theirs = composer.filter(({ person }) => person.status === 'blocked')
  theirs.use(supportCase(app), async (ctx) => {
    const text = errorText(ctx.person.ui_language, 'blocked')
    if (ctx.callbackQuery) return void (await ctx.answerCallbackQuery({ text, show_alert: true }))
    if (ctx.chat?.type !== 'private') return
    await ctx.reply(text, { reply_markup: { inline_keyboard: [[supportButton(ctx, 'ask')]] } })
  })
  return composer
}

function isStaffChat({ config }: Context, chat_id: number | undefined): boolean {
  return chat_id === config.MODERATORS_CHAT_ID || chat_id === config.OPS_CHAT_ID
}

/** Telegram gives no date for a press, and the message with the button may be years old. */
function saidAt(app: Context, { message }: BotContext): number {
  return message?.date ?? Math.floor(app.now().getTime() / 1000)
}
