import type { InlineKeyboardButton } from 'grammy/types'
import type { DeepLink } from '#contract/deep-links.ts'
import type { Language } from '#contract/languages.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { type NotForMeReason, notForMeReasons } from '#contract/not-for-me.ts'
import { startParam } from '#contract/share-links.ts'
import type { Context } from '#services/core/context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { openButton, translateFor } from '#services/notifications/format.ts'
import type { Recipient } from '#services/notifications/kinds.ts'

/** Buttons of a notification about an order. */
const orderVerbs = ['notme', 'back', 'later', 'tomorrow', 'off', ...notForMeReasons] as const
type OrderVerb = (typeof orderVerbs)[number]

export type OrderPress = { verb: OrderVerb; listing_id: number }

export const orderPress = new RegExp(`^v1:order:(${orderVerbs.join('|')}):([1-9]\\d{0,14})$`)

export function readOrderPress([, verb, id]: RegExpMatchArray | string[]): OrderPress {
  return { verb: verb as OrderVerb, listing_id: Number(id) }
}

export function isReason(verb: OrderVerb): verb is NotForMeReason {
  return (notForMeReasons as readonly string[]).includes(verb)
}

type KeyRows = InlineKeyboardButton[][]
type Order = { id: number; kind: ListingKind }

function key(reader: Recipient, label: string, verb: OrderVerb, { id }: Order) {
  return { text: translateFor(reader, `order.key.${label}`), callback_data: `v1:order:${verb}:${id}` }
}

function respondKey(reader: Recipient, { id }: Order): InlineKeyboardButton {
  const text = translateFor(reader, 'order.key.respond')
  return { text, callback_data: `v1:respond:start:${id}`, style: 'primary' }
}

function openKey(ctx: Context, reader: Recipient, { id, kind }: Order): InlineKeyboardButton {
  return openButton(ctx.config, translateFor(reader, `button.${kind}`), { page: kind, id }, reader.is_private)
}

/**
 * Buttons of a message about an order that the person has neither answered nor hidden. A reminder has no button to be
 * reminded again.
 */
export function unansweredKeys(ctx: Context, reader: Recipient, order: Order, canPostpone = true): KeyRows {
  const notMe = key(reader, 'notme', 'notme', order)
  return [
    [respondKey(reader, order)],
    canPostpone ? [notMe, key(reader, 'later', 'later', order)] : [notMe],
    [openKey(ctx, reader, order)],
  ]
}

/** Buttons with the reasons for which a person may hide an order. */
export function reasonKeys(reader: Recipient, order: Order, reasons: NotForMeReason[]): KeyRows {
  const buttons = [
    ...reasons.map((reason) => key(reader, `reason.${reason}`, reason, order)),
    key(reader, 'back', 'back', order),
  ]
  return Array.from({ length: Math.ceil(buttons.length / 2) }, (_, row) =>
    buttons.slice(row * 2, row * 2 + 2),
  )
}

export function hiddenKeys(reader: Recipient, order: Order): KeyRows {
  const settings = { text: translateFor(reader, 'order.key.settings'), callback_data: 'v1:unwanted:open' }
  return [[key(reader, 'return', 'back', order), settings]]
}

/**
 * Buttons of a message about an order for which the person has set a reminder. `mayBeTomorrow` is false if the reminder
 * is already set for the next morning.
 */
export function reminderKeys(reader: Recipient, order: Order, mayBeTomorrow: boolean): KeyRows {
  const off = key(reader, 'off', 'off', order)
  return [
    mayBeTomorrow ? [key(reader, 'tomorrow', 'tomorrow', order), off] : [off],
    [respondKey(reader, order)],
  ]
}

/** Buttons of a message about an order to which the person has responded or which is closed. */
export function closedKeys(ctx: Context, reader: Recipient, isAnswered: boolean): KeyRows {
  const open = (label: string, page: 'responses' | 'search-personal') =>
    openButton(ctx.config, translateFor(reader, `order.key.${label}`), { page }, reader.is_private)
  const moreButton = open('more', 'search-personal')
  return [isAnswered ? [open('mine', 'responses'), moreButton] : [moreButton]]
}

/**
 * Buttons of a message about a reopened listing, for a person whose response counts again.
 * @param mayEdit false once the author has seen the response
 */
export function reopenedKeys(
  ctx: Context,
  reader: Recipient,
  { id, kind }: Order,
  mayEdit: boolean,
): KeyRows {
  const key = (section: 'edit' | 'withdraw') =>
    openButton(
      ctx.config,
      translateFor(reader, `order.key.${section}`),
      { page: kind, id, section },
      reader.is_private,
    )
  return [[openKey(ctx, reader, { id, kind })], [...(mayEdit ? [key('edit')] : []), key('withdraw')]]
}

export const closingPress = /^v1:(close|reopen):([1-9]\d{0,14})$/

/** Button that closes or reopens a listing in the bot's chat. */
export function closingButton(
  language: Language,
  act: 'close' | 'reopen',
  listing_id: number,
): InlineKeyboardButton {
  return { text: translatorFor(language)(`message.button.${act}`), callback_data: `v1:${act}:${listing_id}` }
}

/**
 * Button with which the reader chooses a Telegram chat to share a listing in. Inline mode then offers the listing's
 * card in that chat.
 */
export function shareButton(reader: Recipient, link: DeepLink): InlineKeyboardButton {
  return {
    text: translateFor(reader, 'button.share'),
    switch_inline_query_chosen_chat: {
      query: startParam(link),
      allow_user_chats: true,
      allow_group_chats: true,
      allow_channel_chats: true,
    },
  }
}
