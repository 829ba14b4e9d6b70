import { Composer, type Transformer } from 'grammy'
import type { Message } from 'grammy/types'
import type { BotContext } from '#services/bot/context.ts'
import type { Context } from '#services/core/context.ts'
import { storeLastMessage } from '#services/users/settings/last-message.ts'

/**
 * Stores the id of the last message in each private chat. The bot uses it to tell whether a message is still the last
 * one. This middleware stores incoming messages, `trackOutgoing` stores the bot's replies, and the sender of
 * notifications stores its own messages.
 */
export function trackIncoming(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  composer.chatType('private').on('message', async (ctx, next) => {
    await storeLastMessage(app.db, ctx.chat.id, ctx.msg.message_id)
    return next()
  })
  return composer
}

export function trackOutgoing(app: Context): Transformer {
  return async (callApi, method, ...rest) => {
    const answer = await callApi(method, ...rest)
    if (!answer.ok || !method.startsWith('send')) return answer
    const { chat, message_id } = answer.result as Partial<Message>
    if (chat?.type === 'private' && message_id)
      // The message has been sent already, so a failure to store its id is only logged.
      storeLastMessage(app.db, chat.id, message_id).catch((error) =>
        app.log.warn({ err: error, message_id }, 'an answer is not noted'),
      )
    return answer
  }
}
