import { Composer } from 'grammy'
import type { Message } from 'grammy/types'
import type { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { cleanName } from '#contract/names.ts'
import type { Consequence } from '#contract/rejection.ts'
import type { BotContext } from '#services/bot/context.ts'
import { answers, type PromptKind, sendPrompt } from '#services/bot/dialog/prompts.ts'
import { catchRefusal } from '#services/bot/dialog/refusals.ts'
import type { Context } from '#services/core/context.ts'
import { errorText, translatorFor } from '#services/core/text/i18n.ts'
import { ask as askAuthor } from '#services/moderation/appeals/questions.ts'
import {
  type Press,
  pressPattern,
  readPress,
  type Verb,
  verbsWithPage,
} from '#services/moderation/card/callback-data.ts'
import { sendFiles } from '#services/moderation/card/files.ts'
import { findCard } from '#services/moderation/card/queries.ts'
import type { View } from '#services/moderation/card/stage.ts'
import { cardName, clockText } from '#services/moderation/card/text.ts'
import { approve, claim, dismiss, reject, release, undo } from '#services/moderation/decisions/actions.ts'
import {
  applyConsequence,
  claimUndecided,
  releaseUndecided,
} from '#services/moderation/decisions/card-actions.ts'
import { checkModerator } from '#services/moderation/queue/tasks.ts'
import { escapeHtml } from '#services/notifications/format.ts'
import { answerPress, redrawCard } from './review-card.ts'

const doneWords: Partial<Record<Verb, string>> = {
  approve: 'approve',
  reason: 'reject',
  undo: 'undo',
  claim: 'claim',
  release: 'release',
  removal: 'consequence',
  warning: 'consequence',
  block: 'consequence',
  dismiss: 'dismiss',
  files: 'files',
}
const consequences: Partial<Record<Verb, Consequence>> = {
  removal: 'remove',
  warning: 'warn',
  block: 'block',
  own_removal: 'remove',
  own_warning: 'warn',
  own_block: 'block',
}
/** Kind of text that the moderator has to write after pressing a button, by the button's verb. */
const promptKinds: Partial<Record<Verb, CardPrompt>> = {
  other: 'reason',
  ask: 'question',
  own_removal: 'consequence',
  own_warning: 'consequence',
  own_block: 'consequence',
}
const doneKeys = { reason: 'reject', question: 'ask', consequence: 'consequence' } as const
const views: Partial<Record<Verb, View>> = {
  reject: 'reasons',
  remove: 'removals',
  warn: 'warnings',
  ban: 'blocks',
  text: 'text',
  before: 'before',
  twins: 'twins',
  more: 'more',
}
/** Verbs of buttons that only show details of a review card. These buttons claim no task and change no data. */
const viewVerbs: readonly Verb[] = [...verbsWithPage, 'more', 'fold', 'files']

/** Handles the buttons of a review card, and the reasons and questions that moderators write in their own words. */
export function moderate(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.callbackQuery(pressPattern, async (ctx, next) => {
    const press = readPress(ctx.callbackQuery.data)
    if (!press) return next()
    const translate = translatorFor(ctx.person.ui_language)
    const refusal = await catchRefusal(() => carryOut(app, ctx, press))
    const outcomeKey = doneWords[press.verb]
    const text = refusal
      ? refusalWords(ctx, refusal)
      : outcomeKey && translate(`bot.moderation.done.${outcomeKey}`)
    await answerPress(app, ctx, { text, show_alert: refusal !== undefined })
    if (refusal?.code === 'forbidden' || !ctx.callbackQuery.message) return
    const { chat, message_id } = ctx.callbackQuery.message
    if (!refusal && press.verb === 'files') return
    const view = refusal ? undefined : views[press.verb]
    const { page } = press
    await redrawCard(app, ctx, press.task_id, { message: { chat_id: chat.id, message_id }, view, page })
  })

  composer.use(
    answers(['reason', 'question', 'consequence'], async (ctx, { kind, subject_id, details }) => {
      const task_id = subject_id ?? 0
      const prompt = kind as CardPrompt
      const refusal = await catchRefusal(() => applyText(app, ctx, prompt, task_id, details))
      // The moderator's message has closed the bot's question, so after an invalid text the question is asked again.
      if (refusal?.code === 'invalid_input')
        return askAbout(app, ctx, prompt, task_id, { details, mistake: refusalWords(ctx, refusal) })
      const doneText = translatorFor(ctx.person.ui_language)(`bot.moderation.done.${doneKeys[prompt]}`)
      await ctx.reply(refusal ? refusalWords(ctx, refusal) : doneText, {
        reply_parameters: { message_id: ctx.msg.message_id },
      })
      if (refusal?.code !== 'forbidden') await redrawCard(app, ctx, task_id)
    }),
  )
  return composer
}

/** Applies the text that a moderator wrote. */
async function applyText(
  app: Context,
  ctx: BotContext & { msg: Message },
  kind: CardPrompt,
  task_id: number,
  details: Record<string, unknown>,
): Promise<void> {
  await checkModerator(app, app.db, ctx.person.id)
  const act = { task_id, moderator_id: ctx.person.id, in_chat: true }
  const text = (ctx.msg.text ?? ctx.msg.caption ?? '').trim()
  if (kind === 'reason') return reject(app, { ...act, reason: text })
  if (kind === 'question') return askAuthor(app, { ...act, question: text })
  return applyConsequence(app, { ...act, reason: text, consequence: details.consequence as Consequence })
}

/**
 * Refuses a press by anybody but a moderator before it reads the card, so that the refusal reveals nothing about the
 * card.
 */
async function carryOut(
  app: Context,
  ctx: BotContext,
  { verb, task_id, reason, seen }: Press,
): Promise<void> {
  await checkModerator(app, app.db, ctx.person.id)
  const act = { task_id, moderator_id: ctx.person.id, in_chat: true }
  if (viewVerbs.includes(verb)) return sendView(app, ctx, verb, task_id)
  if (verb === 'approve') return approve(app, { ...act, seen: seen ?? '' })
  if (verb === 'undo') return undo(app, act)
  if (verb === 'back') return releaseUndecided(app, act)
  if (verb === 'release') return release(app, act)
  if (verb === 'dismiss') return dismiss(app, act)
  if (verb === 'claim') return claim(app, act)
  if (reason && verb === 'reason') return reject(app, { ...act, reason })
  const consequence = consequences[verb]
  if (reason && consequence) return applyConsequence(app, { ...act, reason, consequence })
  // Only outdated review cards have the button `accept`. The caller redraws the card.
  if (verb === 'accept') return
  await claimUndecided(app, act)
  const kind = promptKinds[verb]
  if (kind) await askAbout(app, ctx, kind, task_id, { details: { consequence } })
}

/**
 * Handles the buttons of a review card that only show details. `files` sends the files again as new messages. For the
 * other verbs the caller redraws the card with another view.
 */
async function sendView(app: Context, ctx: BotContext, verb: Verb, task_id: number): Promise<void> {
  const chat_id = ctx.chat?.id
  if (verb !== 'files' || chat_id === undefined) return
  const repetition = String(ctx.update.update_id)
  await app.db.transaction().execute((tx) => sendFiles(app, tx, { task_id, chat_id, again: repetition }))
}

function refusalWords({ person }: BotContext, { code, details }: AppError): string {
  if (code === 'forbidden') return translatorFor(person.ui_language)('bot.moderation.refused')
  if (code === 'decision_effective') return lateWords(person.ui_language, details)
  if (code === 'invalid_input')
    return translatorFor(person.ui_language)('bot.moderation.length', {
      ...limits.moderation.question,
      ...details,
    })
  return errorText(person.ui_language, code)
}

/** Returns the text for an undo that came too late: which decision took effect, and when. */
function lateWords(language: Language, details: AppError['details']): string {
  const { subject, state, at } = details as { subject: string; state: string; at: string }
  return translatorFor(language)(`bot.moderation.late.${subject}.${state}`, { time: clockText(at, language) })
}

/** Kinds of text that a moderator writes about a review card. */
type CardPrompt = Extract<PromptKind, 'reason' | 'question' | 'consequence'>

/**
 * Asks the moderator to write a text. The question is a reply to the review card.
 * @param details data that the handler of the answer gets back
 * @param mistake reason why the previous text was rejected
 */
async function askAbout(
  app: Context,
  ctx: BotContext,
  kind: CardPrompt,
  task_id: number,
  { details, mistake }: { details?: Record<string, unknown>; mistake?: string } = {},
): Promise<void> {
  const card = await findCard(app, task_id)
  if (!card || !ctx.from) return
  const { message_id } = card
  const translate = translatorFor(ctx.person.ui_language)
  // With `selective`, Telegram opens the reply field only for the people whom the message mentions.
  const name = `<a href="tg://user?id=${ctx.from.id}">${escapeHtml(cleanName(ctx.from.first_name) || ctx.person.full_name)}</a>`
  const head = `<b>${escapeHtml(cardName(card, translate))}.</b> ${translate(`bot.moderation.prompt.${kind}`)}`
  const words =
    kind === 'consequence'
      ? translate('bot.moderation.prompt.consequence.any', { name })
      : translate(`bot.moderation.prompt.${kind}.${card.kind}`, { id: card.listing_id, name })
  await sendPrompt(
    app,
    ctx,
    kind,
    [head, mistake && escapeHtml(mistake), words].filter(Boolean).join('\n\n'),
    {
      subject_id: task_id,
      reply_to: ctx.callbackQuery?.message?.message_id ?? message_id ?? undefined,
      ...(details && { details }),
      is_html: true,
    },
  )
}
