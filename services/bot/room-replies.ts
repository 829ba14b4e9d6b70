import { Composer } from 'grammy'
import { text } from '#contract/calls/fields.ts'
import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { markRead } from '#services/chat/reading.ts'
import { isNewMessage, type NewMessage, sendMessage } from '#services/chat/writing.ts'
import type { Context } from '#services/core/context.ts'
import { errorText, translate } from '#services/core/i18n.ts'
import { createMemory } from '#services/core/memory.ts'
import { keepUpload } from '#services/files/upload.ts'
import { findNotifiedMessage } from '#services/notifications/queries.ts'
import { attachedTo, withAttached } from './attached-file.ts'
import { actorOf, type BotContext } from './context.ts'

/**
 * An answer to "New message" in the bot is a message in that room that quotes it, under all of its rules: words, or a
 * photo or document with its caption. Each photo of an album is a message.
 */
export function roomReplies(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  // To its sender an album is one thing: the same is not said about each of its photos.
  const said = createMemory<string>({ ms: 10 * 60_000, most: 10_000 })

  composer.chatType('private').on('message', async (ctx, next) => {
    const notice = ctx.msg.reply_to_message
    if (notice?.from?.id !== ctx.me.id) return next()
    const told = await findNotifiedMessage(app.db, ctx.person.id, notice.message_id)
    if (!told) return next()
    const answer = await answerTo(app, ctx, told)
    const album = `${ctx.person.id}:${ctx.msg.media_group_id ?? `message ${ctx.msg.message_id}`}`
    if (said.find(album, app.now()) === answer) return
    said.keep(album, answer, app.now())
    await ctx.reply(answer, { reply_parameters: { message_id: ctx.msg.message_id } })
  })
  return composer
}

type Told = NonNullable<Awaited<ReturnType<typeof findNotifiedMessage>>>

/** @returns what the person is told */
async function answerTo(app: Context, ctx: BotContext, { room_id, message_id, name }: Told): Promise<string> {
  const { ui_language } = ctx.person
  const say = translate(ui_language)
  const words = ctx.msg?.text ?? ctx.msg?.caption ?? ''
  const isFile = ctx.msg !== undefined && attachedTo(ctx.msg) !== undefined
  if (!isFile && ctx.msg?.text === undefined) return say('bot.reply.kinds')
  // A file needs no words.
  const content = text(isFile ? 0 : 1, limits.message.max).safeParse(words).data
  if (content === undefined) return say('bot.reply.long')
  try {
    const telegram_message_id = ctx.msg?.message_id
    await passOn(app, ctx, { room_id, content, reply_to: message_id, telegram_message_id })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return refusal(ui_language, error)
  }
  // An answer shows that the person has read the message.
  await markRead(actorOf(app, ctx), message_id)
  return say('bot.reply.sent', { name })
}

async function passOn(app: Context, ctx: BotContext, message: NewMessage): Promise<void> {
  const actor = actorOf(app, ctx)
  const attached = ctx.msg && attachedTo(ctx.msg)
  if (!attached) await sendMessage(actor, message)
  // Nothing is taken from Telegram for a message that the room refuses or has got.
  else if (await isNewMessage(actor, message))
    await withAttached(app, ctx, attached, async (upload) => {
      const { id } = await keepUpload(actor, upload, 'attachment')
      await sendMessage(actor, { ...message, file_ids: [id] })
    })
}

function refusal(language: Language, { code }: AppError): string {
  const say = translate(language)
  if (code === 'too_large') return say('bot.reply.large')
  if (code === 'unavailable') return say('bot.reply.not_given')
  const refused = say('bot.reply.refused', { reason: errorText(language, code) })
  return code === 'unsupported_type' ? `${refused} ${say('bot.reply.kinds')}` : refused
}
