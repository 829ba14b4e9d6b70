import { Composer } from 'grammy'
import type { BotContext } from '#services/bot/context.ts'
import { answerCase, findCaseBehind } from '#services/bot/support/operators.ts'
import type { Context } from '#services/core/context.ts'
import { translate } from '#services/core/text/i18n.ts'
import { readChatLanguage } from '#services/moderation/queue/chat-language.ts'

/**
 * Messages that a staff group receives in the name of a chat. An administrator who posts anonymously may
 * answer a support case, because the group vouches for them. Any other reply or command needs a named sender.
 * A button press always names its sender, so presses are not handled here.
 */
export function anonymous(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  const anonymousUpdates = composer.filter(
    ({ groups, msg, callbackQuery }) => groups.length > 0 && msg?.sender_chat !== undefined && !callbackQuery,
  )

  anonymousUpdates.on('message', async (ctx) => {
    const { msg, chat } = ctx
    // A post of the linked channel is not meant for the bot.
    if (msg.is_automatic_forward) return
    const repliedTo = msg.reply_to_message
    const isReply =
      repliedTo !== undefined && !repliedTo.forum_topic_created && repliedTo.from?.id === ctx.me.id
    if (!isReply && !ctx.hasCommand(['language', 'queue'])) return
    const language = await readChatLanguage(app.db, chat.id)
    const isAdministrator = msg.sender_chat?.id === chat.id
    if (isReply && isAdministrator && ctx.groups.includes('operators')) {
      const case_id = await findCaseBehind(app, msg, repliedTo.message_id)
      if (case_id) return answerCase(app, ctx, case_id, { staff_id: null, language })
    }
    await ctx.reply(translate(language)('bot.cards.own_name'), {
      reply_parameters: { message_id: msg.message_id },
    })
  })
  // Other updates in the name of a chat, such as an edit, need no answer and no account.
  anonymousUpdates.use(() => {})
  return composer
}
