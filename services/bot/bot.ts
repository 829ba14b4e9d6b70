import { autoRetry } from '@grammyjs/auto-retry'
import { sequentialize } from '@grammyjs/runner'
import { Bot, type BotError, Composer, GrammyError } from 'grammy'
import { languageOf } from '#contract/languages.ts'
import { passOn } from '#services/bot/chat/pass-on.ts'
import { chatPrompt } from '#services/bot/chat/prompt.ts'
import { chatReplies } from '#services/bot/chat/replies.ts'
import { fallback } from '#services/bot/commands/fallback.ts'
import { hiddenListings } from '#services/bot/commands/hidden-orders.ts'
import { info } from '#services/bot/commands/info.ts'
import { inline } from '#services/bot/commands/inline.ts'
import { language } from '#services/bot/commands/language.ts'
import { savedSearches } from '#services/bot/commands/saved-searches.ts'
import { mute, preferences } from '#services/bot/commands/settings.ts'
import { start } from '#services/bot/commands/start.ts'
import { whichQuestion } from '#services/bot/commands/which-question.ts'
import { deals } from '#services/bot/deals/buttons.ts'
import { handInAnswers } from '#services/bot/deals/hand-in.ts'
import { dealAnswers } from '#services/bot/deals/return-and-review.ts'
import { prompts } from '#services/bot/dialog/prompts.ts'
import { confirm } from '#services/bot/moderation/admin-confirmation.ts'
import { appeals } from '#services/bot/moderation/appeals.ts'
import { moderate } from '#services/bot/moderation/buttons.ts'
import { hiding } from '#services/bot/moderation/hide-author-button.ts'
import { staffChat } from '#services/bot/moderation/staff-chat.ts'
import { staffGroups } from '#services/bot/moderation/staff-groups.ts'
import { orders } from '#services/bot/orders/buttons.ts'
import { stars } from '#services/bot/orders/star-payments.ts'
import { responses } from '#services/bot/responses/buttons.ts'
import { otherPrice } from '#services/bot/responses/other-price.ts'
import { phoneVerification } from '#services/bot/responses/phone.ts'
import { serviceRequests } from '#services/bot/responses/requests.ts'
import { respond } from '#services/bot/responses/respond.ts'
import { operators } from '#services/bot/support/operators.ts'
import { support, supportCase } from '#services/bot/support/support.ts'
import { channels } from '#services/bot/updates/channels.ts'
import { trackEdits } from '#services/bot/updates/drawn-messages.ts'
import { handleOnce, isShortLived } from '#services/bot/updates/inbox.ts'
import { trackIncoming, trackOutgoing } from '#services/bot/updates/last-message.ts'
import { anonymous, blocked, people } from '#services/bot/updates/sender.ts'
import { tracedContext, traceUpdates } from '#services/bot/updates/tracing.ts'
import type { Context } from '#services/core/context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { retryWithoutAccountButtons, timedCalls } from '#services/notifications/telegram/client.ts'
import { countUpdate } from '#services/operations/metrics.ts'
import { markBotBlocked } from '#services/users/settings/bot-reachability.ts'
import type { BotContext } from './context.ts'

/** Creates the grammY bot. Middleware runs in the order in which this function adds it. */
export function createBot(baseContext: Context): Bot<BotContext> {
  const app = tracedContext(baseContext)
  const bot = new Bot<BotContext>(app.config.BOT_TOKEN, {
    client: { apiRoot: app.config.BOT_API_ROOT.replace(/\/$/, ''), timeoutSeconds: 40 },
  })
  // The timing of calls is added before the retries, so that every try is timed separately.
  bot.api.config.use(timedCalls, retryWithoutAccountButtons)
  bot.api.config.use(autoRetry({ maxRetryAttempts: 2, maxDelaySeconds: 5, rethrowHttpErrors: true }))
  bot.api.config.use(trackOutgoing(app), trackEdits(app))
  bot.use((_, next) => {
    countUpdate('received')
    return next()
  }, traceUpdates(baseContext))
  bot.use(sequentialize(sequenceKeys))
  const features = new Composer<BotContext>()
  features.use(
    support(app),
    staffChat(app),
    operators(app),
    blocked(app),
    start(app),
    language(app),
    preferences(app),
    hiddenListings(app),
    savedSearches(app),
    info(app),
    phoneVerification(app),
    moderate(app),
    confirm(app),
    appeals(app),
    mute(app),
    orders(app),
    respond(app),
    hiding(app),
    responses(app),
    serviceRequests(app),
    otherPrice(app),
    chatPrompt(app),
    passOn(app),
    deals(app),
    dealAnswers(app),
    handInAnswers(app),
    chatReplies(app),
    supportCase(app),
    fallback(app),
  )
  bot
    .errorBoundary((error) => apologise(app, error))
    .use(
      handleOnce(app),
      trackIncoming(app),
      stars(app),
      inline(app),
      channels(app),
      staffGroups(app),
      anonymous(app),
      people(app),
      prompts(app),
      whichQuestion(app, features),
      features,
    )
  return bot
}

/**
 * Returns the keys by which grammY runs updates in sequence. Updates of one person run one after another, updates of
 * different people in parallel. Payments and short-lived updates do not wait for the person's other updates, because
 * handling a file may take half a minute.
 */
function sequenceKeys({ update, from, chat, msg }: BotContext): string[] {
  if (isShortLived(update)) return []
  const person = String(from?.id ?? chat?.id)
  return [msg?.successful_payment || msg?.refunded_payment ? `payments of ${person}` : person]
}

/** Tells the sender of an update that an error occurred. */
async function apologise(app: Context, { error, ctx }: BotError<BotContext>): Promise<void> {
  const { log } = app
  countUpdate('failed')
  if (error instanceof GrammyError && error.error_code === 403 && ctx.from) {
    // The person blocked the bot before its answer arrived. The bot sends no messages to the person until the person
    // unblocks it.
    log.info({ update_id: ctx.update.update_id }, 'the answer found the bot blocked')
    return markBotBlocked(app, ctx.from.id)
  }
  log.error({ err: error, update_id: ctx.update.update_id }, 'an update failed')
  const text = translatorFor(ctx.person?.ui_language ?? languageOf(ctx.from?.language_code))('bot.trouble')
  try {
    if (ctx.callbackQuery) await ctx.answerCallbackQuery({ text, show_alert: true })
    else if (ctx.chat?.type === 'private') await ctx.reply(text)
  } catch (failure) {
    log.warn({ err: failure }, 'the apology did not arrive')
  }
}
