import { limits } from '#contract/limits.ts'
import type { Context } from '#services/core/context.ts'
import { say } from '#services/notifications/format.ts'
import { withFooter } from '#services/notifications/kind-settings.ts'
import type { MessageKind, Outgoing, Recipient } from '#services/notifications/kinds.ts'
import { isRestorable } from '#services/responses/decisions/actions.ts'
import { actKeys, allKey, numberKeys, reasonKeys, walkKeys } from './keyboard.ts'
import {
  type Card,
  findCards,
  findGathering,
  findLetter,
  findLetterOf,
  type Letter,
  openInLetter,
} from './queries.ts'
import { type Asked, drawWaiting, responsesWaiting } from './reminder.ts'
import { cardText, headingOf, listText } from './text.ts'

/**
 * The author's message about responses: one response with everything to decide on it, or, when more come within the
 * hour, their list, in which each is opened by its number. It is drawn anew after everything that happens to them.
 */

type View = Pick<Letter, 'ids' | 'open' | 'waiting' | 'isFollowed'> & {
  /** Asks why the open response is declined. */
  asksWhy?: boolean
  /** Asks whether all that wait shall be answered so. */
  asked?: Asked | undefined
}

/** @returns null when none of the responses is there any more */
export async function drawLetter(
  ctx: Context,
  reader: Recipient,
  { ids, open, asksWhy = false, waiting, isFollowed = false, asked }: View,
): Promise<Outgoing | null> {
  if (waiting && (open === null || isFollowed))
    return drawWaiting(ctx, reader, { ids, waiting, isFollowed, asked })
  const now = ctx.now()
  const cards = await findCards(ctx.db, ids, now.toISOString())
  const [first] = cards
  if (!first) return null
  const at = cards.length === 1 ? 0 : cards.findIndex(({ id }) => id === open)
  const card = cards[at]
  if (!card) {
    const keyboard = [...numberKeys(cards), [allKey(ctx, { reader, card: first })]]
    return { text: listText(reader, cards, now), keyboard }
  }
  const text = cardText(reader, card, now, headingFor(reader, cards, card, at))
  const look = { reader, card }
  if (asksWhy)
    return { text: `${text}\n\n${say(reader, 'new_response.why_decline')}`, keyboard: reasonKeys(look) }
  const below =
    cards.length === 1 && !waiting
      ? [allKey(ctx, look)]
      : walkKeys(look, cards.length > 1 ? cards[(at + 1) % cards.length] : undefined)
  return { text, keyboard: [...actKeys(ctx, look, isRestorable(card.declined_at, now)), below] }
}

function headingFor(reader: Recipient, cards: Card[], card: Card, at: number): string {
  if (cards.length === 1) return `${headingOf(reader, card)}\n\n`
  const place = { n: String(at + 1), total: String(cards.length) }
  return `${say(reader, `new_response.one.${card.kind}`, { ...place, title: card.title })}\n\n`
}

const newResponse: MessageKind<'new_response'> = {
  async compose(ctx, { response_id }, reader) {
    const [card] = await findCards(ctx.db, [response_id], ctx.now().toISOString())
    if (!card || card.status === 'withdrawn') return null
    const alone = await drawLetter(ctx, reader, { ids: [response_id], open: null })
    const since = new Date(ctx.now().getTime() - limits.responseLetter.gatherMs)
    const letter = await findGathering(ctx.db, card, since)
    if (!alone || !letter || letter.ids.length >= limits.responseLetter.count) return alone
    const ids = [...new Set([...letter.ids, response_id])]
    const list = await drawLetter(ctx, reader, { ids, open: null })
    return list && { ...list, edit_message_id: letter.message_id, instead: alone }
  },
  // Who was reading one response sees that another has come.
  async sent(ctx, tx, { response_id }, { message_id }) {
    const [card] = await findCards(tx, [response_id], ctx.now().toISOString())
    if (card) await openInLetter(tx, card.author_id, message_id, null)
  },
}

/** The same message after something has happened to one of its responses. */
const responseDrawn: MessageKind<'response_drawn'> = {
  async compose(ctx, { response_id, message_id }, reader) {
    const letter = message_id
      ? await findLetter(ctx.db, reader.user_id ?? 0, message_id)
      : await findLetterOf(ctx.db, response_id)
    const drawn = letter && (await drawLetter(ctx, reader, letter))
    return drawn ? { ...withLetterFooter(letter, drawn, reader), edit_message_id: letter.message_id } : null
  },
}

/** A message is drawn anew with the reason for which it came. */
export function withLetterFooter({ waiting }: Letter, drawn: Outgoing, reader: Recipient): Outgoing {
  return withFooter(waiting ? 'responses_waiting' : 'new_response', drawn, reader)
}

export const responseLetters = {
  new_response: newResponse,
  responses_waiting: responsesWaiting,
  response_drawn: responseDrawn,
}
