import { Composer, InlineKeyboard } from 'grammy'
import { knownLanguage, languages } from '#contract/languages.ts'
import type { BotContext } from '#services/bot/context.ts'
import { catchRefusal } from '#services/bot/dialog/refusals.ts'
import type { Context } from '#services/core/context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { queueText } from '#services/moderation/messages/text.ts'
import { chooseChatLanguage } from '#services/moderation/queue/chat-language.ts'
import { checkModerator } from '#services/moderation/queue/tasks.ts'
import { redrawCases } from '#services/support/deliveries.ts'
import { typicalAnswerMs } from '#services/support/queries.ts'
import { answerPress } from './review-card.ts'

/**
 * Handles commands that staff send in the moderators' and the operators' chat. Card buttons and answers to people are
 * handled elsewhere.
 */
export function staffChat(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  const moderators = composer.filter(({ groups }) => groups.includes('moderators'))
  const staffChats = composer.filter(({ groups }) => groups.length > 0)

  staffChats.command('language', async (ctx) => {
    if (!(await isModerator(app, ctx))) return
    const translate = translatorFor(ctx.person.ui_language)
    const buttons = languages.map((code) =>
      InlineKeyboard.text(translate(`bot.language.${code}`), `v1:cards:${code}`),
    )
    await ctx.reply(translate('bot.cards.language'), {
      reply_markup: InlineKeyboard.from([buttons]),
      reply_parameters: { message_id: ctx.msg.message_id },
    })
  })

  moderators.command('queue', async (ctx) => {
    if (!(await isModerator(app, ctx))) return
    const reader = { chat_id: ctx.chat.id, language: ctx.person.ui_language, is_private: false }
    const support_ms = await typicalAnswerMs(app.db, app.now())
    await ctx.reply(await queueText(app, reader, support_ms), {
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
      reply_parameters: { message_id: ctx.msg.message_id },
    })
  })

  staffChats.callbackQuery(/^v1:cards:(\w+)$/, async (ctx, next) => {
    const language = knownLanguage(ctx.match[1])
    const chat_id = ctx.chat?.id
    if (!language || chat_id === undefined) return next()
    const choice = { chat_id, moderator_id: ctx.person.id, language }
    const refusal = await catchRefusal(() =>
      chooseChatLanguage(app, choice, (tx) => redrawCases(app, tx, chat_id)),
    )
    const text = translatorFor(refusal ? ctx.person.ui_language : language)(
      refusal ? 'bot.moderation.refused' : 'bot.cards.language.saved',
    )
    await answerPress(app, ctx, { text, show_alert: refusal !== undefined })
    // Telegram refuses this edit after a second press, because the message already has this text.
    if (!refusal)
      await ctx.editMessageText(text).catch((error) => app.log.info({ reason: String(error) }, 'unchanged'))
  })
  return composer
}

/** Commands of chat members who are no staff get no answer. */
async function isModerator(app: Context, ctx: BotContext): Promise<boolean> {
  return (await catchRefusal(() => checkModerator(app, app.db, ctx.person.id))) === undefined
}
