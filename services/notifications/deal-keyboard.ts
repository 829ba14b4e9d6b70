import type { InlineKeyboardButton } from 'grammy/types'
import type { Context } from '#services/core/context.ts'
import type { Deal } from './deal-queries.ts'
import { accountLink, openButton, say } from './format.ts'
import type { Recipient } from './kinds.ts'

/**
 * What the buttons of a deal say when pressed: `v1:deal:<verb>:<listing>[:<hand-in or stars>]`. Rights and state are
 * asked at every press, so a button is only a wish.
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

type Key = InlineKeyboardButton

export function dealKey(
  reader: Recipient,
  verb: DealVerb,
  { id }: Pick<Deal, 'id'>,
  { number, style, words = verb }: { number?: number; style?: 'success' | 'primary'; words?: string } = {},
): Key {
  const callback_data = `v1:deal:${verb}:${id}${number === undefined ? '' : `:${number}`}`
  return { text: say(reader, `button.deal.${words}`), callback_data, ...(style && { style }) }
}

/** Five stars to choose from, for the axis behind those that have theirs. */
export function starKeys(reader: Recipient, deal: Pick<Deal, 'id'>, given: string): Key[][] {
  const stars = [1, 2, 3, 4, 5].map((number) => ({
    text: `${number} ★`,
    callback_data: `v1:deal:rate:${deal.id}:${given}${number}`,
  }))
  return [stars, [dealKey(reader, 'card', deal)]]
}

export function openKey({ config }: Context, reader: Recipient, { kind, id }: Deal): Key {
  return openButton(config, say(reader, `button.${kind}`), { page: kind, id }, reader.is_private)
}

/**
 * Leads to the other side's account in Telegram, by its id: a user name may be somebody else's by now. Telegram refuses
 * it where the account hides itself, and the message goes out without it.
 */
export function accountKeys(reader: Recipient, telegram_id: number | null): Key[][] {
  if (telegram_id === null || !reader.is_private) return []
  return [[{ text: say(reader, 'button.deal.telegram'), url: accountLink(telegram_id) }]]
}

export function chatKeys({ config }: Context, reader: Recipient, { room_id }: Deal): Key[] {
  if (room_id === null) return []
  return [openButton(config, say(reader, 'button.chat'), { page: 'chat', id: room_id }, reader.is_private)]
}
