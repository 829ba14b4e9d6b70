import type { InlineKeyboardButton } from 'grammy/types'
import type { Context } from '#services/core/context.ts'
import { accountLink, openButton, translateFor } from '#services/notifications/format.ts'
import type { Recipient } from '#services/notifications/kinds.ts'
import type { Deal } from './queries.ts'

/**
 * Callback data of the buttons below deal messages: `v1:deal:<verb>:<listing>[:<hand-in or stars>]`. The person's
 * rights and the state of the deal are checked at every press.
 */
const verbs = [
  'card',
  'accept',
  'return',
  'write',
  'hand_in',
  'done',
  'remind',
  'review',
  'rate',
  'send',
] as const
export type DealVerb = (typeof verbs)[number]
export type DealPress = { verb: DealVerb; listing_id: number; number: number }

export const dealPress = new RegExp(`^v1:deal:(${verbs.join('|')}):([1-9]\\d{0,14})(?::([1-9]\\d{0,14}))?$`)

export function readDealPress([, verb, id, number]: string[]): DealPress {
  return { verb: verb as DealVerb, listing_id: Number(id), number: Number(number ?? 0) }
}

type Button = InlineKeyboardButton

export function dealButton(
  reader: Recipient,
  verb: DealVerb,
  { id }: Pick<Deal, 'id'>,
  {
    number,
    style,
    words: textName = verb,
  }: { number?: number; style?: 'success' | 'primary'; words?: string } = {},
): Button {
  const callback_data = `v1:deal:${verb}:${id}${number === undefined ? '' : `:${number}`}`
  return { text: translateFor(reader, `button.deal.${textName}`), callback_data, ...(style && { style }) }
}

/**
 * Returns buttons with one to five stars for the next axis of a review. `chosenStars` contains the stars of the
 * previous axes, one digit each.
 */
export function starKeyboard(reader: Recipient, deal: Pick<Deal, 'id'>, chosenStars: string): Button[][] {
  const stars = [1, 2, 3, 4, 5].map((number) => ({
    text: `${number} ★`,
    callback_data: `v1:deal:rate:${deal.id}:${chosenStars}${number}`,
  }))
  return [stars, [dealButton(reader, 'card', deal)]]
}

export function openDealButton({ config }: Context, reader: Recipient, { kind, id }: Deal): Button {
  return openButton(config, translateFor(reader, `button.${kind}`), { page: kind, id }, reader.is_private)
}

/**
 * Button that opens the Telegram account of the other side of a deal by its id, because a user name may change hands.
 * If the privacy settings of the account forbid the button, Telegram refuses it and the message is sent without it.
 */
export function accountRows(reader: Recipient, telegram_id: number | null): Button[][] {
  if (telegram_id === null || !reader.is_private) return []
  return [[{ text: translateFor(reader, 'button.deal.telegram'), url: accountLink(telegram_id) }]]
}

export function chatButtons({ config }: Context, reader: Recipient, { room_id }: Deal): Button[] {
  if (room_id === null) return []
  return [
    openButton(config, translateFor(reader, 'button.chat'), { page: 'chat', id: room_id }, reader.is_private),
  ]
}
