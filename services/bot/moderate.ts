import { Composer } from 'grammy'
import { AppError } from '#contract/errors.ts'
import { type Language, languages } from '#contract/options.ts'
import type { Context } from '#services/context.ts'
import { approve, claim, reject, release, undo } from '#services/moderation/actions.ts'
import { type Press, pressPattern, readPress, type Verb } from '#services/moderation/presses.ts'
import { errorWords, words } from '#services/words.ts'
import { answerPress, redrawCard } from './card.ts'
import type { BotContext } from './context.ts'

const doneWords: Partial<Record<Verb, 'approve' | 'reject' | 'undo'>> = {
  approve: 'approve',
  reason: 'reject',
  undo: 'undo',
}

/** The buttons of the moderators' card and the reasons written in their own words. */
export function moderate(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.callbackQuery(pressPattern, async (ctx, next) => {
    const press = readPress(ctx.callbackQuery.data)
    if (!press) return next()
    const say = words(ctx.person.ui_language)
    const refusal = await refusalOf(() => act(app, ctx, press))
    const done = doneWords[press.verb]
    const text = refusal ? refusalWords(ctx, refusal) : done && say(`bot.moderation.done.${done}`)
    await answerPress(app, ctx, { text, show_alert: refusal !== undefined })
    if (refusal?.code === 'forbidden' || !ctx.callbackQuery.message) return
    const { chat, message_id } = ctx.callbackQuery.message
    const choosing = press.verb === 'reject' && !refusal
    await redrawCard(app, ctx, press.task_id, { place: { chat_id: chat.id, message_id }, choosing })
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
    if (refusal?.code !== 'forbidden') await redrawCard(app, ctx, task_id)
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
