import { Composer } from 'grammy'
import type { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Context } from '#services/core/context.ts'
import { errorText, translate } from '#services/core/i18n.ts'
import { blockAuthor } from '#services/lifecycle/block-author.ts'
import { approve, claim, judge, reject, release, undo } from '#services/moderation/actions.ts'
import { type Press, pressPattern, readPress, type Verb } from '#services/moderation/callback-data.ts'
import type { View } from '#services/moderation/card-keyboard.ts'
import { ask } from '#services/moderation/questions.ts'
import { answerPress, redrawCard } from './card.ts'
import type { BotContext } from './context.ts'
import { answered, prompt } from './prompts.ts'
import { catchRefusal } from './refusals.ts'

const doneWords: Partial<Record<Verb, string>> = {
  approve: 'approve',
  reason: 'reject',
  undo: 'undo',
  claim: 'claim',
  release: 'release',
  block: 'block',
  accept: 'accept',
  dismiss: 'dismiss',
}
const views: Partial<Record<Verb, View>> = { reject: 'reasons', ban: 'blocks' }

/** The buttons of the moderators' card, and the reasons and questions that they write in their own words. */
export function moderate(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.callbackQuery(pressPattern, async (ctx, next) => {
    const press = readPress(ctx.callbackQuery.data)
    if (!press) return next()
    const say = translate(ctx.person.ui_language)
    const refusal = await catchRefusal(() => act(app, ctx, press))
    const done = doneWords[press.verb]
    const text = refusal ? refusalWords(ctx, refusal) : done && say(`bot.moderation.done.${done}`)
    await answerPress(app, ctx, { text, show_alert: refusal !== undefined })
    if (refusal?.code === 'forbidden' || !ctx.callbackQuery.message) return
    const { chat, message_id } = ctx.callbackQuery.message
    const view = refusal ? undefined : views[press.verb]
    await redrawCard(app, ctx, press.task_id, { place: { chat_id: chat.id, message_id }, view })
  })

  composer.on('message:text', async (ctx, next) => {
    const asked = answered(ctx)
    if (asked?.kind !== 'reason' && asked?.kind !== 'question') return next()
    const task_id = asked.id
    const act = { task_id, moderator_id: ctx.person.id, in_chat: true }
    const text = ctx.msg.text.trim()
    const refusal =
      asked.kind === 'reason'
        ? await catchRefusal(() => reject(app, { ...act, reason: text }))
        : await catchRefusal(() => ask(app, { ...act, question: text }))
    const done = translate(ctx.person.ui_language)(
      `bot.moderation.done.${asked.kind === 'reason' ? 'reject' : 'ask'}`,
    )
    await ctx.reply(refusal ? refusalWords(ctx, refusal) : done, {
      reply_parameters: { message_id: ctx.msg.message_id },
    })
    if (refusal?.code !== 'forbidden') await redrawCard(app, ctx, task_id)
  })
  return composer
}

async function act(app: Context, ctx: BotContext, { verb, task_id, reason, seen }: Press): Promise<void> {
  const act = { task_id, moderator_id: ctx.person.id, in_chat: true }
  if (verb === 'approve') return approve(app, { ...act, seen: seen ?? '' })
  if (verb === 'undo') return undo(app, act)
  if (verb === 'back' || verb === 'release') return release(app, act)
  if (reason && verb === 'reason') return reject(app, { ...act, reason })
  if (reason && verb === 'block') return blockAuthor(app, { ...act, reason })
  if (verb === 'accept' || verb === 'dismiss')
    return judge(app, { ...act, verdict: verb === 'accept' ? 'accepted' : 'dismissed' })
  await claim(app, act)
  if (verb === 'other') await prompt(ctx, 'reason', task_id)
  if (verb === 'ask') await prompt(ctx, 'question', task_id)
}

function refusalWords({ person }: BotContext, { code, details }: AppError): string {
  if (code === 'forbidden') return translate(person.ui_language)('bot.moderation.refused')
  if (code === 'invalid_input')
    return translate(person.ui_language)('bot.moderation.length', {
      ...limits.moderation.question,
      ...details,
    })
  return errorText(person.ui_language, code)
}
