import { Composer } from 'grammy'
import type { InlineKeyboardButton, Message } from 'grammy/types'
import { Link } from '#contract/calls/fields.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Prompt } from '#services/bot/context.ts'
import { actorOf, type BotContext } from '#services/bot/context.ts'
import { storeAttachment } from '#services/bot/dialog/attached-file.ts'
import { editMessage, readerOf } from '#services/bot/dialog/edit-message.ts'
import { cancelPrompt, findOpenPrompt } from '#services/bot/dialog/prompt-rows.ts'
import { answers, ask, cancelKey, continuePrompt } from '#services/bot/dialog/prompts.ts'
import type { Context } from '#services/core/context.ts'
import { errorText, translatorFor } from '#services/core/text/i18n.ts'
import { handIn } from '#services/deals/actions.ts'
import { dealKey } from '#services/deals/keyboard.ts'
import { escapeHtml } from '#services/notifications/format.ts'
import { textOf, tooLong } from './return-and-review.ts'

/**
 * Handing in work in the bot's chat. Text, a link and files are collected over several messages until the
 * executor presses Done.
 */

type HandInDraft = { text?: string; link?: string; file_ids: number[] }
type MessageContext = BotContext & { msg: Message }

const draftIn = ({ details }: Prompt): HandInDraft => ({ file_ids: [], ...(details as Partial<HandInDraft>) })

export async function askForWork(app: Context, ctx: BotContext, listing_id: number): Promise<void> {
  const text = translatorFor(ctx.person.ui_language)('bot.deal.hand_in')
  const reply_to = ctx.callbackQuery?.message?.message_id
  await ask(app, ctx, 'hand_in', text, {
    subject_id: listing_id,
    reply_to,
    buttons: [doneKeys(ctx, listing_id)],
  })
}

export function handInWords(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  composer.use(answers(['hand_in'], (ctx, prompt) => collectPart(app, ctx, prompt)))
  return composer
}

/** Adds a message to the draft, shows the draft so far and keeps the prompt open. */
async function collectPart(app: Context, ctx: MessageContext, prompt: Prompt): Promise<void> {
  const { gathered, refused } = await addToDraft(app, ctx, draftIn(prompt))
  await continuePrompt(app, ctx, prompt, gathered)
  const keyboard = [doneKeys(ctx, prompt.subject_id ?? 0), [cancelKey(ctx)]]
  await editMessage(app, ctx, prompt.message_id, { text: summary(ctx, gathered), keyboard })
  if (refused) await ctx.reply(refused, { reply_parameters: { message_id: ctx.msg.message_id } })
}

/** @returns the new draft, and the reason if a part was rejected */
async function addToDraft(
  app: Context,
  ctx: MessageContext,
  before: HandInDraft,
): Promise<{ gathered: HandInDraft; refused?: string }> {
  const language = ctx.person.ui_language
  const words = textOf(ctx)
  const link = before.link === undefined ? Link.safeParse(words).data : undefined
  const text = link ? before.text : [before.text, words].filter(Boolean).join('\n') || undefined
  if ([...(text ?? '')].length > limits.deal.text)
    return { gathered: before, refused: tooLong(ctx, limits.deal.text) }
  const next: HandInDraft = { ...before, ...(text && { text }), ...(link && { link }) }
  if (before.file_ids.length >= limits.files.count && ctx.msg.text === undefined)
    return {
      gathered: next,
      refused: translatorFor(language)('bot.deal.many_files', { limit: limits.files.count }),
    }
  try {
    return { gathered: { ...next, file_ids: [...before.file_ids, ...(await storeAttachment(app, ctx))] } }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const allowedKinds =
      error.code === 'unsupported_type' ? ` ${translatorFor(language)('bot.reply.kinds')}` : ''
    return { gathered: next, refused: errorText(language, error.code) + allowedKinds }
  }
}

const isEmpty = ({ text, link, file_ids }: HandInDraft) => !text && !link && file_ids.length === 0

function doneKeys(ctx: BotContext, id: number): InlineKeyboardButton[] {
  return [dealKey(readerOf(ctx), 'done', { id }, { style: 'primary' })]
}

function summary({ person }: BotContext, gathered: HandInDraft): string {
  const translate = translatorFor(person.ui_language)
  if (isEmpty(gathered)) return translate('bot.deal.hand_in')
  const { text, link, file_ids } = gathered
  const parts = [...(text ? [escapeHtml(text)] : []), ...(link ? [escapeHtml(link)] : [])]
  if (file_ids.length > 0) parts.push(translate('bot.deal.hand_in.files', { count: file_ids.length }))
  return `${translate('bot.deal.hand_in')}\n\n<blockquote>${parts.join('\n')}</blockquote>`
}

/**
 * @returns key of the text for the alert
 * @throws not_owner, not_found, wrong_state
 */
export async function submitHandIn(app: Context, ctx: BotContext, listing_id: number): Promise<string> {
  const message_id = ctx.callbackQuery?.message?.message_id ?? 0
  const promptKey = { user_id: ctx.person.id, message_id }
  const open = await findOpenPrompt(app, promptKey)
  if (open?.subject_id !== listing_id) return 'changed'
  const gathered = draftIn(open)
  if (isEmpty(gathered)) return 'empty'
  const translate = translatorFor(ctx.person.ui_language)
  try {
    await handIn(actorOf(app, ctx), listing_id, gathered)
    await editMessage(app, ctx, message_id, { text: translate('bot.deal.handed_in') })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const isChanged = error.code === 'wrong_state' || error.code === 'not_owner'
    const reason = isChanged ? translate('bot.deal.changed') : errorText(ctx.person.ui_language, error.code)
    await editMessage(app, ctx, message_id, { text: translate('bot.deal.not_handed_in', { reason }) })
    throw error
  } finally {
    await cancelPrompt(app, promptKey)
  }
  return 'handed_in'
}
