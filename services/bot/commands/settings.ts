import { Composer, GrammyError } from 'grammy'
import type { InlineKeyboardButton } from 'grammy/types'
import {
  changedParts,
  type NotificationChoice,
  withLines,
  withoutMutes,
} from '#contract/notification-lines.ts'
import { isMutable, isUnasked, menuLines } from '#contract/notifications.ts'
import { actorOf, type BotContext } from '#services/bot/context.ts'
import { replaceButton } from '#services/bot/dialog/edit-message.ts'
import type { Context } from '#services/core/context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { mutePress } from '#services/notifications/outbox/mute-footer.ts'
import { setMuted } from '#services/notifications/outbox/rules.ts'
import { getSettings, setSettings } from '#services/users/settings/actions.ts'
import { hiddenListingsLine } from './hidden-orders.ts'
import { searchesLine } from './saved-searches.ts'
import { mainView, nightEndView, nightView } from './settings-view.ts'

const noQuietHours = { quiet_from: null, quiet_to: null }

/**
 * `/settings`: lets a person choose which notifications the bot sends and when, with the same settings as in the app.
 */
export function preferences(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  const personal = composer.chatType('private')

  personal.command('settings', async (ctx) => {
    const { text, inline_keyboard } = mainView(ctx.person.ui_language, await getSettings(actorOf(app, ctx)))
    const extraLines = await moreLines(app, ctx)
    const reply_markup = { inline_keyboard: [...inline_keyboard, ...extraLines] }
    await ctx.reply(text, { parse_mode: 'HTML', reply_markup })
  })

  personal.callbackQuery(/^v1:set:(\w+):([01])$/, async (ctx, next) => {
    const [, name = '', on] = ctx.match
    const lines = menuLines.filter((line) => name === 'all' || line === name)
    if (lines.length === 0) return next()
    await changeSettings(app, ctx, (settings) => withLines(settings, lines, on === '1'))
  })
  personal.callbackQuery(/^v1:restore:(\w+)$/, async (ctx, next) => {
    const line = menuLines.find((name) => name === ctx.match[1])
    if (!line) return next()
    await changeSettings(app, ctx, (settings) => withoutMutes(settings, line))
  })

  personal.callbackQuery('v1:settings', (ctx) => redraw(app, ctx, mainView))
  personal.callbackQuery('v1:night', (ctx) => redraw(app, ctx, nightView))
  personal.callbackQuery('v1:night:from', (ctx) => redraw(app, ctx, nightEndView('from')))
  personal.callbackQuery('v1:night:to', (ctx) => redraw(app, ctx, nightEndView('to')))
  personal.callbackQuery(/^v1:night:(?:off|(\d{1,4})-(\d{1,4}))$/, async (ctx) => {
    const [, from, to] = ctx.match
    if (from && from === to) {
      const text = translatorFor(ctx.person.ui_language)('bot.settings.night.same')
      return await ctx.answerCallbackQuery({ text, show_alert: true })
    }
    const night = from && to ? { quiet_from: Number(from), quiet_to: Number(to) } : noQuietHours
    await setSettings(actorOf(app, ctx), night)
    await redraw(app, ctx, nightView, 'bot.settings.saved')
  })
  return composer
}

/** Saves a changed choice. The buttons name the target state, so a second press changes nothing. */
async function changeSettings(
  app: Context,
  ctx: BotContext,
  change: (settings: NotificationChoice) => NotificationChoice,
): Promise<void> {
  const actor = actorOf(app, ctx)
  const settings = await getSettings(actor)
  await setSettings(actor, changedParts(settings, change(settings)))
  await redraw(app, ctx, mainView, 'bot.settings.saved')
}

/** Returns the menu lines for saved searches and hidden listings. A line is left out if the person has none of them. */
async function moreLines(app: Context, ctx: BotContext) {
  const { id, ui_language } = ctx.person
  return [...(await searchesLine(app, ctx)), ...(await hiddenListingsLine(app, id, ui_language))]
}

/** Replaces the view of the settings menu by editing its message. */
async function redraw(app: Context, ctx: BotContext, view: typeof mainView, notice?: string): Promise<void> {
  const language = ctx.person.ui_language
  const { text, inline_keyboard } = view(language, await getSettings(actorOf(app, ctx)))
  const extraLines = view === mainView ? await moreLines(app, ctx) : []
  try {
    const reply_markup = { inline_keyboard: [...inline_keyboard, ...extraLines] }
    await ctx.editMessageText(text, { parse_mode: 'HTML', reply_markup })
  } catch (error) {
    // Telegram reports "message is not modified" if the same button was pressed twice. The second press needs no error.
    if (!(error instanceof GrammyError) || !error.description.includes('message is not modified')) throw error
  }
  await ctx.answerCallbackQuery(notice ? { text: translatorFor(language)(notice) } : {})
}

/** Handles the button below a notification that mutes notifications of its kind, and the button that unmutes them. */
export function mute(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.chatType('private').callbackQuery(/^v1:(mute|unmute):(\w+)$/, async (ctx, next) => {
    const [, verb, kind = ''] = ctx.match
    const isMuted = verb === 'mute'
    // Messages of earlier releases about the reader's own listings and responses still have the mute button. A press of
    // it there mutes nothing.
    if (!isMutable(kind) || (isMuted && !isUnasked(kind))) return next()
    await setMuted(app, ctx.person.id, kind, isMuted)
    const translate = translatorFor(ctx.person.ui_language)
    await ctx.answerCallbackQuery({ text: translate(isMuted ? `bot.muted.${kind}` : 'bot.unmuted') })
    const other: InlineKeyboardButton = {
      text: translate(isMuted ? 'message.button.unmute' : `message.button.mute.${kind}`),
      callback_data: mutePress(kind, !isMuted),
    }
    await replaceButton(ctx, isUnasked(kind) ? other : undefined)
  })
  return composer
}
