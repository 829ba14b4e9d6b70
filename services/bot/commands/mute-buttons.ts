import { Composer } from 'grammy'
import type { InlineKeyboardButton } from 'grammy/types'
import { isMutable } from '#contract/notifications.ts'
import type { BotContext } from '#services/bot/context.ts'
import { replaceButton } from '#services/bot/dialog/replace-button.ts'
import type { Context } from '#services/core/context.ts'
import { translate } from '#services/core/text/i18n.ts'
import { mutePress } from '#services/notifications/outbox/mute-footer.ts'
import { setMuted } from '#services/notifications/outbox/rules.ts'

/** The button below a notification that mutes its kind, and the button that unmutes it. */
export function mute(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.chatType('private').callbackQuery(/^v1:(mute|unmute):(\w+)$/, async (ctx, next) => {
    const [, verb, kind = ''] = ctx.match
    if (!isMutable(kind)) return next()
    const isMuted = verb === 'mute'
    await setMuted(app, ctx.person.id, kind, isMuted)
    const say = translate(ctx.person.ui_language)
    await ctx.answerCallbackQuery({ text: say(isMuted ? 'bot.muted' : 'bot.unmuted') })
    const other: InlineKeyboardButton = {
      text: say(isMuted ? 'message.button.unmute' : 'message.button.mute'),
      callback_data: mutePress(kind, !isMuted),
    }
    await replaceButton(ctx, other)
  })
  return composer
}
