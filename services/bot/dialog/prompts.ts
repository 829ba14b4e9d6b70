import { Composer } from 'grammy'
import type { InlineKeyboardButton, Message } from 'grammy/types'
import { limits } from '#contract/limits.ts'
import type { BotContext, Prompt, WaitingQuestion } from '#services/bot/context.ts'
import type { Context } from '#services/core/context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import {
  cancelPrompt,
  findAlbumPrompt,
  findPrompt,
  markAnswered,
  receivedMessage,
  reopenPrompt,
  storePrompt,
} from './prompt-rows.ts'
import { listWaitingQuestions } from './waiting-questions.ts'

/** Kinds of text for which the bot asks people. */
export const promptKinds = [
  'reason',
  'question',
  'consequence',
  'answer',
  'appeal',
  'support',
  'room',
  'respond_price',
  'respond_letter',
  'remark',
  'review',
  'hand_in',
  'other_price',
] as const
export type PromptKind = (typeof promptKinds)[number]

const cancelPress = 'v1:cancel'

type PromptOptions = {
  /** Id of the subject of the question, such as a listing. The handler of the answer gets the same id. */
  subject_id?: number
  details?: Record<string, unknown>
  /** Id of the message to which the bot's question replies, such as the message with the pressed button. */
  reply_to?: number
  /** True if the text of the question is Bot API HTML. */
  is_html?: boolean
  /** Rows of buttons above the Cancel button, for questions in a private chat. */
  buttons?: InlineKeyboardButton[][]
  /** Buttons in the row of the Cancel button, before it. */
  beside_cancel?: InlineKeyboardButton[]
}

/**
 * Asks the sender of this update to write something. In a private chat the next text, photo or document within ten
 * minutes is the answer, unless it is a command or a reply to another message. A reply to the question always counts.
 * Cancel closes the question. While several questions are open, the bot asks which one a plain message answers. In a
 * group only a reply counts. The answer arrives in the middleware of `answers(kind, …)`. To repeat the question after an
 * invalid answer, call `sendPrompt` again with another text.
 */
export async function sendPrompt(
  app: Context,
  ctx: BotContext,
  kind: PromptKind,
  text: string,
  { subject_id, details = {}, reply_to, is_html, buttons = [], beside_cancel = [] }: PromptOptions = {},
): Promise<void> {
  const isPrivate = ctx.chat?.type === 'private'
  const { chat, message_id } = await ctx.reply(text, {
    ...(is_html && { parse_mode: 'HTML' }),
    reply_markup: isPrivate
      ? { inline_keyboard: [...buttons, [...beside_cancel, cancelButton(ctx)]] }
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
    holds_until: isPrivate ? new Date(app.now().getTime() + limits.prompt.plainMs) : null,
  })
}

export function cancelButton({ person }: BotContext): InlineKeyboardButton {
  return { text: translatorFor(person.ui_language)('bot.prompt.cancel'), callback_data: cancelPress }
}

/** Reopens the bot's question that was just answered for another ten minutes, so that it takes one more message. */
export async function continuePrompt(
  app: Context,
  ctx: BotContext,
  { id }: Prompt,
  details: Record<string, unknown>,
): Promise<void> {
  await reopenPrompt(app, id, details, new Date(app.now().getTime() + limits.prompt.plainMs))
  ctx.prompt = undefined
}

type MessageContext = BotContext & { msg: Message }
type PromptHandler = (ctx: MessageContext, prompt: Prompt) => Promise<unknown>

/**
 * Creates middleware that gets the answers to questions of these kinds: a text, a photo or a document.
 * `handleAlbumPart` gets the further parts of an album; by default they are ignored.
 */
export function answers(
  kinds: readonly PromptKind[],
  handle: PromptHandler,
  handleAlbumPart: PromptHandler = ignore,
): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  composer.on('message', async (ctx, next) => {
    const { prompt } = ctx
    if (!prompt || !(kinds as readonly string[]).includes(prompt.kind)) return next()
    await (ctx.isMoreOfAlbum ? handleAlbumPart : handle)(ctx, prompt)
  })
  return composer
}

async function ignore(): Promise<void> {}

/**
 * Sets `ctx.prompt` to the bot's question that a message answers, or `ctx.questions` if the sender has to choose one.
 * Also handles the Cancel button.
 */
