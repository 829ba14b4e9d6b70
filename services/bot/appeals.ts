import { Composer } from 'grammy'
import type { Message } from 'grammy/types'
import { defaultLanguage } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { appealLength } from '#contract/rejection.ts'
import type { Context } from '#services/core/context.ts'
import { errorText, translate } from '#services/core/i18n.ts'
import { appeal } from '#services/moderation/appeals.ts'
import { answer, findLastAnswer, findOpenQuestion } from '#services/moderation/questions.ts'
import { queueDelivery } from '#services/notifications/delivery-queue.ts'
import { shorten } from '#services/notifications/format.ts'
import { mediaOf } from './attached-file.ts'
import { answerPress } from './card.ts'
import type { BotContext } from './context.ts'
import type { Prompt } from './prompt-rows.ts'
import { answers, ask, type PromptKind } from './prompts.ts'
import { answerText, catchRefusal } from './refusals.ts'

const kinds = ['answer', 'appeal'] as const satisfies PromptKind[]
/** Units of an answer that an alert of Telegram has room for. */
const shownAnswer = 120

/** What authors say to moderators: answers to their questions, and why a rejection is wrong, with what shows it. */
export function appeals(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.chatType('private').callbackQuery(/^v1:(answer|appeal):([1-9]\d{0,14})$/, async (ctx) => {
    const [, kind, id] = ctx.match
    if (kind === 'answer' && !(await findOpenQuestion(app.db, Number(id), ctx.person.id)))
      return sayAnswered(app, ctx, Number(id))
    await ctx.answerCallbackQuery()
    const subject = { subject_id: Number(id), reply_to: ctx.callbackQuery.message?.message_id }
    const text = translate(ctx.person.ui_language)(`bot.moderation.prompt.${kind}`, { id })
    await ask(app, ctx, kind as 'answer' | 'appeal', text, subject)
  })

  composer.use(
    answers(
      kinds,
      (ctx, prompt) => hear(app, ctx, prompt),
      (ctx, prompt) => passEvidence(app, ctx, prompt),
    ),
  )
  return composer
}

async function hear(app: Context, ctx: BotContext & { msg: Message }, prompt: Prompt): Promise<void> {
  const language = ctx.person.ui_language
  const say = translate(language)
  const words = (ctx.msg.text ?? ctx.msg.caption ?? '').trim()
  await passEvidence(app, ctx, prompt)
  if (!words && prompt.kind === 'appeal') return again(say('bot.moderation.words'))
  // A picture may be the whole answer.
  const text = words || translate(defaultLanguage)('bot.moderation.evidence.only')
  const count = [...text].length
  const { min, max } = prompt.kind === 'appeal' ? appealLength : limits.moderation.answer
  if (count > max) return again(errorText(language, 'too_large'))
  if (count < min) return again(say('bot.moderation.short', { count, min }))
  const said = { listing_id: prompt.subject_id ?? 0, author_id: ctx.person.id, text }
  const refusal = await catchRefusal(() => (prompt.kind === 'answer' ? answer : appeal)(app, said))
  await answerText(ctx, refusal, say(`bot.moderation.done.${prompt.kind}`))

  function again(text: string): Promise<void> {
    const reply_to = ctx.msg.message_id
    return ask(app, ctx, prompt.kind as PromptKind, text, { subject_id: prompt.subject_id ?? 0, reply_to })
  }
}

/** A photo or a document goes to the moderators, under the card. */
async function passEvidence(
  app: Context,
  ctx: BotContext & { msg: Message },
  { subject_id }: Prompt,
): Promise<void> {
  const media = mediaOf(ctx.msg)
  if (!media || !subject_id) return
  const payload = { listing_id: subject_id, author_id: ctx.person.id, media }
  await app.db.transaction().execute((tx) =>
    queueDelivery(app, tx, {
      to: { chat_id: app.config.MODERATORS_CHAT_ID },
      kind: 'moderation_evidence',
      payload,
      dedupe_key: `moderation_evidence:${ctx.person.id}:${ctx.msg.message_id}`,
    }),
  )
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
