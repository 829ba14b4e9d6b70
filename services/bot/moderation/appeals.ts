import { Composer } from 'grammy'
import type { Message } from 'grammy/types'
import { defaultLanguage } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { appealLength } from '#contract/rejection.ts'
import type { BotContext, Prompt } from '#services/bot/context.ts'
import { mediaOf } from '#services/bot/dialog/attached-file.ts'
import { answers, type PromptKind, sendPrompt } from '#services/bot/dialog/prompts.ts'
import { catchRefusal, replyWithOutcome } from '#services/bot/dialog/refusals.ts'
import type { Context } from '#services/core/context.ts'
import { errorText, translatorFor } from '#services/core/text/i18n.ts'
import { appeal } from '#services/moderation/appeals/appeals.ts'
import { answer, findLastAnswer } from '#services/moderation/appeals/questions.ts'
import {
  type AuthorStatement,
  checkMayWrite,
  forwardEvidence,
} from '#services/moderation/decisions/evidence.ts'
import { shorten } from '#services/notifications/format.ts'
import { answerPress } from './review-card.ts'

const kinds = ['answer', 'appeal'] as const satisfies PromptKind[]
/** Maximum characters of an earlier answer shown in a Telegram alert. */
const maxShownAnswer = 120

/**
 * Handles authors' answers to moderators' questions, and appeals against rejections, with attached files as evidence.
 */
export function appeals(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.chatType('private').callbackQuery(/^v1:(answer|appeal):([1-9]\d{0,14})$/, async (ctx) => {
    const listing_id = Number(ctx.match[2])
    const statement: AuthorStatement = {
      kind: ctx.match[1] as AuthorStatement['kind'],
      listing_id,
      author_id: ctx.person.id,
    }
    let evidenceKey = ''
    const refusal = await catchRefusal(async () => {
      evidenceKey = await checkMayWrite(app.db, statement)
    })
    if (refusal?.code === 'nothing_asked') return showEarlierAnswer(app, ctx, listing_id)
    const { ui_language } = ctx.person
    if (refusal)
      return answerPress(app, ctx, { text: errorText(ui_language, refusal.code), show_alert: true })
    await ctx.answerCallbackQuery()
    const text = translatorFor(ui_language)(`bot.moderation.prompt.${statement.kind}`, {
      id: String(listing_id),
    })
    const reply_to = ctx.callbackQuery.message?.message_id
    await sendPrompt(app, ctx, statement.kind, text, {
      subject_id: listing_id,
      details: { about: evidenceKey },
      reply_to,
    })
  })

  composer.use(
    answers(
      kinds,
      (ctx, prompt) => receiveAnswer(app, ctx, prompt),
      (ctx, prompt) => receiveAlbumPart(app, ctx, prompt),
    ),
  )
  return composer
}

type MessageContext = BotContext & { msg: Message }

async function receiveAnswer(app: Context, ctx: MessageContext, prompt: Prompt): Promise<void> {
  const language = ctx.person.ui_language
  const translate = translatorFor(language)
  const words = (ctx.msg.text ?? ctx.msg.caption ?? '').trim()
  const listing_id = prompt.subject_id ?? 0
  const statement: AuthorStatement = {
    kind: prompt.kind as AuthorStatement['kind'],
    listing_id,
    author_id: ctx.person.id,
  }
  let evidenceKey = ''
  const notAllowed = await catchRefusal(async () => {
    evidenceKey = await checkMayWrite(app.db, statement)
  })
  if (notAllowed) return replyWithOutcome(ctx, notAllowed, '')
  const isAccepted = await forwardMedia(app, ctx, evidenceKey, listing_id)
  const limitText = translate('bot.moderation.evidence.many', { limit: String(limits.moderation.evidence) })
  if (!words && !isAccepted) return repeatPrompt(limitText)
  if (!isAccepted) await ctx.reply(limitText, { reply_parameters: { message_id: ctx.msg.message_id } })
  if (!words && statement.kind === 'appeal') return repeatPrompt(translate('bot.moderation.words'))
  // The author may answer with a picture alone.
  const text = words || translatorFor(defaultLanguage)('bot.moderation.evidence.only')
  const count = [...text].length
  const { min, max } = prompt.kind === 'appeal' ? appealLength : limits.moderation.answer
  if (count > max) return repeatPrompt(errorText(language, 'too_large'))
  if (count < min) return repeatPrompt(translate('bot.moderation.short', { count, min }))
  const refusal = await catchRefusal(() =>
    (prompt.kind === 'answer' ? answer : appeal)(app, { ...statement, text }),
  )
  await replyWithOutcome(ctx, refusal, translate(`bot.moderation.done.${prompt.kind}`))

  function repeatPrompt(text: string): Promise<void> {
    const reply_to = ctx.msg.message_id
    return sendPrompt(app, ctx, prompt.kind as PromptKind, text, {
      subject_id: listing_id,
      details: { about: evidenceKey },
      reply_to,
    })
  }
}

/**
 * Handles the further parts of an album. The first part is the author's answer, and each further part is added to it as
 * evidence.
 */
async function receiveAlbumPart(
  app: Context,
  ctx: MessageContext,
  { subject_id, details }: Prompt,
): Promise<void> {
  if (typeof details.about === 'string') await forwardMedia(app, ctx, details.about, subject_id ?? 0, true)
}

/**
 * Adds a file to an author's answer or appeal.
 * @returns false if the author has already sent the maximum number of files
 */
async function forwardMedia(
  app: Context,
  ctx: MessageContext,
  evidenceKey: string,
  listing_id: number,
  isMore = false,
): Promise<boolean> {
  const media = mediaOf(ctx.msg)
  if (!media) return true
  const evidence = { listing_id, author_id: ctx.person.id, message_id: ctx.msg.message_id, media }
  return forwardEvidence(app, evidenceKey, evidence, isMore)
}

/**
 * Returns the alert for a question that is no longer open: the author's earlier answer, or a note that the question is
 * closed.
 */
async function showEarlierAnswer(app: Context, ctx: BotContext, listing_id: number): Promise<void> {
  const answer = await findLastAnswer(app.db, listing_id, ctx.person.id)
  const language = ctx.person.ui_language
  const text = answer
    ? translatorFor(language)('bot.moderation.answer.known', { answer: shorten(answer, maxShownAnswer) })
    : errorText(language, 'nothing_asked')
  await answerPress(app, ctx, { text, show_alert: true })
}
