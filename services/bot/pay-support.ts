import { Composer, InlineKeyboard } from 'grammy'
import { languages } from '#contract/languages.ts'
import type { Context } from '#services/core/context.ts'
import { translate } from '#services/core/i18n.ts'
import { queueDelivery } from '#services/notifications/delivery-queue.ts'
import { escapeHtml, openButton, shorten } from '#services/notifications/format.ts'
import { paid } from '#services/notifications/price.ts'
import { listOwnPayments } from '#services/payments/queries.ts'
import type { BotContext } from './context.ts'

const longest = 1000
const hour = 3_600_000

/** `/paysupport`: what was paid and what became of it, and a way to people who can help. */
export function paySupport(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  const personal = composer.chatType('private')

  const answer = async (ctx: BotContext) => {
    const { id, ui_language } = ctx.person
    const say = translate(ui_language)
    const payments = await listOwnPayments(app.db, id, 3)
    const lines = payments.map((payment) =>
      say('bot.paysupport.line', {
        id: payment.id,
        amount: paid(ui_language, payment.amount, payment.currency),
        title: escapeHtml(payment.title),
        state: say(`bot.payment.${payment.state}`),
      }),
    )
    const text = [say('bot.paysupport'), ...(lines.length ? [lines.join('\n')] : [])].join('\n\n')
    const button = openButton(app.config, say('bot.open.listings'), { page: 'listings' }, true)
    await ctx.reply(text, { parse_mode: 'HTML', reply_markup: InlineKeyboard.from([[button]]) })
    await ctx.reply(say('bot.paysupport.ask'), { reply_markup: { force_reply: true } })
  }
  personal.command('paysupport', answer)
  // The link that the mini-app shows to who is blocked.
  personal.hears(/^\/start support$/, answer)

  personal.on('message:text', async (ctx, next) => {
    const question = ctx.msg.reply_to_message
    const isAsked = languages.some((code) => translate(code)('bot.paysupport.ask') === question?.text)
    if (question?.from?.id !== ctx.me.id || !isAsked) return next()
    await passOn(app, ctx, ctx.msg.text)
    await ctx.reply(translate(ctx.person.ui_language)('bot.paysupport.passed'))
  })
  return composer
}

/** Operators get one question of a person an hour, so that nobody can drown them. */
async function passOn(app: Context, { person }: BotContext, question: string): Promise<void> {
  const text = shorten(question, longest)
  const now = Math.floor(app.now().getTime() / hour)
  await app.db.transaction().execute((tx) =>
    queueDelivery(app, tx, {
      to: { chat_id: app.config.OPS_CHAT_ID },
      kind: 'payment_question',
      payload: { user_id: person.id, text },
      dedupe_key: `payment_question:${person.id}:${now}`,
    }),
  )
}
