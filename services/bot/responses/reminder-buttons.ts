import { Composer } from 'grammy'
import { AppError } from '#contract/errors.ts'
import { actorOf, type BotContext } from '#services/bot/context.ts'
import { editMessage, readerOf } from '#services/bot/dialog/edit-message.ts'
import { catchRefusal } from '#services/bot/dialog/refusals.ts'
import { answerPress } from '#services/bot/moderation/review-card.ts'
import type { Context } from '#services/core/context.ts'
import { errorText, translate } from '#services/core/text/i18n.ts'
import { closeListing, reopenListing } from '#services/lifecycle/publication/close.ts'
import { renderAuthorMessage, withMessageFooter } from '#services/responses/author-message/messages.ts'
import {
  findAuthorMessage,
  findReceivedResponses,
  setOpenResponse,
} from '#services/responses/author-message/queries.ts'
import { type WaitingVerb, waitingPress } from '#services/responses/author-message/reminder.ts'
import { isDecided } from '#services/responses/author-message/text.ts'
import { decideResponse } from '#services/responses/decisions/actions.ts'

/**
 * Buttons below the reminder of waiting responses: decline all or close the listing, each after a question.
 */
export function waitingResponses(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.chatType('private').callbackQuery(waitingPress, async (ctx) => {
    const verb = ctx.match[1] as WaitingVerb
    const listing_id = Number(ctx.match[2])
    const language = ctx.person.ui_language
    const { message_id = 0 } = ctx.callbackQuery.message ?? {}
    const letter = await findAuthorMessage(app.db, ctx.person.id, message_id)
    if (letter?.waiting?.listing_id !== listing_id)
      return answerPress(app, ctx, { text: errorText(language, 'not_found'), show_alert: true })
    let resultKey = ''
    const refusal = await catchRefusal(async () => {
      resultKey = await act(app, ctx, verb, { listing_id, ids: letter.ids })
    })
    const text = refusal ? errorText(language, refusal.code) : resultKey && translate(language)(resultKey)
    await answerPress(app, ctx, { text, show_alert: refusal !== undefined })
    await setOpenResponse(app.db, ctx.person.id, message_id, null)
    const reader = readerOf(ctx)
    const asked = verb === 'ask_decline' ? 'decline' : verb === 'ask_close' ? 'close' : undefined
    const drawn = await renderAuthorMessage(app, reader, { ...letter, open: null, asked })
    if (drawn) await editMessage(app, ctx, message_id, withMessageFooter(letter, drawn, reader))
  })
  return composer
}

/** @returns key of the text for the alert; empty for none */
async function act(
  app: Context,
  ctx: BotContext,
  verb: WaitingVerb,
  { listing_id, ids }: { listing_id: number; ids: number[] },
): Promise<string> {
  const actor = actorOf(app, ctx)
  if (verb === 'close') return `bot.closed.${await closeListing(actor, listing_id)}`
  if (verb === 'reopen') return `bot.reopened.${await reopenListing(actor, listing_id)}`
  if (verb !== 'decline') return ''
  const cards = await findReceivedResponses(app.db, ids, app.now().toISOString())
  for (const { id } of cards.filter((card) => !isDecided(card)))
    await decideResponse(actor, id, { move: 'decline' }).catch((error) => {
      // The response was answered or withdrawn meanwhile.
      if (!(error instanceof AppError)) throw error
    })
  return 'bot.waiting.declined'
}
