import { Composer } from 'grammy'
import { AppError } from '#contract/errors.ts'
import { type InviteDecline, inviteDeclines } from '#contract/invitations.ts'
import { askForChatMessage } from '#services/bot/chat/prompt.ts'
import { actorOf, type BotContext } from '#services/bot/context.ts'
import { editMessage, readerOf } from '#services/bot/dialog/edit-message.ts'
import { catchRefusal } from '#services/bot/dialog/refusals.ts'
import { answerPress } from '#services/bot/moderation/review-card.ts'
import type { Context } from '#services/core/context.ts'
import { errorText, translatorFor } from '#services/core/text/i18n.ts'
import { closeListing, reopenListing } from '#services/lifecycle/publication/close.ts'
import { letterPress, type Press, readPress } from '#services/responses/author-message/keyboard.ts'
import { renderAuthorMessage, withMessageFooter } from '#services/responses/author-message/messages.ts'
import {
  type AuthorMessage,
  findAuthorMessage,
  findReceivedResponses,
  type ReceivedResponse,
  setOpenResponse,
} from '#services/responses/author-message/queries.ts'
import { type WaitingVerb, waitingPress } from '#services/responses/author-message/reminder.ts'
import { isDecided } from '#services/responses/author-message/text.ts'
import { decideResponse, restoreResponse } from '#services/responses/decisions/actions.ts'
import { declineInvitation, undoDecline } from '#services/responses/invitations/answer.ts'
import { renderInvitation } from '#services/responses/invitations/messages.ts'
import { markShown } from '#services/responses/submission/actions.ts'

const invitationPress = new RegExp(
  `^v1:invite:(decline|back):([1-9]\\d{0,14})(?::(${inviteDeclines.join('|')}))?$`,
)

/** Handles the buttons of messages about responses and invitations. The message is redrawn after each press. */
export function responses(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  const personal = composer.chatType('private')

  // Handles the buttons below an invitation, except the button that responds.
  personal.callbackQuery(invitationPress, async (ctx) => {
    const id = Number(ctx.match[2])
    const reason = ctx.match[3] as InviteDecline | undefined
    const actor = actorOf(app, ctx)
    const refusal = await catchRefusal(() =>
      ctx.match[1] === 'back' ? undoDecline(actor, id) : declineInvitation(actor, id, reason),
    )
    const content = await renderInvitation(app, readerOf(ctx), id, ctx.person.id)
    const { message_id } = ctx.callbackQuery.message ?? {}
    if (content && message_id) await editMessage(app, ctx, message_id, content)
    const refusalText = refusal && { text: errorText(ctx.person.ui_language, refusal.code) }
    await answerPress(app, ctx, { ...refusalText, show_alert: content === null })
  })
  // Handles the buttons below a reminder of unanswered responses: decline all, or close the listing. Each asks for
  // confirmation first.
  personal.callbackQuery(waitingPress, async (ctx) => {
    const verb = ctx.match[1] as WaitingVerb
    const listing_id = Number(ctx.match[2])
    const language = ctx.person.ui_language
    const { message_id = 0 } = ctx.callbackQuery.message ?? {}
    const letter = await findAuthorMessage(app.db, ctx.person.id, message_id)
    if (letter?.waiting?.listing_id !== listing_id)
      return answerPress(app, ctx, { text: errorText(language, 'not_found'), show_alert: true })
    let resultKey = ''
    const refusal = await catchRefusal(async () => {
      resultKey = await carryOutReminderPress(app, ctx, verb, { listing_id, ids: letter.ids })
    })
    const text = refusal ? errorText(language, refusal.code) : resultKey && translatorFor(language)(resultKey)
    await answerPress(app, ctx, { text, show_alert: refusal !== undefined })
    await setOpenResponse(app.db, ctx.person.id, message_id, null)
    const reader = readerOf(ctx)
    const asked = verb === 'ask_decline' ? 'decline' : verb === 'ask_close' ? 'close' : undefined
    const content = await renderAuthorMessage(app, reader, { ...letter, open: null, asked })
    if (content) await editMessage(app, ctx, message_id, withMessageFooter(letter, content, reader))
  })

  // Handles the buttons of the author message, which tells an author about new responses. An author who presses a
  // button has seen the response, so a press marks the response as read.
  personal.callbackQuery(letterPress, async (ctx) => {
    const press = readPress(ctx.match as RegExpMatchArray)
    const { message_id = 0 } = ctx.callbackQuery.message ?? {}
    const [card] = await findReceivedResponses(app.db, [press.response_id], app.now().toISOString())
    if (card?.author_id !== ctx.person.id)
      return answerPress(app, ctx, { text: errorText(ctx.person.ui_language, 'not_found'), show_alert: true })
    let resultKey = ''
    const refusal = await catchRefusal(async () => {
      resultKey = await actOnResponse(app, ctx, press, card)
    })
    const text = refusal
      ? refusalWords(ctx, refusal)
      : resultKey && translatorFor(ctx.person.ui_language)(resultKey)
    await answerPress(app, ctx, { text, show_alert: refusal !== undefined })
    const letter =
      (await findAuthorMessage(app.db, ctx.person.id, message_id)) ?? singleResponse(card, message_id)
    const open = press.verb === 'list' ? null : card.id
    await setOpenResponse(app.db, ctx.person.id, message_id, open)
    await redraw(app, ctx, { ...letter, open }, press.verb === 'why' && !refusal)
  })
  return composer
}

/**
 * Carries out the press of a button below the author message.
 * @returns text key of the alert; empty for no alert
 */
async function actOnResponse(
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
  if (code === 'decision_effective') return translatorFor(person.ui_language)('bot.response.late')
  if (code === 'wrong_state' || code === 'not_found')
    return translatorFor(person.ui_language)('bot.response.changed')
  return errorText(person.ui_language, code)
}

/**
 * Returns an author message with only the response whose button was pressed. It is used if the pressed message is not
 * stored in the database.
 */
function singleResponse({ id, author_id }: ReceivedResponse, message_id: number): AuthorMessage {
  return { user_id: author_id, message_id, ids: [id], open: null }
}

/**
 * Redraws the message to the author about new responses after a press in the bot. After a change in the app, the
 * workers redraw it.
 */
async function redraw(app: Context, ctx: BotContext, letter: AuthorMessage, asksWhy: boolean): Promise<void> {
  const reader = readerOf(ctx)
  const content = await renderAuthorMessage(app, reader, { ...letter, asksWhy })
  if (content) await editMessage(app, ctx, letter.message_id, withMessageFooter(letter, content, reader))
}

/**
 * Carries out the press of a button about a response.
 * @returns text key of the alert; empty for no alert
 */
async function carryOutReminderPress(
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
      // The response was answered or withdrawn between the drawing of the message and the press.
      if (!(error instanceof AppError)) throw error
    })
  return 'bot.waiting.declined'
}
