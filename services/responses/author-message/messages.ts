import { limits } from '#contract/limits.ts'
import type { Context } from '#services/core/context.ts'
import { translateFor } from '#services/notifications/format.ts'
import type { MessageKind, Outgoing, Recipient } from '#services/notifications/kinds.ts'
import { withFooter } from '#services/notifications/outbox/mute-footer.ts'
import { isRestorable } from '#services/responses/decisions/actions.ts'
import { actKeys, allKey, navigationKeys, numberKeys, reasonKeys } from './keyboard.ts'
import {
  type AuthorMessage,
  findAuthorMessage,
  findCollectingMessage,
  findMessageOfResponse,
  findReceivedResponses,
  type ReceivedResponse,
  setOpenResponse,
} from './queries.ts'
import { type ConfirmedAction, renderReminder, responsesWaiting } from './reminder.ts'
import { cardText, headingOf, listText } from './text.ts'

/**
 * The author message: one response with its buttons. If more responses come within the hour, the message becomes a
 * numbered list, with a button that opens each response. The message is redrawn after every change of its responses.
 */

type MessageView = Pick<AuthorMessage, 'ids' | 'open' | 'waiting' | 'hasLaterReminder'> & {
  /** True if the message asks for the reason of a decline. */
  asksWhy?: boolean
  /** Action on all waiting responses for which the message asks a confirmation. */
  asked?: ConfirmedAction | undefined
}

/** @returns null when all responses of the message are deleted */
export async function renderAuthorMessage(
  ctx: Context,
  reader: Recipient,
  { ids, open, asksWhy = false, waiting, hasLaterReminder = false, asked }: MessageView,
): Promise<Outgoing | null> {
  if (waiting && (open === null || hasLaterReminder))
    return renderReminder(ctx, reader, { ids, waiting, hasLaterReminder, asked })
  const now = ctx.now()
  const cards = await findReceivedResponses(ctx.db, ids, now.toISOString())
  const [first] = cards
  if (!first) return null
  const at = cards.length === 1 ? 0 : cards.findIndex(({ id }) => id === open)
  const card = cards[at]
  if (!card) {
    const keyboard = [...numberKeys(cards), [allKey(ctx, { reader, card: first })]]
    return { text: listText(reader, cards, now), keyboard }
  }
  const text = cardText(reader, card, now, headingFor(reader, cards, card, at))
  const view = { reader, card }
  if (asksWhy)
    return {
      text: `${text}\n\n${translateFor(reader, 'new_response.why_decline')}`,
      keyboard: reasonKeys(view),
    }
  const below =
    cards.length === 1 && !waiting
      ? [allKey(ctx, view)]
      : navigationKeys(view, cards.length > 1 ? cards[(at + 1) % cards.length] : undefined)
  return { text, keyboard: [...actKeys(ctx, view, isRestorable(card.declined_at, now)), below] }
}

function headingFor(
  reader: Recipient,
  cards: ReceivedResponse[],
  card: ReceivedResponse,
  at: number,
): string {
  if (cards.length === 1) return `${headingOf(reader, card)}\n\n`
  const place = { n: String(at + 1), total: String(cards.length) }
  return `${translateFor(reader, `new_response.one.${card.kind}`, { ...place, title: card.title })}\n\n`
}

const newResponse: MessageKind<'new_response'> = {
  async compose(ctx, { response_id }, reader) {
    const [card] = await findReceivedResponses(ctx.db, [response_id], ctx.now().toISOString())
    if (!card || card.status === 'withdrawn') return null
    const alone = await renderAuthorMessage(ctx, reader, { ids: [response_id], open: null })
    const since = new Date(ctx.now().getTime() - limits.authorMessage.gatherMs)
    const letter = await findCollectingMessage(ctx.db, card, since)
    if (!alone || !letter || letter.ids.length >= limits.authorMessage.count) return alone
    const ids = [...new Set([...letter.ids, response_id])]
    const list = await renderAuthorMessage(ctx, reader, { ids, open: null })
    return list && { ...list, edit_message_id: letter.message_id, instead: alone }
  },
  // If the message shows one response in full, it becomes a list again, so that its reader sees the new response.
  async sent(ctx, tx, { response_id }, { message_id }) {
    const [card] = await findReceivedResponses(tx, [response_id], ctx.now().toISOString())
    if (card) await setOpenResponse(tx, card.author_id, message_id, null)
  },
}

/** Redraws the author message after a change of one of its responses. */
const redrawnAuthorMessage: MessageKind<'response_drawn'> = {
  async compose(ctx, { response_id, message_id }, reader) {
    const letter = message_id
      ? await findAuthorMessage(ctx.db, reader.user_id ?? 0, message_id)
      : await findMessageOfResponse(ctx.db, response_id)
    const content = letter && (await renderAuthorMessage(ctx, reader, letter))
    return content
      ? { ...withMessageFooter(letter, content, reader), edit_message_id: letter.message_id }
      : null
  },
}

/** Appends the footer to a message that is redrawn: the reason why it was sent. */
export function withMessageFooter(
  { waiting }: AuthorMessage,
  content: Outgoing,
  reader: Recipient,
): Outgoing {
  return withFooter(waiting ? 'responses_waiting' : 'new_response', content, reader)
}

export const authorMessages = {
  new_response: newResponse,
  responses_waiting: responsesWaiting,
  response_drawn: redrawnAuthorMessage,
}
