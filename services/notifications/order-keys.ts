import type { InlineKeyboardButton } from 'grammy/types'
import type { ListingKind } from '#contract/lifecycle.ts'
import { type NotForMeReason, notForMeReasons } from '#contract/not-for-me.ts'
import type { Context } from '#services/core/context.ts'
import { openButton, say } from './format.ts'
import type { Recipient } from './kinds.ts'

/** What a freelancer may press below an order that the bot told them of. */
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

type Keys = InlineKeyboardButton[][]
type Order = { id: number; kind: ListingKind }

function key(reader: Recipient, label: string, verb: OrderVerb, { id }: Order) {
  return { text: say(reader, `order.key.${label}`), callback_data: `v1:order:${verb}:${id}` }
}

function respondKey(reader: Recipient, { id }: Order): InlineKeyboardButton {
  const text = say(reader, 'order.key.respond')
  return { text, callback_data: `v1:respond:start:${id}`, style: 'primary' }
}

function openKey(ctx: Context, reader: Recipient, { id, kind }: Order): InlineKeyboardButton {
  return openButton(ctx.config, say(reader, `button.${kind}`), { page: kind, id }, reader.is_private)
}

/** Below an order that its reader has not answered; who was reminded of it is not once more. */
export function openKeys(ctx: Context, reader: Recipient, order: Order, mayWait = true): Keys {
  const notMe = key(reader, 'notme', 'notme', order)
  return [
    [respondKey(reader, order)],
    mayWait ? [notMe, key(reader, 'later', 'later', order)] : [notMe],
    [openKey(ctx, reader, order)],
  ]
}

/** Why it does not suit. */
export function reasonKeys(reader: Recipient, order: Order, reasons: NotForMeReason[]): Keys {
  const all = [
    ...reasons.map((reason) => key(reader, `reason.${reason}`, reason, order)),
    key(reader, 'back', 'back', order),
  ]
  return Array.from({ length: Math.ceil(all.length / 2) }, (_, row) => all.slice(row * 2, row * 2 + 2))
}

export function notForMeKeys(reader: Recipient, order: Order): Keys {
  const settings = { text: say(reader, 'order.key.settings'), callback_data: 'v1:unwanted:open' }
  return [[key(reader, 'return', 'back', order), settings]]
}

/** Below one that its reader is reminded of; the morning of the next day is offered where it is something else. */
export function laterKeys(reader: Recipient, order: Order, mayBeTomorrow: boolean): Keys {
  const off = key(reader, 'off', 'off', order)
  return [
    mayBeTomorrow ? [key(reader, 'tomorrow', 'tomorrow', order), off] : [off],
    [respondKey(reader, order)],
  ]
}

/** Below an order that is answered or closed. */
export function afterKeys(ctx: Context, reader: Recipient, isAnswered: boolean): Keys {
  const open = (label: string, page: 'responses' | 'search-personal') =>
    openButton(ctx.config, say(reader, `order.key.${label}`), { page }, reader.is_private)
  const more = open('more', 'search-personal')
  return [isAnswered ? [open('mine', 'responses'), more] : [more]]
}
