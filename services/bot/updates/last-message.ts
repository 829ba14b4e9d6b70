import { Composer, type Transformer } from 'grammy'
import type { Message } from 'grammy/types'
import type { BotContext } from '#services/bot/context.ts'
import type { Context } from '#services/core/context.ts'
import { storeLastMessage } from '#services/users/settings/last-message.ts'

/**
 * How far each chat with a person has got: what they write, and what the bot answers at once. Messages of the sender
 * are deliveries and note themselves. So it is known whether a message is still the last one.
 */
export function heard(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  composer.chatType('private').on('message', async (ctx, next) => {
    await storeLastMessage(app.db, ctx.chat.id, ctx.msg.message_id)
    return next()
  })
  return composer
}

export function answered(app: Context): Transformer {
  return async (ask, method, ...rest) => {
    const answer = await ask(method, ...rest)
    if (!answer.ok || !method.startsWith('send')) return answer
    const { chat, message_id } = answer.result as Partial<Message>
    if (chat?.type === 'private' && message_id)
      // What was said is said, and what follows upon it does not wait.
      storeLastMessage(app.db, chat.id, message_id).catch((error) =>
        app.log.warn({ err: error, message_id }, 'an answer is not noted'),
      )
    return answer
  }
}
