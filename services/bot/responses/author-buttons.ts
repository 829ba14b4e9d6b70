import { Composer } from 'grammy'
import type { AppError } from '#contract/errors.ts'
import { askForRoom } from '#services/bot/chat/prompt.ts'
import { actorOf, type BotContext } from '#services/bot/context.ts'
import { editMessage, readerIn } from '#services/bot/dialog/edit-message.ts'
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

/** The buttons under the author's message about responses. Pressing one shows that the author has read the response. */
export function responses(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.chatType('private').callbackQuery(letterPress, async (ctx) => {
    const press = readPress(ctx.match as RegExpMatchArray)
    const { message_id = 0 } = ctx.callbackQuery.message ?? {}
    const [card] = await findReceivedResponses(app.db, [press.response_id], app.now().toISOString())
    if (card?.author_id !== ctx.person.id)
      return answerPress(app, ctx, { text: errorText(ctx.person.ui_language, 'not_found'), show_alert: true })
    let said = ''
    const refusal = await catchRefusal(async () => {
      said = await act(app, ctx, press, card)
    })
    const text = refusal ? refusalWords(ctx, refusal) : said && translate(ctx.person.ui_language)(said)
    await answerPress(app, ctx, { text, show_alert: refusal !== undefined })
    const letter = (await findAuthorMessage(app.db, ctx.person.id, message_id)) ?? alone(card, message_id)
    const open = press.verb === 'list' ? null : card.id
    await setOpenResponse(app.db, ctx.person.id, message_id, open)
    await redraw(app, ctx, { ...letter, open }, press.verb === 'why' && !refusal)
  })
  return composer
}

/** @returns the key of what the person is told at once */
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
  else if (verb === 'write') await askForRoom(app, ctx, { ...card, other_id: card.user_id })
  if (verb !== 'shortlist' && verb !== 'decline' && verb !== 'undo') return ''
  return `bot.response.${verb}`
}

function refusalWords({ person }: BotContext, { code }: AppError): string {
  if (code === 'decision_effective') return translate(person.ui_language)('bot.response.late')
  if (code === 'wrong_state' || code === 'not_found')
    return translate(person.ui_language)('bot.response.changed')
  return errorText(person.ui_language, code)
}

/** A message whose sending was not noted down holds the response of the button. */
function alone({ id, author_id }: ReceivedResponse, message_id: number): AuthorMessage {
  return { user_id: author_id, message_id, ids: [id], open: null }
}

/** Draws the message as it is now; what happens in the app meanwhile is drawn by the workers. */
async function redraw(app: Context, ctx: BotContext, letter: AuthorMessage, asksWhy: boolean): Promise<void> {
  const reader = readerIn(ctx)
  const drawn = await renderAuthorMessage(app, reader, { ...letter, asksWhy })
  if (drawn) await editMessage(app, ctx, letter.message_id, withMessageFooter(letter, drawn, reader))
}
