import { autoRetry } from '@grammyjs/auto-retry'
import { sequentialize } from '@grammyjs/runner'
import { Bot, type BotError, GrammyError } from 'grammy'
import { languageOf } from '#contract/languages.ts'
import type { Context } from '#services/core/context.ts'
import { translate } from '#services/core/i18n.ts'
import { timedCalls, withoutRefusedAccounts } from '#services/notifications/telegram.ts'
import { countUpdate } from '#services/operations/metrics.ts'
import { markBotBlocked } from '#services/users/bot-reachability.ts'
import { anonymous } from './anonymous.ts'
import { appeals } from './appeals.ts'
import { answered, heard } from './chat-end.ts'
import { closing } from './closing.ts'
import { confirm } from './confirm.ts'
import type { BotContext } from './context.ts'
import { dealWords } from './deal-words.ts'
import { deals } from './deals.ts'
import { fallback } from './fallback.ts'
import { handInWords } from './hand-in.ts'
import { hiding } from './hiding.ts'
import { handleOnce, isFleeting } from './inbox.ts'
import { info } from './info.ts'
import { inline } from './inline.ts'
import { invitations } from './invitations.ts'
import { language } from './language.ts'
import { moderate } from './moderate.ts'
import { mute } from './mute.ts'
import { operators } from './operators.ts'
import { orders } from './orders.ts'
import { blocked, people } from './people.ts'
import { preferences } from './preferences.ts'
import { prompts } from './prompts.ts'
import { respond } from './respond.ts'
import { responses } from './responses.ts'
import { roomPrompt } from './room-prompt.ts'
import { roomReplies } from './room-replies.ts'
import { searches } from './searches.ts'
import { staffChat } from './staff-chat.ts'
import { staffGroups } from './staff-groups.ts'
import { stars } from './stars.ts'
import { start } from './start.ts'
import { support, supportCase } from './support.ts'
import { tracedWorld, traceUpdates } from './tracing.ts'
import { unwanted } from './unwanted.ts'
import { verify } from './verify.ts'
import { waiting } from './waiting.ts'

/** The bot over our Context; the middleware sees an update in the order in which it stands here. */
export function createBot(world: Context): Bot<BotContext> {
  const app = tracedWorld(world)
  const bot = new Bot<BotContext>(app.config.BOT_TOKEN, {
    client: { apiRoot: app.config.BOT_API_ROOT.replace(/\/$/, ''), timeoutSeconds: 40 },
  })
  // First, so that each try is timed by itself.
  bot.api.config.use(timedCalls, withoutRefusedAccounts)
  bot.api.config.use(autoRetry({ maxRetryAttempts: 2, maxDelaySeconds: 5, rethrowHttpErrors: true }))
  bot.api.config.use(answered(app))
  bot.use((_, next) => {
    countUpdate('received')
    return next()
  }, traceUpdates(world))
  bot.use(sequentialize(lanesOf))
  bot
    .errorBoundary((error) => apologise(app, error))
    .use(
      handleOnce(app),
      heard(app),
      stars(app),
      inline(app),
      staffGroups(app),
      anonymous(app),
      people(app),
      prompts(app),
      support(app),
      staffChat(app),
      operators(app),
      blocked(app),
      start(app),
      language(app),
      preferences(app),
      unwanted(app),
      searches(app),
      info(app),
      verify(app),
      moderate(app),
      confirm(app),
      appeals(app),
      mute(app),
      orders(app),
      invitations(app),
      respond(app),
      closing(app),
      hiding(app),
      responses(app),
      waiting(app),
      roomPrompt(app),
      deals(app),
      dealWords(app),
      handInWords(app),
      roomReplies(app),
      supportCase(app),
      fallback(app),
    )
  return bot
}

/**
 * One person's updates run in their order, different people's side by side. An answer that Telegram waits for only
 * seconds never stands behind a file of the same person that takes half a minute, and neither does their payment.
 */
function lanesOf({ update, from, chat, msg }: BotContext): string[] {
  if (isFleeting(update)) return []
  const person = String(from?.id ?? chat?.id)
  return [msg?.successful_payment || msg?.refunded_payment ? `payments of ${person}` : person]
}

/** Tells the person that something went wrong, whatever broke. */
async function apologise(app: Context, { error, ctx }: BotError<BotContext>): Promise<void> {
  const { log } = app
  countUpdate('failed')
  if (error instanceof GrammyError && error.error_code === 403 && ctx.from) {
    // The person blocked the bot before its answer came: the bot writes nothing until they unblock it.
    log.info({ update_id: ctx.update.update_id }, 'the answer found the bot blocked')
    return markBotBlocked(app, ctx.from.id)
  }
  log.error({ err: error, update_id: ctx.update.update_id }, 'an update failed')
  const text = translate(ctx.person?.ui_language ?? languageOf(ctx.from?.language_code))('bot.trouble')
  try {
    if (ctx.callbackQuery) await ctx.answerCallbackQuery({ text, show_alert: true })
    else if (ctx.chat?.type === 'private') await ctx.reply(text)
  } catch (failure) {
    log.warn({ err: failure }, 'the apology did not arrive')
  }
}
