import { Composer, InlineKeyboard } from 'grammy'
import { knownLanguage, languages } from '#contract/languages.ts'
import type { Context } from '#services/core/context.ts'
import { translate } from '#services/core/i18n.ts'
import { chooseChatLanguage } from '#services/moderation/chat-language.ts'
import { queueText } from '#services/moderation/queue-text.ts'
import { checkModerator } from '#services/moderation/tasks.ts'
import { usualWait } from '#services/support/facts.ts'
import { answerPress } from './card.ts'
import type { BotContext } from './context.ts'
import { catchRefusal } from './refusals.ts'

/** What moderators say to the bot in their common chat besides the buttons of cards. */
export function staffChat(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  const chat_id = app.config.MODERATORS_CHAT_ID
  const common = composer.filter((ctx) => ctx.chat?.id === chat_id)

  common.command('language', async (ctx) => {
    if (!(await isModerator(app, ctx))) return
    const say = translate(ctx.person.ui_language)
    const buttons = languages.map((code) =>
      InlineKeyboard.text(say(`bot.language.${code}`), `v1:cards:${code}`),
    )
    await ctx.reply(say('bot.cards.language'), {
      reply_markup: InlineKeyboard.from([buttons]),
      reply_parameters: { message_id: ctx.msg.message_id },
    })
  })

  common.command('queue', async (ctx) => {
    if (!(await isModerator(app, ctx))) return
    const reader = { chat_id, language: ctx.person.ui_language, is_private: false }
    const support_ms = await usualWait(app.db, app.now())
    await ctx.reply(await queueText(app, reader, support_ms), {
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
      reply_parameters: { message_id: ctx.msg.message_id },
    })
  })

  common.callbackQuery(/^v1:cards:(\w+)$/, async (ctx, next) => {
    const language = knownLanguage(ctx.match[1])
    if (!language) return next()
    const choice = { chat_id, moderator_id: ctx.person.id, language }
    const refusal = await catchRefusal(() => chooseChatLanguage(app, choice))
    const text = translate(refusal ? ctx.person.ui_language : language)(
      refusal ? 'bot.moderation.refused' : 'bot.cards.language.saved',
    )
    await answerPress(app, ctx, { text, show_alert: refusal !== undefined })
    // Pressed twice, it says the same already.
    if (!refusal)
      await ctx.editMessageText(text).catch((error) => app.log.info({ reason: String(error) }, 'unchanged'))
  })
  return composer
}

/** Others who sit in the chat get no answer. */
async function isModerator(app: Context, ctx: BotContext): Promise<boolean> {
  return (await catchRefusal(() => checkModerator(app, app.db, ctx.person.id))) === undefined
}
