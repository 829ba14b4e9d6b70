import { Composer } from 'grammy'
import { languages } from '#contract/languages.ts'
import type { Context } from '#services/core/context.ts'
import { errorText, translate } from '#services/core/i18n.ts'
import { upsertUser } from '#services/users/accounts.ts'
import { setBotReachable } from '#services/users/bot-reachability.ts'
import type { BotContext } from './context.ts'

/**
 * Knows everybody who speaks to the bot, and whether it may write to them. Updates of strangers' groups, of
 * bots and of blocked people end here.
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
    if (!from || from.is_bot || (!isPrivate && chat?.id !== app.config.MODERATORS_CHAT_ID)) return
    const person = await upsertUser(app, from)
    ctx.person = person
    if (isPrivate)
      await setBotReachable(app, from.id, true, { date: saidAt(app, ctx), update_id: ctx.update.update_id })
    // A blocked person may still ask: about a payment, or why.
    if (person.status !== 'blocked' || asksSupport(ctx)) return next()
    const text = errorText(person.ui_language, 'blocked')
    if (ctx.callbackQuery) await ctx.answerCallbackQuery({ text, show_alert: true })
    else if (isPrivate) await ctx.reply(text)
  })

  // A service message: the permission was given inside the mini-app, and there is nothing to answer.
  composer.on('message:write_access_allowed', () => {})
  return composer
}

/** The command, the link of the mini-app, or the answer to what the support has asked. */
function asksSupport(ctx: BotContext): boolean {
  const asked = ctx.message?.reply_to_message?.text
  const isAnswer = languages.some((code) => translate(code)('bot.paysupport.ask') === asked)
  return isAnswer || ctx.hasCommand('paysupport') || /^\/start support$/.test(ctx.message?.text ?? '')
}

/** Telegram gives no date for a press, and the message with the button may be years old. */
function saidAt(app: Context, { message }: BotContext): number {
  return message?.date ?? Math.floor(app.now().getTime() / 1000)
}
