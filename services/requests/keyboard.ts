import type { InlineKeyboardButton } from 'grammy/types'
import { type InviteDecline, inviteDeclines } from '#contract/invitations.ts'
import type { ListingStatus } from '#contract/lifecycle.ts'
import {
  type RequestAct,
  type RequestSide,
  type RequestState,
  requestDeclines,
  waysOn,
} from '#contract/service-requests.ts'
import type { Context } from '#services/core/context.ts'
import { dealButton } from '#services/deals/keyboard.ts'
import { openPathButton, translateFor } from '#services/notifications/format.ts'
import type { Recipient } from '#services/notifications/kinds.ts'

/**
 * Callback data of the buttons below messages about a request for a service: `v1:request:<verb>:<request>[:<price or
 * reason>]`. The person's rights and the state of the request are checked at every press.
 */
const verbs = ['card', 'accept', 'price', 'send', 'why', 'decline', 'withdraw', 'write'] as const
export type RequestVerb = (typeof verbs)[number]

/** `terms`: price in minor units that the pressed message shows, or null if it is by agreement. */
export type RequestPress = {
  verb: RequestVerb
  id: number
  terms: number | null
  reason: InviteDecline | undefined
}

export const requestPress = new RegExp(
  `^v1:request:(${verbs.join('|')}):([1-9]\\d{0,14})(?::(agreed|${inviteDeclines.join('|')}|\\d{1,14}))?$`,
)

export function readRequestPress([, verb, id, detail]: string[]): RequestPress {
  return {
    verb: verb as RequestVerb,
    id: Number(id),
    terms: /^\d+$/.test(detail ?? '') ? Number(detail) : null,
    reason: inviteDeclines.find((reason) => reason === detail),
  }
}

/** A request as one of its sides may act on it. */
export type RequestKeys = {
  id: number
  state: RequestState
  side: RequestSide
  acts: readonly RequestAct[]
  /** Price of the offer that counts, in minor units; null by agreement. */
  price: number | null
  /** State of its order, which goes on as a deal after the acceptance. */
  status: ListingStatus
  category_id: number | null
}

/** True if the side may ask the other one a question before it answers: the client about another price. */
export const mayWrite = ({ side, state }: Pick<RequestKeys, 'side' | 'state'>) =>
  side === 'client' && state === 'countered'

type Button = InlineKeyboardButton

export function requestButton(
  reader: Pick<Recipient, 'language'>,
  verb: RequestVerb,
  id: number,
  { detail, style, words = verb }: { detail?: string; style?: 'success' | 'primary'; words?: string } = {},
): Button {
  const callback_data = `v1:request:${verb}:${id}${detail === undefined ? '' : `:${detail}`}`
  return { text: translateFor(reader, `button.request.${words}`), callback_data, ...(style && { style }) }
}

/**
 * Buttons below a message about a request, in its present state. The button that accepts carries the price which the
 * message shows, so that nobody accepts another one.
 * @param asksWhy true after a press of Decline, which offers the reasons
 */
export function requestKeyboard(
  ctx: Context,
  reader: Recipient,
  request: RequestKeys,
  asksWhy = false,
): Button[][] {
  const { id, side, acts } = request
  const key = (verb: RequestVerb, options?: Parameters<typeof requestButton>[3]) =>
    requestButton(reader, verb, id, options)
  if (asksWhy && acts.includes('decline')) {
    const reasons = requestDeclines.map((reason) => ({
      text: translateFor(reader, `invitation.key.why.${reason}`),
      callback_data: `v1:request:decline:${id}:${reason}`,
    }))
    return [reasons, [key('decline', { words: 'silent' }), key('card')]]
  }
  const detail = request.price === null ? 'agreed' : String(request.price)
  const words = side === 'client' ? 'agree' : 'accept'
  const acceptRow = acts.includes('accept') ? [key('accept', { detail, style: 'success', words })] : []
  const otherRow = [
    ...(acts.includes('counter') ? [key('price')] : []),
    ...(acts.includes('decline') ? [key('why')] : []),
    ...(acts.includes('withdraw') ? [key('withdraw', { words: acceptRow[0] ? 'refuse' : 'withdraw' })] : []),
    ...(mayWrite(request) ? [key('write')] : []),
  ]
  return [acceptRow, otherRow, ...openRows(ctx, reader, request)].filter((row) => row.length > 0)
}

/** Buttons that open the request; after its end those that say where to go on. */
function openRows(
  { config }: Context,
  reader: Recipient,
  { id, state, side, status, category_id }: RequestKeys,
): Button[][] {
  const open = (label: string, path: string) => [
    openPathButton(config, translateFor(reader, `button.${label}`), path),
  ]
  if (state === 'accepted') {
    const isWorking = side === 'freelancer' && status === 'in_progress'
    // From here on it is a deal, whose messages tell what follows.
    return [...(isWorking ? [[dealButton(reader, 'hand_in', { id })]] : []), open('order', `/order/${id}`)]
  }
  if (state === 'offered' || state === 'countered' || side === 'freelancer')
    return [open('request.open', `/request/${id}`)]
  const { similar, copy } = waysOn({ id, category_id })
  return [open('request.similar', similar), open('request.create', copy)]
}
