import { Composer } from 'grammy'
import type { BotContext } from '#services/bot/context.ts'
import { answerCase, findCaseBehind } from '#services/bot/support/operators.ts'
import type { Context } from '#services/core/context.ts'
import { translate } from '#services/core/text/i18n.ts'
import { readChatLanguage } from '#services/moderation/queue/chat-language.ts'

/**
 * The staff's groups: messages that are written in the name of a chat. An administrator who hides behind the group may
 * answer people, for the group vouches for them; whatever else is said to the bot needs a name. A press of a button
 * names the person behind it, so presses do not come here.
 */
export function anonymous(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  const hidden = composer.filter(
    ({ groups, msg, callbackQuery }) => groups.length > 0 && msg?.sender_chat !== undefined && !callbackQuery,
  )

  hidden.on('message', async (ctx) => {
    const { msg, chat } = ctx
    // A post of the channel that the group belongs to is said to nobody.
    if (msg.is_automatic_forward) return
    const about = msg.reply_to_message
    const isReply = about !== undefined && !about.forum_topic_created && about.from?.id === ctx.me.id
    if (!isReply && !ctx.hasCommand(['language', 'queue'])) return
    const language = await readChatLanguage(app.db, chat.id)
    const isAdministrator = msg.sender_chat?.id === chat.id
    if (isReply && isAdministrator && ctx.groups.includes('operators')) {
      const case_id = await findCaseBehind(app, msg, about.message_id)
      if (case_id) return answerCase(app, ctx, case_id, { staff_id: null, language })
    }
    await ctx.reply(translate(language)('bot.cards.own_name'), {
      reply_parameters: { message_id: msg.message_id },
    })
  })
  // Other updates in the name of a chat, such as an edit, need no answer and no account.
  hidden.use(() => {})
  return composer
}
