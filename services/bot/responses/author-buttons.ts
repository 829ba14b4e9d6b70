import { Composer } from 'grammy'
import type { AppError } from '#contract/errors.ts'
import { askForChatMessage } from '#services/bot/chat/prompt.ts'
import { actorOf, type BotContext } from '#services/bot/context.ts'
import { editMessage, readerOf } from '#services/bot/dialog/edit-message.ts'
import { catchRefusal } from '#services/bot/dialog/refusals.ts'
import { answerPress } from '#services/bot/moderation/review-card.ts'
import type { Context } from '#services/core/context.ts'
import { errorText, translate } from '#services/core/text/i18n.ts'
import { letterPress, type Press, readPress } from '#services/responses/author-message/keyboard.ts'
import { renderAuthorMessage, withMessageFooter } from '#services/responses/author-message/messages.ts'
import {
  type AuthorMessage,
  findAuthorMessage,
  findReceivedResponses,
  type ReceivedResponse,
  setOpenResponse,
} from '#services/responses/author-message/queries.ts'
import { decideResponse, restoreResponse } from '#services/responses/decisions/actions.ts'
import { markShown } from '#services/responses/submission/actions.ts'

/** Buttons of the author message. A press marks the response as read by the author. */
export function responses(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.chatType('private').callbackQuery(letterPress, async (ctx) => {
    const press = readPress(ctx.match as RegExpMatchArray)
    const { message_id = 0 } = ctx.callbackQuery.message ?? {}
    const [card] = await findReceivedResponses(app.db, [press.response_id], app.now().toISOString())
    if (card?.author_id !== ctx.person.id)
      return answerPress(app, ctx, { text: errorText(ctx.person.ui_language, 'not_found'), show_alert: true })
    let resultKey = ''
    const refusal = await catchRefusal(async () => {
      resultKey = await act(app, ctx, press, card)
    })
    const text = refusal
      ? refusalWords(ctx, refusal)
      : resultKey && translate(ctx.person.ui_language)(resultKey)
    await answerPress(app, ctx, { text, show_alert: refusal !== undefined })
    const letter =
      (await findAuthorMessage(app.db, ctx.person.id, message_id)) ?? singleResponse(card, message_id)
    const open = press.verb === 'list' ? null : card.id
    await setOpenResponse(app.db, ctx.person.id, message_id, open)
    await redraw(app, ctx, { ...letter, open }, press.verb === 'why' && !refusal)
  })
  return composer
}

/** @returns key of the text for the alert; empty for none */
async function act(
  app: Context,
  ctx: BotContext,
  { verb, reason }: Press,
  card: ReceivedResponse,
): Promise<string> {
  const actor = actorOf(app, ctx)
  const { id } = card
  if (verb !== 'list') await markShown(actor, card.listing_id, card.user_id)
  if (verb === 'shortlist') await decideResponse(actor, id, { move: 'shortlist' })
  else if (verb === 'decline') await decideResponse(actor, id, { move: 'decline', reason })
  else if (verb === 'undo') await restoreResponse(actor, id)
  else if (verb === 'write') await askForChatMessage(app, ctx, { ...card, other_id: card.user_id })
  if (verb !== 'shortlist' && verb !== 'decline' && verb !== 'undo') return ''
  return `bot.response.${verb}`
}

function refusalWords({ person }: BotContext, { code }: AppError): string {
  if (code === 'decision_effective') return translate(person.ui_language)('bot.response.late')
  if (code === 'wrong_state' || code === 'not_found')
    return translate(person.ui_language)('bot.response.changed')
  return errorText(person.ui_language, code)
}

/** Stands in for a message whose sending was not stored: it holds only the pressed response. */
function singleResponse({ id, author_id }: ReceivedResponse, message_id: number): AuthorMessage {
  return { user_id: author_id, message_id, ids: [id], open: null }
}

/** Redraws the author message. Changes made in the app are redrawn by the workers. */
async function redraw(app: Context, ctx: BotContext, letter: AuthorMessage, asksWhy: boolean): Promise<void> {
  const reader = readerOf(ctx)
  const drawn = await renderAuthorMessage(app, reader, { ...letter, asksWhy })
  if (drawn) await editMessage(app, ctx, letter.message_id, withMessageFooter(letter, drawn, reader))
}
