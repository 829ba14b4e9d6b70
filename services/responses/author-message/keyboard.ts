import type { InlineKeyboardButton } from 'grammy/types'
import { type DeclineReason, declineReasons } from '#contract/lifecycle.ts'
import type { Context } from '#services/core/context.ts'
import { openButton, translateFor } from '#services/notifications/format.ts'
import type { Recipient } from '#services/notifications/kinds.ts'
import type { ReceivedResponse } from './queries.ts'

/**
 * Verbs in the callback data of the author message's buttons, `v1:resp:<verb>:<response>`. Every press checks rights
 * and state, so a button itself grants nothing.
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
type ResponseView = { reader: Recipient; card: ReceivedResponse }

function key(
  { reader, card: { id } }: ResponseView,
  verb: Verb,
  {
    words = verb,
    style,
    reason,
  }: { words?: string; style?: 'success' | 'danger'; reason?: DeclineReason } = {},
): Key {
  const callback_data = `v1:resp:${verb}:${id}${reason ? `:${reason}` : ''}`
  return { text: translateFor(reader, `button.response.${words}`), callback_data, ...(style && { style }) }
}

/** Button that opens all responses to the listing in the app. */
export function allKey(ctx: Context, { reader, card: { kind, listing_id, total } }: ResponseView): Key {
  const text =
    total === 1
      ? translateFor(reader, 'button.response.only')
      : translateFor(reader, 'button.response.all', {}, total)
  return openButton(ctx.config, text, { page: kind, id: listing_id, section: 'responses' }, reader.is_private)
}

/** Buttons with which the listing's author answers a response. */
export function actKeys(ctx: Context, view: ResponseView, isRestorable: boolean): Key[][] {
  const { card, reader } = view
  const write = key(view, 'write')
  const decline = key(view, 'why', { words: 'decline', style: 'danger' })
  if (card.status === 'declined') return isRestorable ? [[key(view, 'undo')]] : []
  if (card.status === 'no_show' || card.status === 'shown')
    return [[key(view, 'shortlist', { style: 'success' })], [write, decline]]
  if (card.status === 'shortlisted') {
    const { kind: page, listing_id: id } = card
    const link = { page, id, section: 'responses' } as const
    const choose = openButton(
      ctx.config,
      translateFor(reader, 'button.response.choose'),
      link,
      reader.is_private,
    )
    return [[{ ...choose, style: 'primary' }], [write, decline]]
  }
  return card.status === 'chosen' ? [[write]] : []
}

/** Buttons with the reasons of a decline. */
export function reasonKeys(view: ResponseView): Key[][] {
  const reasons = declineReasons.map((reason) => key(view, 'decline', { words: `reason.${reason}`, reason }))
  const lastRow = [key(view, 'decline', { words: 'reason.none' }), key(view, 'open', { words: 'back' })]
  return [
    reasons.slice(0, 2),
    reasons.slice(2, 4),
    [...reasons.slice(4), ...lastRow.slice(0, 1)],
    lastRow.slice(1),
  ]
}

/** Buttons of a single response: back to the list, and on to the next response. */
export function navigationKeys(view: ResponseView, next: ReceivedResponse | undefined): Key[] {
  const onward = next ? [key({ ...view, card: next }, 'open', { words: 'next' })] : []
  return [key(view, 'list'), ...onward]
}

const keysPerRow = 5

/** Numbered buttons. Each opens one response of a list. */
export function numberKeys(cards: ReceivedResponse[]): Key[][] {
  const keys = cards.map(({ id }, at) => ({ text: String(at + 1), callback_data: `v1:resp:open:${id}` }))
  return Array.from({ length: Math.ceil(keys.length / keysPerRow) }, (_, row) =>
    keys.slice(row * keysPerRow, (row + 1) * keysPerRow),
  )
}
