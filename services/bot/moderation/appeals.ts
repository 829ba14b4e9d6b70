import { Composer } from 'grammy'
import type { Message } from 'grammy/types'
import { defaultLanguage } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { appealLength } from '#contract/rejection.ts'
import type { BotContext, Prompt } from '#services/bot/context.ts'
import { mediaOf } from '#services/bot/dialog/attached-file.ts'
import { answers, ask, type PromptKind } from '#services/bot/dialog/prompts.ts'
import { answerText, catchRefusal } from '#services/bot/dialog/refusals.ts'
import type { Context } from '#services/core/context.ts'
import { errorText, translate } from '#services/core/text/i18n.ts'
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
/** Units of an answer that an alert of Telegram has room for. */
const shownAnswer = 120

/** What authors say to moderators: answers to their questions, and why a rejection is wrong, with what shows it. */
export function appeals(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.chatType('private').callbackQuery(/^v1:(answer|appeal):([1-9]\d{0,14})$/, async (ctx) => {
    const listing_id = Number(ctx.match[2])
    const said: AuthorStatement = {
      kind: ctx.match[1] as AuthorStatement['kind'],
      listing_id,
      author_id: ctx.person.id,
    }
    let about = ''
    const refusal = await catchRefusal(async () => {
      about = await checkMayWrite(app.db, said)
    })
    if (refusal?.code === 'nothing_asked') return sayAnswered(app, ctx, listing_id)
    const { ui_language } = ctx.person
    if (refusal)
      return answerPress(app, ctx, { text: errorText(ui_language, refusal.code), show_alert: true })
    await ctx.answerCallbackQuery()
    const text = translate(ui_language)(`bot.moderation.prompt.${said.kind}`, { id: String(listing_id) })
    const reply_to = ctx.callbackQuery.message?.message_id
    await ask(app, ctx, said.kind, text, { subject_id: listing_id, details: { about }, reply_to })
  })

  composer.use(
    answers(
      kinds,
      (ctx, prompt) => hear(app, ctx, prompt),
      (ctx, prompt) => hearMore(app, ctx, prompt),
    ),
  )
  return composer
}

type Heard = BotContext & { msg: Message }

async function hear(app: Context, ctx: Heard, prompt: Prompt): Promise<void> {
  const language = ctx.person.ui_language
  const say = translate(language)
  const words = (ctx.msg.text ?? ctx.msg.caption ?? '').trim()
  const listing_id = prompt.subject_id ?? 0
  const said: AuthorStatement = {
    kind: prompt.kind as AuthorStatement['kind'],
    listing_id,
    author_id: ctx.person.id,
  }
  let about = ''
  const closed = await catchRefusal(async () => {
    about = await checkMayWrite(app.db, said)
  })
  if (closed) return answerText(ctx, closed, '')
  const isTaken = await pass(app, ctx, about, listing_id)
  const many = say('bot.moderation.evidence.many', { limit: String(limits.moderation.evidence) })
  if (!words && !isTaken) return again(many)
  if (!isTaken) await ctx.reply(many, { reply_parameters: { message_id: ctx.msg.message_id } })
  if (!words && said.kind === 'appeal') return again(say('bot.moderation.words'))
  // A picture may be the whole answer.
  const text = words || translate(defaultLanguage)('bot.moderation.evidence.only')
  const count = [...text].length
  const { min, max } = prompt.kind === 'appeal' ? appealLength : limits.moderation.answer
  if (count > max) return again(errorText(language, 'too_large'))
  if (count < min) return again(say('bot.moderation.short', { count, min }))
  const refusal = await catchRefusal(() =>
    (prompt.kind === 'answer' ? answer : appeal)(app, { ...said, text }),
  )
  await answerText(ctx, refusal, say(`bot.moderation.done.${prompt.kind}`))

  function again(text: string): Promise<void> {
    const reply_to = ctx.msg.message_id
    return ask(app, ctx, prompt.kind as PromptKind, text, {
      subject_id: listing_id,
      details: { about },
      reply_to,
    })
  }
}

/** The further parts of an album belong to the answer that its first part has given. */
async function hearMore(app: Context, ctx: Heard, { subject_id, details }: Prompt): Promise<void> {
  if (typeof details.about === 'string') await pass(app, ctx, details.about, subject_id ?? 0, true)
}

/** @returns false where the photo or document was one too many */
async function pass(
  app: Context,
  ctx: Heard,
  about: string,
  listing_id: number,
  isMore = false,
): Promise<boolean> {
  const media = mediaOf(ctx.msg)
  if (!media) return true
  const evidence = { listing_id, author_id: ctx.person.id, message_id: ctx.msg.message_id, media }
  return forwardEvidence(app, about, evidence, isMore)
}

/** Under a question that waits for nobody any more: what was answered, or that it is closed. */
async function sayAnswered(app: Context, ctx: BotContext, listing_id: number): Promise<void> {
  const said = await findLastAnswer(app.db, listing_id, ctx.person.id)
  const language = ctx.person.ui_language
  const text = said
    ? translate(language)('bot.moderation.answer.known', { answer: shorten(said, shownAnswer) })
    : errorText(language, 'nothing_asked')
  await answerPress(app, ctx, { text, show_alert: true })
}
