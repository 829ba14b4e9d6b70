import { Composer, GrammyError } from 'grammy'
import { AppError } from '#contract/errors.ts'
import { type Language, languages } from '#contract/options.ts'
import type { Context } from '#services/context.ts'
import { approve, claim, reject, release, undo } from '#services/moderation/actions.ts'
import { renderCard } from '#services/moderation/card.ts'
import { type Press, pressPattern, readPress } from '#services/moderation/presses.ts'
import { findCard } from '#services/moderation/queries.ts'
import { errorWords, words } from '#services/words.ts'
import type { BotContext } from './context.ts'

/** The card is one for all who sit in the chat. */
const cardLanguage: Language = 'ru'

/** The buttons of the moderators' card and the reasons written in their own words. */
export function moderate(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.callbackQuery(pressPattern, async (ctx, next) => {
    const press = readPress(ctx.callbackQuery.data)
    if (!press) return next()
    const say = words(ctx.person.ui_language)
    const refusal = await refusalOf(() => act(app, ctx, press))
    const done = { approve: 'approve', reason: 'reject', undo: 'undo' }[press.verb as string]
    await ctx.answerCallbackQuery(
      refusal
        ? { text: refusalWords(ctx, refusal), show_alert: true }
        : { text: done && say(`bot.moderation.done.${done}`) },
    )
    if (refusal?.code === 'forbidden' || !ctx.callbackQuery.message) return
    const { chat, message_id } = ctx.callbackQuery.message
    await redraw(
      app,
      ctx,
      press.task_id,
      { chat_id: chat.id, message_id },
      press.verb === 'reject' && !refusal,
    )
  })

  composer.on('message:text', async (ctx, next) => {
    const task_id = promptedTask(ctx)
    if (!task_id) return next()
    const act = { task_id, moderator_id: ctx.person.id, reason: ctx.msg.text }
    const refusal = await refusalOf(() => reject(app, act))
    const said = words(ctx.person.ui_language)('bot.moderation.done.reject')
    await ctx.reply(refusal ? refusalWords(ctx, refusal) : said, {
      reply_parameters: { message_id: ctx.msg.message_id },
    })
    if (refusal?.code !== 'forbidden') await redraw(app, ctx, task_id)
  })
  return composer
}

async function act(app: Context, ctx: BotContext, { verb, task_id, reason }: Press): Promise<void> {
  const act = { task_id, moderator_id: ctx.person.id }
  if (verb === 'approve') return approve(app, act)
  if (verb === 'undo') return undo(app, act)
  if (verb === 'back') return release(app, act)
  if (verb === 'reason') return reject(app, { ...act, reason: reason ?? '' })
  await claim(app, act)
  if (verb !== 'other') return
  const prompt = promptText(ctx.person.ui_language, task_id)
  await ctx.reply(prompt, { reply_markup: { force_reply: true, selective: true } })
}

/** The refusal of the product, if it was one; anything else is a failure. */
async function refusalOf(attempt: () => Promise<void>): Promise<AppError | undefined> {
  try {
    await attempt()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

function refusalWords({ person }: BotContext, { code }: AppError): string {
  if (code === 'forbidden') return words(person.ui_language)('bot.moderation.refused')
  return errorWords(person.ui_language, code)
}

function promptText(language: Language, id: number): string {
  return words(language)('bot.moderation.ask', { id })
}

/** The task whose reason a message gives: an answer to exactly the question that the bot asks. */
function promptedTask(ctx: BotContext): number | undefined {
  const question = ctx.msg?.reply_to_message
  if (question?.from?.id !== ctx.me.id) return undefined
  const id = Number(/(\d{1,15})$/.exec(question.text ?? '')?.[1])
  return languages.some((language) => promptText(language, id) === question.text) ? id : undefined
}

/** Shows the task as it is now; the card's own place is used when none is given. */
async function redraw(
  app: Context,
  ctx: BotContext,
  task_id: number,
  place?: { chat_id: number; message_id: number },
  choosing = false,
): Promise<void> {
  const card = await findCard(app.db, task_id)
  const { chat_id, message_id } = place ?? card ?? {}
  if (!card || !chat_id || !message_id) return
  const { text, keyboard } = renderCard(app, card, cardLanguage, choosing)
  try {
    await ctx.api.editMessageText(chat_id, message_id, text, {
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
      reply_markup: { inline_keyboard: keyboard ?? [] },
    })
  } catch (error) {
    // Another moderator's press has just drawn the same.
    if (!(error instanceof GrammyError) || !error.description.includes('message is not modified')) throw error
  }
}
