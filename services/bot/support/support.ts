import { Composer, InlineKeyboard } from 'grammy'
import type { Message } from 'grammy/types'
import type { BotContext } from '#services/bot/context.ts'
import { mediaOf } from '#services/bot/dialog/attached-file.ts'
import { answers, sendPrompt } from '#services/bot/dialog/prompts.ts'
import { catchRefusal } from '#services/bot/dialog/refusals.ts'
import type { Config } from '#services/core/config/config.ts'
import { operatorOf } from '#services/core/config/operator.ts'
import type { Context } from '#services/core/context.ts'
import { errorText, translatorFor } from '#services/core/text/i18n.ts'
import { escapeHtml, openButton } from '#services/notifications/format.ts'
import { paid } from '#services/notifications/price.ts'
import { listOwnPayments } from '#services/payments/money/queries.ts'
import {
  closeCase,
  findLastCase,
  receivePersonMessage,
  type WrittenMessage,
} from '#services/support/actions.ts'
import { supportPress } from '#services/support/keyboard.ts'
import { findCaseOfMessage } from '#services/support/queries.ts'
import { storeCopy } from './file-copies.ts'

const askPress = 'v1:support:ask'
const passPress = 'v1:support:pass'

/**
 * Handles messages to support. A person writes them after a command, a button or the mini-app's link, or as a reply to
 * a message of support. As soon as the bot knows whether the message arrived, it tells the person.
 */
export function support(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  const personal = composer.chatType('private')

  personal.command('paysupport', async (ctx) => {
    await showPayments(app, ctx)
    await askQuestion(app, ctx, 'bot.paysupport.ask')
  })
  personal.command('support', (ctx) => askQuestion(app, ctx))
  // The mini-app shows blocked people a link that sends this start parameter.
  personal.hears(/^\/start support$/, (ctx) => askQuestion(app, ctx))
  personal.callbackQuery(askPress, async (ctx) => {
    await ctx.answerCallbackQuery()
    await askQuestion(app, ctx)
  })
  // Passes a person's message on to support: the message to which the bot replied with the pressed button.
  personal.callbackQuery(passPress, async (ctx) => {
    await ctx.answerCallbackQuery()
    const { message } = ctx.callbackQuery
    const repliedMessage = message && 'reply_to_message' in message ? message.reply_to_message : undefined
    await ctx
      .editMessageReplyMarkup()
      .catch((error) => app.log.info({ reason: String(error) }, 'a button stays'))
    // The bot knows only one part of an album here, so it asks the person to write the question instead.
    if (!repliedMessage || repliedMessage.media_group_id || !isForwardable(repliedMessage as Message))
      return askQuestion(app, ctx)
    await receiveMessage(app, ctx, repliedMessage as Message)
  })

  personal.callbackQuery(supportPress, async (ctx, next) => {
    if (ctx.match[1] !== 'solved') return next()
    const translate = translatorFor(ctx.person.ui_language)
    const case_id = Number(ctx.match[2])
    const refusal = await catchRefusal(() =>
      closeCase(app, case_id, { by: 'person', actor_id: ctx.person.id }),
    )
    const text = refusal
      ? errorText(ctx.person.ui_language, refusal.code)
      : translate('bot.support.solved', { id: case_id })
    await ctx.answerCallbackQuery({ text, show_alert: refusal !== undefined })
    if (!refusal) await ctx.reply(text)
  })

  const listen = (ctx: BotContext & { msg: Message }) => receiveMessage(app, ctx, ctx.msg)
  composer.use(answers(['support'], listen, listen))
  personal.on('message', async (ctx, next) => {
    const repliedTo = ctx.msg.reply_to_message
    const case_id = repliedTo && (await findCaseOfMessage(app.db, ctx.chat.id, repliedTo.message_id))
    return case_id ? listen(ctx) : next()
  })
  return composer
}

/**
 * Passes messages that no other feature has handled to the person's support case, while the case is open or can be
 * reopened.
 */
export function supportCase(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  composer.chatType('private').on('message', async (ctx, next) => {
    const isCommand = ctx.msg.text?.startsWith('/') === true
    if (isCommand || ctx.msg.via_bot || ctx.msg.contact) return next()
    return (await findLastCase(app, app.db, ctx.person.id)) ? receiveMessage(app, ctx, ctx.msg) : next()
  })
  return composer
}

/**
 * Button that asks the person for a question to support (`ask`), or that passes the message above it on to support
 * (`pass`).
 */
export const supportButton = (ctx: BotContext, to: 'ask' | 'pass') => ({
  text: translatorFor(ctx.person.ui_language)(`bot.support.button.${to}`),
  callback_data: to === 'ask' ? askPress : passPress,
})

async function askQuestion(app: Context, ctx: BotContext, key = 'bot.support.ask'): Promise<void> {
  await sendPrompt(app, ctx, 'support', translatorFor(ctx.person.ui_language)(key))
}

async function showPayments(app: Context, ctx: BotContext): Promise<void> {
  const { id, ui_language } = ctx.person
  const translate = translatorFor(ui_language)
  const payments = await listOwnPayments(app.db, id, 3)
  const lines = payments.map((payment) =>
    translate('bot.paysupport.line', {
      id: payment.id,
      amount: paid(ui_language, payment.amount, payment.currency),
      title: escapeHtml(payment.title),
      state: translate(`bot.payment.${payment.state}`),
    }),
  )
  const told = [translate('bot.paysupport'), ...(lines.length ? [lines.join('\n')] : [])].join('\n\n')
  const text = withOperator(app.config, translate, told)
  const button = openButton(app.config, translate('bot.open.listings'), { page: 'listings' }, true)
  await ctx.reply(text, { parse_mode: 'HTML', reply_markup: InlineKeyboard.from([[button]]) })
}

/**
 * Accepts a text, photo or document as a message to support. Any other kind of message is refused with an explanation.
 */
async function receiveMessage(app: Context, ctx: BotContext, message: Message): Promise<void> {
  if (!isForwardable(message)) {
    const reply_parameters = { message_id: message.message_id }
    await ctx.reply(translatorFor(ctx.person.ui_language)('bot.support.kinds'), { reply_parameters })
    return
  }
  await storeCopy(app, ctx, message, await receivePersonMessage(app, ctx.person.id, writtenMessage(message)))
}

export function isForwardable({ text, photo, document, animation }: Message): boolean {
  return text !== undefined || photo !== undefined || (document !== undefined && animation === undefined)
}

export function writtenMessage(message: Message): WrittenMessage {
  return {
    chat_id: message.chat.id,
    message_id: message.message_id,
    content: (message.text ?? message.caption ?? '').trim(),
    media: mediaOf(message),
    album: message.media_group_id,
  }
}

/** Appends the legal details of the company that operates the product to an HTML text, if they are configured. */
export function withOperator(
  config: Config,
  translate: ReturnType<typeof translatorFor>,
  text: string,
): string {
  const operator = operatorOf(config)
  if (!operator) return text
  const { receipts, ...named } = operator
  const escaped = Object.fromEntries(Object.entries(named).map(([name, value]) => [name, escapeHtml(value)]))
  return [text, translate('bot.operator', escaped), translate(`bot.operator.${receipts}`)].join('\n\n')
}
