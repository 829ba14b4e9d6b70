import { Composer } from 'grammy'
import { text } from '#contract/calls/fields.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { markRead } from '#services/chat/reading.ts'
import { sendMessage } from '#services/chat/writing.ts'
import type { Context } from '#services/core/context.ts'
import { errorText, translate } from '#services/core/i18n.ts'
import { findNotifiedMessage } from '#services/notifications/queries.ts'
import { actorOf, type BotContext } from './context.ts'

const Content = text(1, limits.message.max)

/** An answer to "New message" in the bot is a message in that room that quotes it, under all of its rules. */
export function roomReplies(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.chatType('private').on('message', async (ctx, next) => {
    const notice = ctx.msg.reply_to_message
    if (notice?.from?.id !== ctx.me.id) return next()
    const told = await findNotifiedMessage(app.db, ctx.person.id, notice.message_id)
    if (!told) return next()
    const say = translate(ctx.person.ui_language)
    const content = Content.safeParse(ctx.msg.text ?? '')
    const answer = content.success
      ? await write(app, ctx, told, content.data)
      : say(ctx.msg.text ? 'bot.reply.long' : 'bot.reply.text_only')
    await ctx.reply(answer, { reply_parameters: { message_id: ctx.msg.message_id } })
  })
  return composer
}

type Told = NonNullable<Awaited<ReturnType<typeof findNotifiedMessage>>>

/** @returns what the person is told */
async function write(
  app: Context,
  ctx: BotContext,
  { room_id, message_id, name }: Told,
  content: string,
): Promise<string> {
  const actor = actorOf(app, ctx)
  const { ui_language } = ctx.person
  try {
    await sendMessage(actor, {
      ...{ room_id, content, reply_to: message_id },
      telegram_message_id: ctx.msg?.message_id,
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return translate(ui_language)('bot.reply.refused', { reason: errorText(ui_language, error.code) })
  }
  // An answer shows that the person has read the message.
  await markRead(actor, message_id)
  return translate(ui_language)('bot.reply.sent', { name })
}
