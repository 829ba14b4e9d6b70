import { Composer } from 'grammy'
import { languageOf } from '#contract/languages.ts'
import type { BotContext } from '#services/bot/context.ts'
import { answerCase, findCaseOfReply } from '#services/bot/support/operators.ts'
import { supportButton, supportCase } from '#services/bot/support/support.ts'
import type { Context } from '#services/core/context.ts'
import { errorText, translatorFor } from '#services/core/text/i18n.ts'
import { readChatLanguage } from '#services/moderation/queue/chat-language.ts'
import { findUser, upsertUser } from '#services/users/account/accounts.ts'
import { setBotReachable } from '#services/users/settings/bot-reachability.ts'

/**
 * Creates or updates the account of everybody who writes to the bot, and stores whether the bot may write to them.
 * Updates from bots and from unknown groups are dropped here.
 */
export function people(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.on('my_chat_member', async (ctx) => {
    if (ctx.from.is_bot) return
    await upsertUser(app, ctx.from)
    const { date, new_chat_member } = ctx.myChatMember
    const { update_id } = ctx.update
    await setBotReachable(app, ctx.from.id, new_chat_member.status !== 'kicked', { date, update_id })
  })

  composer.use(async (ctx, next) => {
    const { from, chat } = ctx
    const isPrivate = chat?.type === 'private'
    if (!from || from.is_bot || (!isPrivate && ctx.groups.length === 0)) return answerUnknownPress(app, ctx)
    const person = await upsertUser(app, from)
    ctx.person = person
    if (isPrivate)
      await setBotReachable(app, from.id, true, {
        date: messageTime(app, ctx),
        update_id: ctx.update.update_id,
      })
    return next()
  })

  // Telegram sends this service message when a person allows the bot, in the mini-app, to write to them. The message
  // needs no answer.
  composer.on('message:write_access_allowed', () => {})
  return composer
}

/**
 * Answers a button press whose message has no usable chat: a message that was sent through inline mode, or one that
 * Telegram no longer has.
 */
async function answerUnknownPress(app: Context, ctx: BotContext): Promise<void> {
  if (!ctx.callbackQuery) return
  const { id, language_code } = ctx.callbackQuery.from
  const knownUser = await findUser(app.db, id)
  const language = knownUser?.ui_language ?? languageOf(language_code)
  await ctx.answerCallbackQuery({ text: translatorFor(language)('bot.fallback.button') })
}

/**
 * Stops updates of blocked people. Messages of a blocked person reach the person's existing support case. Without a
 * case, a button offers to open one.
 */
export function blocked(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  const blockedUpdates = composer.filter(({ person }) => person.status === 'blocked')
  blockedUpdates.use(supportCase(app), async (ctx) => {
    const text = errorText(ctx.person.ui_language, 'blocked')
    if (ctx.callbackQuery) return void (await ctx.answerCallbackQuery({ text, show_alert: true }))
    if (ctx.chat?.type !== 'private') return
    await ctx.reply(text, { reply_markup: { inline_keyboard: [[supportButton(ctx, 'ask')]] } })
  })
  return composer
}

/**
 * Returns the Unix time of an update. For a button press it is the current time: Telegram gives no date of the press,
 * and the message with the button may be years old.
 */
function messageTime(app: Context, { message }: BotContext): number {
  return message?.date ?? Math.floor(app.now().getTime() / 1000)
}

/**
 * Handles messages that a staff group receives in the name of a chat. An administrator who posts anonymously may answer
 * a support case, because the group vouches for them. Any other reply or command needs a named sender. A button press
 * always names its sender, so presses are not handled here.
 */
export function anonymous(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  const anonymousUpdates = composer.filter(
    ({ groups, msg, callbackQuery }) => groups.length > 0 && msg?.sender_chat !== undefined && !callbackQuery,
  )

  anonymousUpdates.on('message', async (ctx) => {
    const { msg, chat } = ctx
    // A post that Telegram forwards from a group's linked channel is not meant for the bot.
    if (msg.is_automatic_forward) return
    const repliedTo = msg.reply_to_message
    const isReply =
      repliedTo !== undefined && !repliedTo.forum_topic_created && repliedTo.from?.id === ctx.me.id
    if (!isReply && !ctx.hasCommand(['language', 'queue'])) return
    const language = await readChatLanguage(app.db, chat.id)
    const isAdministrator = msg.sender_chat?.id === chat.id
    if (isReply && isAdministrator && ctx.groups.includes('operators')) {
      const case_id = await findCaseOfReply(app, msg, repliedTo.message_id)
      if (case_id) return answerCase(app, ctx, case_id, { staff_id: null, language })
    }
    await ctx.reply(translatorFor(language)('bot.cards.own_name'), {
      reply_parameters: { message_id: msg.message_id },
    })
  })
  // Other updates that Telegram sends in the name of a chat, such as an edit, need no answer and no account.
  anonymousUpdates.use(() => {})
  return composer
}
