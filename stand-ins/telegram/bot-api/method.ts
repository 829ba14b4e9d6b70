import { unixNow } from '../state/clock.ts'
import { rightsOfBot, statusOfBot } from '../state/groups.ts'
import { findMessage, getChat } from '../state/messages.ts'
import { mayWriteTo } from '../state/people.ts'
import type { Chat, Message } from '../state/types.ts'
import type { World } from '../state/world.ts'
import { ApiError, badRequest, forbidden } from './errors.ts'
import { number, type Params, text } from './params.ts'

/** A Bot API method: returns the result or throws an ApiError. */
export type Method = (world: World, params: Params) => unknown
export type Methods = Record<string, Method>

/** Returns the chat that a call names by id or @username. */
export function chatOf(world: World, params: Params, field = 'chat_id'): Chat {
  const chatId = text(params, field)
  if (!chatId) throw badRequest('chat_id is empty')
  if (chatId.startsWith('@')) {
    const channel = findChannel(world, chatId.slice(1))
    if (channel) return channel
    const person = Object.values(world.data.people).find(({ username }) => username === chatId.slice(1))
    if (!person) throw badRequest('chat not found')
    return getChat(world, person.id)
  }
  const chat = getChat(world, Number(chatId))
  if (!chat.has_bot) throw badRequest('chat not found')
  if (chat.type === 'supergroup' || (chat.type === 'channel' && !chat.username)) checkIsMember(chat)
  return chat
}

/** Finds a public channel by its user name, in any case. Everybody can look at such a channel. */
function findChannel(world: World, name: string): Chat | undefined {
  return Object.values(world.data.chats).find(
    ({ type, username }) => type === 'channel' && username?.toLowerCase() === name.toLowerCase(),
  )
}

/** Throws the real server's error if the bot may not write in the chat. */
export function checkMayWrite(world: World, chat: Chat) {
  if (chat.type !== 'private') return checkMayWriteInGroup(chat)
  const person = world.data.people[chat.id]
  if (!person) throw badRequest('chat not found')
  if (person.deactivated) throw forbidden('user is deactivated')
  if (person.blocked) throw forbidden('bot was blocked by the user')
  if (!mayWriteTo(person)) throw forbidden("bot can't initiate conversation with a user")
}

/** Throws the real server's error if the bot may not write in the group. */
function checkMayWriteInGroup(chat: Chat) {
  checkIsActive(chat)
  checkIsMember(chat)
  if (chat.type === 'channel' && !rightsOfBot(chat).can_post_messages)
    throw badRequest('need administrator rights in the channel chat')
  if (statusOfBot(chat) === 'restricted')
    throw badRequest('not enough rights to send text messages to the chat')
}

export function checkIsActive({ migrated_to }: Chat) {
  if (migrated_to === undefined) return
  const parameters = { migrate_to_chat_id: migrated_to }
  throw new ApiError(400, 'Bad Request: group chat was upgraded to a supergroup chat', parameters)
}

/**
 * Throws the real server's error if the bot is not a member of the group. The bot can then neither read nor write in
 * it.
 */
export function checkIsMember(chat: Chat) {
  const status = statusOfBot(chat)
  if (status === 'kicked') throw forbidden(`bot was kicked from the ${chat.type} chat`)
  if (status === 'left') throw forbidden(`bot is not a member of the ${chat.type} chat`)
}

/** Returns the bot's message that a call edits or deletes. */
export function ownMessage(world: World, params: Params, chat: Chat, purpose: 'edit' | 'delete'): Message {
  const id = number(params, 'message_id')
  if (!id) throw badRequest('message identifier is not specified')
  if (chat.migrated_to) throw badRequest(`message can't be ${purpose}${purpose === 'edit' ? 'ed' : 'd'}`)
  const message = findMessage(world, chat.id, id)
  if (!message) throw badRequest(`message to ${purpose} not found`)
  const isOwn = message.from.id === world.bot.id
  if (purpose === 'edit' && !isOwn) throw badRequest("message can't be edited")
  if (chat.type === 'channel') checkMayChangePost(chat, message, purpose)
  return message
}

const longestDeletionSeconds = 48 * 3600

/**
 * Throws the real server's error if the bot may not change its own post in a channel. The right to post is enough for
 * that, but a post is deleted by it only within 48 hours.
 */
function checkMayChangePost(chat: Chat, message: Message, purpose: 'edit' | 'delete') {
  checkIsMember(chat)
  const { can_post_messages, can_edit_messages, can_delete_messages } = rightsOfBot(chat)
  if (purpose === 'edit') {
    if (!can_post_messages && !can_edit_messages) throw badRequest("message can't be edited")
    return
  }
  const isRecent = unixNow() - message.date <= longestDeletionSeconds
  if (!can_delete_messages && !(can_post_messages && isRecent)) throw badRequest("message can't be deleted")
}
