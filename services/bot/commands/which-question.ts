import { Composer } from 'grammy'
import type { Message } from 'grammy/types'
import type { BotContext, WaitingQuestion } from '#services/bot/context.ts'
import { createAlbumFilter } from '#services/bot/dialog/albums.ts'
import { findOpenPrompt, holdAlone, markAnswered, receivedMessage } from '#services/bot/dialog/prompt-rows.ts'
import { contextOfRepliedMessage, offerTargets, removePressed } from '#services/bot/dialog/replied-message.ts'
import { choicePress, noneButton, questionButtons } from '#services/bot/dialog/waiting-questions.ts'
import { offerOrder } from '#services/bot/orders/order-from-text.ts'
import { isTalkingToSupport, supportButton } from '#services/bot/support/support.ts'
import type { Context } from '#services/core/context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'

type MessageContext = BotContext & { msg: Message }

/**
 * Asks with buttons which question of the bot a message answers, and handles the press. Without the press nothing is
 * passed on.
 * @param features middleware that gets the message as the answer
 */
export function whichQuestion(app: Context, features: Composer<BotContext>): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  const personal = composer.chatType('private')
  const needsAnswer = createAlbumFilter(app)

  personal.on('message', async (ctx, next) => {
    if (!ctx.questions) return next()
    if (needsAnswer(ctx)) await askWhich(app, ctx, ctx.questions)
  })

  personal.callbackQuery(`${choicePress}none`, async (ctx) => {
    const text = translatorFor(ctx.person.ui_language)('bot.prompt.cancelled')
    await ctx.answerCallbackQuery({ text })
    await ctx.editMessageText(text).catch(logFailure(app))
  })

  personal.callbackQuery(/^v1:meant:([1-9]\d{0,14})$/, async (ctx) => {
    const translate = translatorFor(ctx.person.ui_language)
    const prompt = await findOpenPrompt(app, {
      user_id: ctx.person.id,
      message_id: Number(ctx.match[1]),
    })
    const answering = prompt && contextOfRepliedMessage(ctx)
    if (!prompt) {
      await ctx.answerCallbackQuery({ text: translate('bot.prompt.over'), show_alert: true })
      return
    }
    await ctx.answerCallbackQuery()
    if (!answering) {
      await holdAlone(app, ctx.person.id, prompt.id)
      await ctx.editMessageText(translate('bot.which.again')).catch(logFailure(app))
      return
    }
    await removePressed(app, ctx)
    if (!(await markAnswered(app, prompt.id, receivedMessage(answering)))) return
    answering.prompt = prompt
    await features.middleware()(answering, async () => {})
    if (answering.prompt)
      await ctx.api.editMessageReplyMarkup(prompt.chat_id, prompt.message_id).catch(logFailure(app))
  })
  return composer
}

async function askWhich(app: Context, ctx: MessageContext, questions: WaitingQuestion[]): Promise<void> {
  const isLapsed = questions.every(({ is_live }) => !is_live)
  const hasCase = isLapsed && (await isTalkingToSupport(app, ctx))
  const rows = [...questionButtons(ctx, questions), ...(hasCase ? [[supportButton(ctx, 'pass')]] : [])]
  if (isLapsed && ctx.person.is_client && (await offerOrder(app, ctx, rows))) return
  const translate = translatorFor(ctx.person.ui_language)
  const count = questions.length
  const words = count === 2 ? 'bot.which.two' : 'bot.which.many'
  await offerTargets(
    ctx,
    isLapsed ? translate('bot.prompt.lapsed') : translate(words, { count: String(count) }),
    [...rows, [noneButton(ctx, rows.length === 1 ? 'no' : 'none')]],
  )
}

function logFailure({ log }: Context) {
  return (error: unknown) => log.info({ reason: String(error) }, 'the choice was not drawn anew')
}
