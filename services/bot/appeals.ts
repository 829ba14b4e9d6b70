import { Composer } from 'grammy'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Context } from '#services/core/context.ts'
import { translate } from '#services/core/i18n.ts'
import { appeal } from '#services/moderation/appeals.ts'
import { answer } from '#services/moderation/questions.ts'
import type { BotContext } from './context.ts'
import { answered, prompt } from './prompts.ts'
import { answerText, catchRefusal } from './refusals.ts'

/** What authors say to moderators: answers to their questions, and why a rejection is wrong. */
export function appeals(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  const personal = composer.chatType('private')

  personal.callbackQuery(/^v1:(answer|appeal):([1-9]\d{0,14})$/, async (ctx) => {
    await ctx.answerCallbackQuery()
    await prompt(ctx, ctx.match[1] as 'answer' | 'appeal', Number(ctx.match[2]))
  })

  personal.on('message:text', async (ctx, next) => {
    const asked = answered(ctx)
    if (asked?.kind !== 'answer' && asked?.kind !== 'appeal') return next()
    const text = ctx.msg.text.trim()
    const said = { listing_id: asked.id, author_id: ctx.person.id, text }
    const refusal = await catchRefusal(async () => {
      if ([...text].length > limits.moderation.answer.max) throw new AppError('too_large')
      await (asked.kind === 'answer' ? answer(app, said) : appeal(app, said))
    })
    await answerText(ctx, refusal, translate(ctx.person.ui_language)(`bot.moderation.done.${asked.kind}`))
  })
  return composer
}
