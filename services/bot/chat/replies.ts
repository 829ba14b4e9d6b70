import { Composer } from 'grammy'
import { actorOf, type BotContext } from '#services/bot/context.ts'
import { findConfirmed, noteConfirmation } from '#services/chat/confirmations.ts'
import { markRead } from '#services/chat/read-marks.ts'
import type { Context } from '#services/core/context.ts'
import { createMemory } from '#services/core/memory.ts'
import { translate } from '#services/core/text/i18n.ts'
import { findNotifiedMessage } from '#services/notifications/queries.ts'
import { writeToRoom } from './actions.ts'

/**
 * An answer to "New message" in the bot is a message in that room that quotes it, and an answer to "Sent to the chat"
 * one more without a quote: under all of the room's rules, words, or a photo or document with its caption. Each photo of an
 * album is a message.
 */
export function roomReplies(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  // To its sender an album is one thing: the same is not said about each of its photos.
  const said = createMemory<string>({ ms: 10 * 60_000, most: 10_000 })

  composer.chatType('private').on('message', async (ctx, next) => {
    const notice = ctx.msg.reply_to_message
    if (notice?.from?.id !== ctx.me.id) return next()
    const told: Told | undefined =
      (await findNotifiedMessage(app.db, ctx.person.id, notice.message_id)) ??
      (await findConfirmed(app.db, ctx.person.id, notice.message_id))
    if (!told) return next()
    const answer = await answerTo(app, ctx, told)
    const album = `${ctx.person.id}:${ctx.msg.media_group_id ?? `message ${ctx.msg.message_id}`}`
    if (said.find(album, app.now()) === answer) return
    said.keep(album, answer, app.now())
    const { message_id: telegram_message_id } = ctx.msg
    const { message_id } = await ctx.reply(answer, { reply_parameters: { message_id: telegram_message_id } })
    const confirmation = { telegram_message_id, sender_id: ctx.person.id, confirmed_as: message_id }
    await noteConfirmation(app.db, confirmation)
  })
  return composer
}

/** `message_id`: of the other side, which is quoted and so was read. */
type Told = { room_id: number; name: string; message_id?: number }

/** @returns what the person is told */
async function answerTo(app: Context, ctx: BotContext, { room_id, message_id, name }: Told): Promise<string> {
  const refusal = await writeToRoom(app, ctx, async () => ({ room_id, reply_to: message_id }))
  if (refusal) return refusal
  // An answer shows that the person has read the message.
  if (message_id) await markRead(actorOf(app, ctx), message_id)
  return translate(ctx.person.ui_language)('bot.reply.sent', { name })
}
