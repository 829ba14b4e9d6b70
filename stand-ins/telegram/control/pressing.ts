import type { FastifyInstance } from 'fastify'
import { badRequest } from '../bot-api/errors.ts'
import { contactData } from '../launch.ts'
import { sendAsPerson, shareChat, shareContact } from '../state/acting.ts'
import {
  askInline,
  buttonAt,
  isMember,
  type PayOutcome,
  payInvoice,
  pressCallback,
  pressWithoutMessage,
} from '../state/asking.ts'
import { sendResult } from '../state/inline.ts'
import { findMessage, getChat, publicMessage } from '../state/messages.ts'
import { dialogOf, getPerson } from '../state/people.ts'
import type { Chat, Message, Person } from '../state/types.ts'
import type { World } from '../state/world.ts'
import type { ControlOptions } from './options.ts'

type WithId = { Params: { id: string } }
interface Tap {
  chat_id?: number
  message_id?: number
  row?: number
  col?: number
  text?: string
  wait_ms?: number
}
const waitMs = 10_000

export function pressRoutes(app: FastifyInstance, { world }: ControlOptions) {
  const personOf = (request: { params: { id: string } }) => getPerson(world, Number(request.params.id))

  app.post<WithId & { Body: Tap }>('/users/:id/tap', async (request) => {
    const person = personOf(request)
    const body = request.body ?? {}
    const chat = getChat(world, body.chat_id ?? person.id)
    if (!isMember(chat, person)) throw badRequest('the person is not a member of the chat')
    const target = findButton(world, chat, body)
    if (!target) return pressReply(world, person, chat, body.text)
    const { message, row, col } = target
    const button = buttonAt(message, row, col)
    if (!button) throw badRequest('no such button')
    const position = { chat_id: chat.id, message_id: message.message_id, row, col, text: button.text }
    if (button.callback_data !== undefined) {
      const waitTime = body.wait_ms ?? waitMs
      const { query_id, answer } = pressCallback(
        world,
        person,
        message,
        button,
        Math.max(waitTime, 1) * world.clock.scale,
      )
      return { kind: 'callback', ...position, query_id, ...(waitTime > 0 && { answer: await answer }) }
    }
    if (button.url) return { kind: 'url', ...position, url: button.url }
    if (button.web_app) return { kind: 'web_app', ...position, url: button.web_app.url }
    if (button.copy_text) return { kind: 'copy', ...position, copied: button.copy_text.text }
    if (button.pay) return { kind: 'pay', ...position, slug: message.invoice_slug }
    const query = button.switch_inline_query ?? button.switch_inline_query_current_chat ?? ''
    return { kind: 'inline', ...position, query: button.switch_inline_query_chosen_chat?.query ?? query }
  })

  app.post<WithId>('/users/:id/contact', (request) => {
    const person = personOf(request)
    const message = shareContact(world, person)
    return { contact: contactData(world, person), message: publicMessage(message) }
  })

  app.post<WithId & { Body: { request_id: number; chat_id: number } }>('/users/:id/share-chat', (request) => {
    const person = personOf(request)
    const { request_id, chat_id } = request.body
    const buttons = getChat(world, person.id).keyboard?.keyboard.flat() ?? []
    const button = buttons.find(({ request_chat }) => request_chat?.request_id === request_id)
    if (!button?.request_chat) throw badRequest('no such button')
    return publicMessage(shareChat(world, person, button.request_chat, chat_id))
  })

  app.post<WithId & { Body: { data: string; without_message?: boolean } }>(
    '/users/:id/press-inline',
    async (request) => {
      const { data, without_message = false } = request.body
      const pressRecord = { data, isInline: !without_message }
      return { answer: await pressWithoutMessage(world, personOf(request), pressRecord, waitMs) }
    },
  )

  app.post<WithId & { Body: { slug?: string; chat_id?: number; message_id?: number; outcome?: PayOutcome } }>(
    '/users/:id/pay',
    async (request) => {
      const person = personOf(request)
      const { slug, chat_id, message_id, outcome = 'paid' } = request.body
      const message = message_id ? findMessage(world, chat_id ?? person.id, message_id) : undefined
      const invoice = world.data.invoices[slug ?? message?.invoice_slug ?? '']
      if (!invoice) throw badRequest('invoice not found')
      return outcome === 'paid' ? await payInvoice(world, person, invoice) : { status: outcome }
    },
  )

  app.post<WithId & { Body: { query: string; choose?: number; chat_id?: number } }>(
    '/users/:id/inline',
    async (request) => {
      const person = personOf(request)
      const { query, choose, chat_id } = request.body
      const answer = await askInline(world, person, query, waitMs)
      const results = (answer?.results ?? []) as Record<string, unknown>[]
      const chosenResult = choose === undefined ? undefined : results[choose]
      if (!chosenResult) return { results, button: answer?.button }
      const message = sendResult(world, person, getChat(world, chat_id ?? person.id), chosenResult, query)
      return { results, message: publicMessage(message) }
    },
  )

  /** Returns the chat between two people, and creates it if they have none, so that a message can be written. */
  app.post<WithId & { Body: { to: number } }>('/users/:id/dialog', (request) => ({
    id: dialogOf(world, personOf(request).id, request.body.to).id,
  }))

  app.post<WithId & { Body: { to: number; prepared_id?: string; text?: string } }>(
    '/users/:id/share',
    (request) => {
      const person = personOf(request)
      const { to, prepared_id, text } = request.body
      const chat = to > 0 && to !== person.id ? dialogOf(world, person.id, to) : getChat(world, to)
      if (!prepared_id) return publicMessage(sendAsPerson(world, person, { chat_id: chat.id, text }))
      const preparedMessage = world.data.prepared[prepared_id]
      if (!preparedMessage || preparedMessage.user_id !== person.id) throw badRequest('MESSAGE_EXPIRED')
      return publicMessage(sendResult(world, person, chat, preparedMessage.result, ''))
    },
  )
}

/**
 * Finds a button of a message by position or by text. By default it is the first button of the newest message with
 * buttons.
 */
function findButton(world: World, chat: Chat, { message_id, row, col, text }: Tap) {
  const allMessages = world.data.messages[chat.id] ?? []
  const messages =
    message_id === undefined
      ? allMessages.toReversed()
      : allMessages.filter((message) => message.message_id === message_id)
  for (const message of messages) {
    const rows = message.reply_markup?.inline_keyboard
    if (!rows) continue
    if (text === undefined) return { message, row: row ?? 0, col: col ?? 0 }
    for (const [y, buttons] of rows.entries()) {
      const x = buttons.findIndex((button) => button.text.includes(text))
      if (x >= 0) return { message, row: y, col: x }
    }
  }
  return undefined
}

function pressReply(world: World, person: Person, chat: Chat, text: string | undefined) {
  const button = chat.keyboard?.keyboard.flat().find((candidate) => candidate.text.includes(text ?? ''))
  if (!button) throw badRequest('no such button')
  if (button.request_contact) return { kind: 'contact', message: publicMessage(shareContact(world, person)) }
  if (button.web_app) return { kind: 'web_app', url: button.web_app.url, keyboard: true }
  const message: Message = sendAsPerson(world, person, { chat_id: chat.id, text: button.text })
  return { kind: 'text', message: publicMessage(message) }
}
