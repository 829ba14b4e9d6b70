import { findMessage, getChat } from '../state/messages.ts'
import { mayWriteTo } from '../state/people.ts'
import type { Chat, Message } from '../state/types.ts'
import type { World } from '../state/world.ts'
import { badRequest, forbidden } from './errors.ts'
import { number, type Params, text } from './params.ts'

/** A Bot API method: what it answers, or an ApiError thrown. */
export type Method = (world: World, params: Params) => unknown
export type Methods = Record<string, Method>

/** The chat a call is about, by id or by @username. */
export function chatOf(world: World, params: Params, field = 'chat_id'): Chat {
  const given = text(params, field)
  if (!given) throw badRequest('chat_id is empty')
  if (given.startsWith('@')) {
    const person = Object.values(world.data.people).find(({ username }) => username === given.slice(1))
    if (!person) throw badRequest('chat not found')
    return getChat(world, person.id)
  }
  const chat = getChat(world, Number(given))
  if (!chat.has_bot) throw badRequest('chat not found')
  return chat
}

/** Throws what the real server says when the bot may not write there. */
export function checkMayWrite(world: World, chat: Chat) {
  if (chat.type !== 'private') return
  const person = world.data.people[chat.id]
  if (!person) throw badRequest('chat not found')
  if (person.deactivated) throw forbidden('user is deactivated')
  if (person.blocked) throw forbidden('bot was blocked by the user')
  if (!mayWriteTo(person)) throw forbidden("bot can't initiate conversation with a user")
}

/** The bot's own message that a call wants to change. */
export function ownMessage(world: World, params: Params, chat: Chat, purpose: 'edit' | 'delete'): Message {
  const id = number(params, 'message_id')
  if (!id) throw badRequest('message identifier is not specified')
  const message = findMessage(world, chat.id, id)
  if (!message) throw badRequest(`message to ${purpose} not found`)
  const isOwn = message.from.id === world.bot.id
  if (purpose === 'edit' && !isOwn) throw badRequest("message can't be edited")
  return message
}
