import { Composer } from 'grammy'
import type { InlineKeyboardButton, Message } from 'grammy/types'
import type { BotContext, Prompt } from '#services/bot/context.ts'
import type { Context } from '#services/core/context.ts'
import { translate } from '#services/core/text/i18n.ts'
import {
  cancelPrompt,
  findAlbumPrompt,
  findPrompt,
  markAnswered,
  reopenPrompt,
  type Said,
  storePrompt,
} from './prompt-rows.ts'

/** What the bot asks people to write. */
export const promptKinds = [
  ...(['reason', 'question', 'consequence', 'answer', 'appeal', 'support', 'room'] as const),
  ...(['respond_price', 'respond_letter'] as const),
  ...(['remark', 'review', 'hand_in'] as const),
] as const
export type PromptKind = (typeof promptKinds)[number]

/** How long a message in the person's own chat counts as the answer without being a reply. */
const holdsMs = 10 * 60_000
const cancelPress = 'v1:cancel'

type Asking = {
  /** What the answer is about; comes back with it. */
  subject_id?: number
  details?: Record<string, unknown>
  /** The message above the question, such as the card whose button was pressed. */
  reply_to?: number
  /** The text is HTML of the Bot API. */
  is_html?: boolean
  /** Above Cancel, in a private chat. */
  buttons?: InlineKeyboardButton[][]
}

/**
 * Asks the person of this update to write something. In their own chat the next text, photo or document that is no
 * command and no reply to something else is the answer, for ten minutes; a reply to the question always is. Cancel
 * ends it, and so does another question as far as plain messages go. In a group only a reply counts. The answer
 * comes to the middleware of `answers(kind, …)`; to ask once more after a bad answer, ask again with other words.
 */
export async function ask(
  app: Context,
  ctx: BotContext,
  kind: PromptKind,
  text: string,
  { subject_id, details = {}, reply_to, is_html, buttons = [] }: Asking = {},
): Promise<void> {
  const isPrivate = ctx.chat?.type === 'private'
  const { chat, message_id } = await ctx.reply(text, {
    ...(is_html && { parse_mode: 'HTML' }),
    reply_markup: isPrivate
      ? { inline_keyboard: [...buttons, [cancelKey(ctx)]] }
      : { force_reply: true, selective: true },
    ...(reply_to && { reply_parameters: { message_id: reply_to, allow_sending_without_reply: true } }),
  })
  await storePrompt(app, {
    user_id: ctx.person.id,
    chat_id: chat.id,
    message_id,
    kind,
    subject_id: subject_id ?? null,
    details,
    holds_until: isPrivate ? new Date(app.now().getTime() + holdsMs) : null,
  })
}

export function cancelKey({ person }: BotContext): InlineKeyboardButton {
  return { text: translate(person.ui_language)('bot.prompt.cancel'), callback_data: cancelPress }
}

/** The question that was just answered takes more, for another ten minutes. */
export async function goOn(
  app: Context,
  ctx: BotContext,
  { id }: Prompt,
  details: Record<string, unknown>,
): Promise<void> {
  await reopenPrompt(app, id, details, new Date(app.now().getTime() + holdsMs))
  ctx.prompt = undefined
}

type Heard = BotContext & { msg: Message }
type Hear = (ctx: Heard, prompt: Prompt) => Promise<unknown>

/**
 * The part of a feature that hears what people answer to its questions: a text, a photo or a document. An album is
 * one answer; `more` hears its other parts, which are dropped without it.
 */
export function answers(kinds: readonly PromptKind[], hear: Hear, more: Hear = ignore): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  composer.on('message', async (ctx, next) => {
    const { prompt } = ctx
    if (!prompt || !(kinds as readonly string[]).includes(prompt.kind)) return next()
    await (ctx.isMoreOfAlbum ? more : hear)(ctx, prompt)
  })
  return composer
}

async function ignore(): Promise<void> {}

/** Finds out which question of the bot a message answers, as `ctx.prompt`, and hears Cancel. */
export function prompts(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.chatType('private').callbackQuery(cancelPress, async (ctx) => {
    const say = translate(ctx.person.ui_language)
    const { message } = ctx.callbackQuery
    const { message_id } = message ?? {}
    const isCancelled = message_id && (await cancelPrompt(app, { user_id: ctx.person.id, message_id }))
    const text = say(isCancelled ? 'bot.prompt.cancelled' : 'bot.prompt.over')
    await ctx.answerCallbackQuery({ text })
    await (isCancelled ? ctx.editMessageText(text) : ctx.editMessageReplyMarkup()).catch(note(app))
  })

  composer.on('message', async (ctx, next) => {
    const said = saidIn(ctx)
    ctx.prompt = await findAlbumPrompt(app, said)
    ctx.isMoreOfAlbum = ctx.prompt !== undefined
    if (ctx.prompt || isCommand(ctx.msg)) return next()
    const prompt = await findPrompt(app, said)
    if (!prompt) return next()
    if (!isAnswer(ctx.msg)) return isElsewhere(ctx.msg) ? next() : refuse(ctx)
    if (!(await markAnswered(app, prompt.id, said))) return next()
    ctx.prompt = prompt
    await next()
    if (ctx.prompt) await clear(app, ctx, prompt)
  })
  return composer
}

/** What a message says about itself. */
export function saidIn({ person, msg }: Heard): Said {
  return {
    user_id: person.id,
    chat_id: msg.chat.id,
    message_id: msg.message_id,
    reply_to: msg.reply_to_message?.message_id,
    said_at: new Date(msg.date * 1000),
    album: msg.media_group_id,
  }
}

function isCommand({ text }: Message): boolean {
  return text?.startsWith('/') === true
}

function isAnswer({ text, photo, document, animation }: Message): boolean {
  return text !== undefined || photo !== undefined || (document !== undefined && animation === undefined)
}

/** A shared phone number, an inline card, and what Telegram itself reports are no answers to anything. */
function isElsewhere({ contact, via_bot, voice, video, video_note, audio, sticker, animation }: Message) {
  if (contact || via_bot) return true
  return !(voice || video || video_note || audio || sticker || animation)
}

/** The question goes on waiting. */
async function refuse(ctx: Heard): Promise<void> {
  const reply_parameters = { message_id: ctx.msg.message_id }
  await ctx.reply(translate(ctx.person.ui_language)('bot.prompt.kinds'), { reply_parameters })
}

/** An answered question leaves the group, where others work; in one's own chat it only loses its buttons. */
async function clear(app: Context, ctx: Heard, { chat_id, message_id }: Prompt): Promise<void> {
  const isPrivate = ctx.chat?.type === 'private'
  await (isPrivate
    ? ctx.api.editMessageReplyMarkup(chat_id, message_id)
    : ctx.api.deleteMessage(chat_id, message_id)
  ).catch(note(app))
}

/** The answer has had its effect, whatever the question looks like. */
function note({ log }: Context) {
  return (error: unknown) => log.info({ reason: String(error) }, 'the question was not drawn anew')
}
