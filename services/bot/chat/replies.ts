import { Composer } from 'grammy'
import { LRUCache } from 'lru-cache'
import { actorOf, type BotContext } from '#services/bot/context.ts'
import { findConfirmedChat, findNotifiedMessage, storeConfirmation } from '#services/chat/push.ts'
import { markRead } from '#services/chat/read-marks.ts'
import type { Context } from '#services/core/context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { writeToChat } from './actions.ts'

/**
 * Passes replies in Telegram on to a chat. A reply to the bot's "New message" or "Sent to the chat" goes to the chat
 * that the message is about; a reply to "New message" also quotes that message. The chat's rules apply: a text, or a
 * photo or document with a caption. Each photo of an album is a separate message.
 */
export function chatReplies(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  // Latest confirmation sent for each album. A sender regards an album as one message, so the same confirmation is not
  // repeated for each photo.
  const lastAnswers = new LRUCache<string, string>({
    max: 10_000,
    ttl: 10 * 60_000,
    perf: { now: () => app.now().getTime() },
  })

  composer.chatType('private').on('message', async (ctx, next) => {
    const notice = ctx.msg.reply_to_message
    if (notice?.from?.id !== ctx.me.id) return next()
    const target: RepliedNotice | undefined =
      (await findNotifiedMessage(app.db, ctx.person.id, notice.message_id)) ??
      (await findConfirmedChat(app.db, ctx.person.id, notice.message_id))
    if (!target) return next()
    const answer = await passReply(app, ctx, target)
    const album = `${ctx.person.id}:${ctx.msg.media_group_id ?? `message ${ctx.msg.message_id}`}`
    if (lastAnswers.get(album) === answer) return
    lastAnswers.set(album, answer)
    const { message_id: telegram_message_id } = ctx.msg
    const { message_id } = await ctx.reply(answer, { reply_parameters: { message_id: telegram_message_id } })
    const confirmation = { telegram_message_id, sender_id: ctx.person.id, confirmed_as: message_id }
    await storeConfirmation(app.db, confirmation)
  })
  return composer
}

/**
 * A bot message to which a person replied. `message_id` is the chat message that the bot message showed; the reply
 * quotes it and marks it as read. `message_id` is absent if the bot message confirmed the person's own message.
 */
type RepliedNotice = { room_id: number; name: string; message_id?: number }

/**
 * Passes a person's reply on to a chat.
 * @returns text with which the bot answers the person
 */
async function passReply(
  app: Context,
  ctx: BotContext,
  { room_id, message_id, name }: RepliedNotice,
): Promise<string> {
  const refusal = await writeToChat(app, ctx, async () => ({ room_id, reply_to: message_id }))
  if (refusal) return refusal
  // A person who replies to a chat message has read it.
  if (message_id) await markRead(actorOf(app, ctx), message_id)
  return translatorFor(ctx.person.ui_language)('bot.reply.sent', { name })
}
