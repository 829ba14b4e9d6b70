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
import { answers, cancelButton, continuePrompt, sendPrompt } from '#services/bot/dialog/prompts.ts'
import type { Context } from '#services/core/context.ts'
import { errorText, translatorFor } from '#services/core/text/i18n.ts'
import { handIn } from '#services/deals/actions.ts'
import { dealButton } from '#services/deals/keyboard.ts'
import { escapeHtml } from '#services/notifications/format.ts'
import { textOf, tooLong } from './return-and-review.ts'

/**
 * Collects an executor's work in the bot's chat. Text, a link and files arrive over several messages, until the
 * executor presses Done.
 */

type HandInDraft = { text?: string; link?: string; file_ids: number[] }
type MessageContext = BotContext & { msg: Message }

const draftIn = ({ details }: Prompt): HandInDraft => ({ file_ids: [], ...(details as Partial<HandInDraft>) })

export async function askForWork(app: Context, ctx: BotContext, listing_id: number): Promise<void> {
  const text = translatorFor(ctx.person.ui_language)('bot.deal.hand_in')
  const reply_to = ctx.callbackQuery?.message?.message_id
  await sendPrompt(app, ctx, 'hand_in', text, {
    subject_id: listing_id,
    reply_to,
    buttons: [doneRow(ctx, listing_id)],
  })
}

export function handInAnswers(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  composer.use(answers(['hand_in'], (ctx, prompt) => collectPart(app, ctx, prompt)))
  return composer
}

/** Adds a message to the draft of a hand-in, shows the draft so far and keeps the bot's question open. */
async function collectPart(app: Context, ctx: MessageContext, prompt: Prompt): Promise<void> {
  const { draft, refusal } = await addToDraft(app, ctx, draftIn(prompt))
  await continuePrompt(app, ctx, prompt, draft)
  const keyboard = [doneRow(ctx, prompt.subject_id ?? 0), [cancelButton(ctx)]]
  await editMessage(app, ctx, prompt.message_id, { text: draftText(ctx, draft), keyboard })
  if (refusal) await ctx.reply(refusal, { reply_parameters: { message_id: ctx.msg.message_id } })
}

/**
 * Adds a message to the draft of a hand-in.
 * @returns the draft with the new message, and the reason if a part of the message was rejected
 */
async function addToDraft(
  app: Context,
  ctx: MessageContext,
  draft: HandInDraft,
): Promise<{ draft: HandInDraft; refusal?: string }> {
  const language = ctx.person.ui_language
  const words = textOf(ctx)
  const link = draft.link === undefined ? Link.safeParse(words).data : undefined
  const text = link ? draft.text : [draft.text, words].filter(Boolean).join('\n') || undefined
  if ([...(text ?? '')].length > limits.deal.text) return { draft, refusal: tooLong(ctx, limits.deal.text) }
  const changed: HandInDraft = { ...draft, ...(text && { text }), ...(link && { link }) }
  if (draft.file_ids.length >= limits.files.count && ctx.msg.text === undefined)
    return {
      draft: changed,
      refusal: translatorFor(language)('bot.deal.many_files', { limit: limits.files.count }),
    }
  try {
    return { draft: { ...changed, file_ids: [...draft.file_ids, ...(await storeAttachment(app, ctx))] } }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const allowedKinds =
      error.code === 'unsupported_type' ? ` ${translatorFor(language)('bot.reply.kinds')}` : ''
    return { draft: changed, refusal: errorText(language, error.code) + allowedKinds }
  }
}

const isEmpty = ({ text, link, file_ids }: HandInDraft) => !text && !link && file_ids.length === 0

function doneRow(ctx: BotContext, id: number): InlineKeyboardButton[] {
  return [dealButton(readerOf(ctx), 'done', { id }, { style: 'primary' })]
}

function draftText({ person }: BotContext, draft: HandInDraft): string {
  const translate = translatorFor(person.ui_language)
  if (isEmpty(draft)) return translate('bot.deal.hand_in')
  const { text, link, file_ids } = draft
  const parts = [...(text ? [escapeHtml(text)] : []), ...(link ? [escapeHtml(link)] : [])]
  if (file_ids.length > 0) parts.push(translate('bot.deal.hand_in.files', { count: file_ids.length }))
  return `${translate('bot.deal.hand_in')}\n\n<blockquote>${parts.join('\n')}</blockquote>`
}

/**
 * Hands in the work that the draft collected.
 * @returns text key of the alert
 * @throws not_owner, not_found, wrong_state
 */
export async function submitHandIn(app: Context, ctx: BotContext, listing_id: number): Promise<string> {
  const message_id = ctx.callbackQuery?.message?.message_id ?? 0
  const promptKey = { user_id: ctx.person.id, message_id }
  const prompt = await findOpenPrompt(app, promptKey)
  if (prompt?.subject_id !== listing_id) return 'changed'
  const draft = draftIn(prompt)
  if (isEmpty(draft)) return 'empty'
  const translate = translatorFor(ctx.person.ui_language)
  try {
    await handIn(actorOf(app, ctx), listing_id, draft)
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
