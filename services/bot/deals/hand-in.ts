import { Composer } from 'grammy'
import type { InlineKeyboardButton, Message } from 'grammy/types'
import { Link } from '#contract/calls/fields.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Prompt } from '#services/bot/context.ts'
import { actorOf, type BotContext } from '#services/bot/context.ts'
import { keepAttached } from '#services/bot/dialog/attached-file.ts'
import { editMessage, readerIn } from '#services/bot/dialog/edit-message.ts'
import { cancelPrompt, findOpenPrompt } from '#services/bot/dialog/prompt-rows.ts'
import { answers, ask, cancelKey, goOn } from '#services/bot/dialog/prompts.ts'
import type { Context } from '#services/core/context.ts'
import { errorText, translate } from '#services/core/text/i18n.ts'
import { handIn } from '#services/lifecycle/hand-over.ts'
import { dealKey } from '#services/notifications/deal-keyboard.ts'
import { escapeHtml } from '#services/notifications/format.ts'
import { tooLong, wordsOf } from './return-and-review.ts'

/**
 * Handing work in from the chat with the bot: words, a link and files are gathered, in as many messages as it takes,
 * until the executor says that this is all.
 */

type Gathered = { text?: string; link?: string; file_ids: number[] }
type Heard = BotContext & { msg: Message }

const gatheredIn = ({ details }: Prompt): Gathered => ({ file_ids: [], ...(details as Partial<Gathered>) })

export async function askForWork(app: Context, ctx: BotContext, listing_id: number): Promise<void> {
  const text = translate(ctx.person.ui_language)('bot.deal.hand_in')
  const reply_to = ctx.callbackQuery?.message?.message_id
  await ask(app, ctx, 'hand_in', text, {
    subject_id: listing_id,
    reply_to,
    buttons: [doneKeys(ctx, listing_id)],
  })
}

export function handInWords(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  composer.use(answers(['hand_in'], (ctx, prompt) => gather(app, ctx, prompt)))
  return composer
}

/** The question stays open, and says what it has got so far. */
async function gather(app: Context, ctx: Heard, prompt: Prompt): Promise<void> {
  const { gathered, refused } = await add(app, ctx, gatheredIn(prompt))
  await goOn(app, ctx, prompt, gathered)
  const keyboard = [doneKeys(ctx, prompt.subject_id ?? 0), [cancelKey(ctx)]]
  await editMessage(app, ctx, prompt.message_id, { text: summary(ctx, gathered), keyboard })
  if (refused) await ctx.reply(refused, { reply_parameters: { message_id: ctx.msg.message_id } })
}

/** @returns what there is now, and why something was left out */
async function add(
  app: Context,
  ctx: Heard,
  before: Gathered,
): Promise<{ gathered: Gathered; refused?: string }> {
  const language = ctx.person.ui_language
  const words = wordsOf(ctx)
  const link = before.link === undefined ? Link.safeParse(words).data : undefined
  const text = link ? before.text : [before.text, words].filter(Boolean).join('\n') || undefined
  if ([...(text ?? '')].length > limits.deal.text)
    return { gathered: before, refused: tooLong(ctx, limits.deal.text) }
  const said: Gathered = { ...before, ...(text && { text }), ...(link && { link }) }
  if (before.file_ids.length >= limits.files.count && ctx.msg.text === undefined)
    return {
      gathered: said,
      refused: translate(language)('bot.deal.many_files', { limit: limits.files.count }),
    }
  try {
    return { gathered: { ...said, file_ids: [...before.file_ids, ...(await keepAttached(app, ctx))] } }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const taken = error.code === 'unsupported_type' ? ` ${translate(language)('bot.reply.kinds')}` : ''
    return { gathered: said, refused: errorText(language, error.code) + taken }
  }
}

const isEmpty = ({ text, link, file_ids }: Gathered) => !text && !link && file_ids.length === 0

function doneKeys(ctx: BotContext, id: number): InlineKeyboardButton[] {
  return [dealKey(readerIn(ctx), 'done', { id }, { style: 'primary' })]
}

function summary({ person }: BotContext, gathered: Gathered): string {
  const say = translate(person.ui_language)
  if (isEmpty(gathered)) return say('bot.deal.hand_in')
  const { text, link, file_ids } = gathered
  const got = [...(text ? [escapeHtml(text)] : []), ...(link ? [escapeHtml(link)] : [])]
  if (file_ids.length > 0) got.push(say('bot.deal.hand_in.files', { count: file_ids.length }))
  return `${say('bot.deal.hand_in')}\n\n<blockquote>${got.join('\n')}</blockquote>`
}

/** @returns the key of what the person is told at once @throws not_owner, not_found, wrong_state */
export async function handInGathered(app: Context, ctx: BotContext, listing_id: number): Promise<string> {
  const message_id = ctx.callbackQuery?.message?.message_id ?? 0
  const place = { user_id: ctx.person.id, message_id }
  const open = await findOpenPrompt(app, place)
  if (open?.subject_id !== listing_id) return 'changed'
  const gathered = gatheredIn(open)
  if (isEmpty(gathered)) return 'empty'
  const say = translate(ctx.person.ui_language)
  try {
    await handIn(actorOf(app, ctx), listing_id, gathered)
    await editMessage(app, ctx, message_id, { text: say('bot.deal.handed_in') })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const isChanged = error.code === 'wrong_state' || error.code === 'not_owner'
    const reason = isChanged ? say('bot.deal.changed') : errorText(ctx.person.ui_language, error.code)
    await editMessage(app, ctx, message_id, { text: say('bot.deal.not_handed_in', { reason }) })
    throw error
  } finally {
    await cancelPrompt(app, place)
  }
  return 'handed_in'
}
