import type { InlineKeyboardButton } from 'grammy/types'
import { type DeclineReason, declineReasons } from '#contract/lifecycle.ts'
import type { Context } from '#services/core/context.ts'
import { openButton, say } from '#services/notifications/format.ts'
import type { Recipient } from '#services/notifications/kinds.ts'
import type { Card } from './queries.ts'

/**
 * What the buttons under a message about responses say when pressed: `v1:resp:<verb>:<response>`. Whose response it
 * is and what is allowed is asked at every press, so a button is only a wish.
 */
const verbs = ['open', 'list', 'shortlist', 'write', 'why', 'decline', 'undo'] as const
type Verb = (typeof verbs)[number]
export type Press = { verb: Verb; response_id: number; reason?: DeclineReason }

export const letterPress = new RegExp(
  `^v1:resp:(${verbs.join('|')}):([1-9]\\d{0,14})(?::(${declineReasons.join('|')}))?$`,
)

export function readPress([, verb, id, reason]: RegExpMatchArray | string[]): Press {
  return {
    verb: verb as Verb,
    response_id: Number(id),
    ...(reason && { reason: reason as DeclineReason }),
  }
}

type Key = InlineKeyboardButton
type Look = { reader: Recipient; card: Card }

function key(
  { reader, card: { id } }: Look,
  verb: Verb,
  {
    words = verb,
    style,
    reason,
  }: { words?: string; style?: 'success' | 'danger'; reason?: DeclineReason } = {},
): Key {
  const callback_data = `v1:resp:${verb}:${id}${reason ? `:${reason}` : ''}`
  return { text: say(reader, `button.response.${words}`), callback_data, ...(style && { style }) }
}

/** Opens every response to the listing in the app. */
export function allKey(ctx: Context, { reader, card: { kind, listing_id, total } }: Look): Key {
  const text =
    total === 1 ? say(reader, 'button.response.only') : say(reader, 'button.response.all', {}, total)
  return openButton(ctx.config, text, { page: kind, id: listing_id, section: 'responses' }, reader.is_private)
}

/** What its author may do with a response. */
export function actKeys(ctx: Context, look: Look, isRestorable: boolean): Key[][] {
  const { card, reader } = look
  const write = key(look, 'write')
  const decline = key(look, 'why', { words: 'decline', style: 'danger' })
  if (card.status === 'declined') return isRestorable ? [[key(look, 'undo')]] : []
  if (card.status === 'no_show' || card.status === 'shown')
    return [[key(look, 'shortlist', { style: 'success' })], [write, decline]]
  if (card.status === 'shortlisted') {
    const { kind: page, listing_id: id } = card
    const link = { page, id, section: 'responses' } as const
    const choose = openButton(ctx.config, say(reader, 'button.response.choose'), link, reader.is_private)
    return [[{ ...choose, style: 'primary' }], [write, decline]]
  }
  return card.status === 'chosen' ? [[write]] : []
}

/** Why a response is declined. */
export function reasonKeys(look: Look): Key[][] {
  const reasons = declineReasons.map((reason) => key(look, 'decline', { words: `reason.${reason}`, reason }))
  const rest = [key(look, 'decline', { words: 'reason.none' }), key(look, 'open', { words: 'back' })]
  return [reasons.slice(0, 2), reasons.slice(2, 4), [...reasons.slice(4), ...rest.slice(0, 1)], rest.slice(1)]
}

/** The way from one response of several back to their list and on to the next. */
export function walkKeys(look: Look, next: Card | undefined): Key[] {
  const onward = next ? [key({ ...look, card: next }, 'open', { words: 'next' })] : []
  return [key(look, 'list'), ...onward]
}

const inRow = 5

/** The numbers of a list. */
export function numberKeys(cards: Card[]): Key[][] {
  const keys = cards.map(({ id }, at) => ({ text: String(at + 1), callback_data: `v1:resp:open:${id}` }))
  return Array.from({ length: Math.ceil(keys.length / inRow) }, (_, row) =>
    keys.slice(row * inRow, (row + 1) * inRow),
  )
}