export function prompts(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.chatType('private').callbackQuery(cancelPress, async (ctx) => {
    const translate = translatorFor(ctx.person.ui_language)
    const { message } = ctx.callbackQuery
    const { message_id } = message ?? {}
    const isCancelled = message_id && (await cancelPrompt(app, { user_id: ctx.person.id, message_id }))
    const text = translate(isCancelled ? 'bot.prompt.cancelled' : 'bot.prompt.over')
    await ctx.answerCallbackQuery({ text })
    await (isCancelled ? ctx.editMessageText(text) : ctx.editMessageReplyMarkup()).catch(logFailure(app))
  })

  composer.on('message', async (ctx, next) => {
    const received = receivedMessage(ctx)
    ctx.prompt = await findAlbumPrompt(app, received)
    ctx.isMoreOfAlbum = ctx.prompt !== undefined
    if (ctx.prompt || isCommand(ctx.msg)) return next()
    const repliedPrompt = await findPrompt(app, received)
    const questions = repliedPrompt ? [] : await findQuestions(app, ctx)
    const prompt = repliedPrompt ?? onlyQuestion(questions)
    if (!prompt && questions.length === 0) return next()
    if (!isAnswer(ctx.msg)) {
      const isOpen = prompt || questions.some(({ is_live }) => is_live)
      return isUnrelated(ctx.msg) || !isOpen ? next() : refuseKind(ctx)
    }
    if (!prompt) {
      ctx.questions = questions
      return next()
    }
    if (!(await markAnswered(app, prompt.id, received))) return next()
    ctx.prompt = prompt
    await next()
    if (ctx.prompt) await clearPrompt(app, ctx, prompt)
  })
  return composer
}

/**
 * Finds the questions that a plain message of a private chat may answer. While one takes plain messages, lapsed
 * questions are left out, but for those of moderators, who wait for the answer.
 */
async function findQuestions(app: Context, ctx: MessageContext): Promise<WaitingQuestion[]> {
  if (ctx.chat?.type !== 'private' || ctx.msg.reply_to_message) return []
  const waitingQuestions = await listWaitingQuestions(app, receivedMessage(ctx))
  // A blocked person can write to support only.
  const isBlocked = ctx.person.status === 'blocked'
  const questions = waitingQuestions.filter(({ kind }) => !isBlocked || kind === 'support')
  const hasLive = questions.some(({ is_live }) => is_live)
  return hasLive ? questions.filter(({ is_live, kind }) => is_live || kind === 'answer') : questions
}

/** The question that takes a plain message without a choice: it is the only open one, and less than ten minutes old. */
function onlyQuestion([first, second]: WaitingQuestion[]): WaitingQuestion | undefined {
  return first?.is_live && !second ? first : undefined
}

function isCommand({ text }: Message): boolean {
  return text?.startsWith('/') === true
}

function isAnswer({ text, photo, document, animation }: Message): boolean {
  return text !== undefined || photo !== undefined || (document !== undefined && animation === undefined)
}

/** A contact, an inline card or a service message never answers a question of the bot. */
function isUnrelated({ contact, via_bot, voice, video, video_note, audio, sticker, animation }: Message) {
  if (contact || via_bot) return true
  return !(voice || video || video_note || audio || sticker || animation)
}

/** Tells the person that a message of this kind cannot answer the question. The question stays open. */
async function refuseKind(ctx: MessageContext): Promise<void> {
  const reply_parameters = { message_id: ctx.msg.message_id }
  await ctx.reply(translatorFor(ctx.person.ui_language)('bot.prompt.kinds'), { reply_parameters })
}

/**
 * Removes an answered question of the bot. In a group the message is deleted, because it would disturb others. In a
 * private chat only its buttons are removed.
 */
async function clearPrompt(
  app: Context,
  ctx: MessageContext,
  { chat_id, message_id }: Prompt,
): Promise<void> {
  const isPrivate = ctx.chat?.type === 'private'
  await (isPrivate
    ? ctx.api.editMessageReplyMarkup(chat_id, message_id)
    : ctx.api.deleteMessage(chat_id, message_id)
  ).catch(logFailure(app))
}

/** The answer has already taken effect, so a failure to redraw the bot's question is only logged. */
function logFailure({ log }: Context) {
  return (error: unknown) => log.info({ reason: String(error) }, 'the question was not drawn anew')
}
