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
    if (channel) return withAccess(channel)
    const person = Object.values(world.data.people).find(({ username }) => username === chatId.slice(1))
    if (!person) throw badRequest('chat not found')
    return getChat(world, person.id)
  }
  const chat = getChat(world, Number(chatId))
  if (!chat.has_bot) throw badRequest('chat not found')
  return withAccess(chat)
}

/**
 * Returns a chat that the bot may read. A public channel can be read from outside, but not by a bot that was thrown out
 * of it. The real server checks this before anything else, see `check_chat_access` of tdlib/telegram-bot-api.
 */
function withAccess(chat: Chat): Chat {
  const isPublic = chat.type === 'channel' && Boolean(chat.username)
  const isKicked = statusOfBot(chat) === 'kicked'
  if (chat.type === 'supergroup' || (chat.type === 'channel' && (!isPublic || isKicked))) checkIsMember(chat)
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
  if (chat.type === 'channel') checkIsMember(chat)
  const message = findMessage(world, chat.id, id)
  if (!message) throw badRequest(`message to ${purpose} not found`)
  const isOwn = message.from.id === world.bot.id
  if (chat.type === 'channel') checkMayChangePost(chat, message, { purpose, isOwn })
  else if (purpose === 'edit' && !isOwn) throw badRequest("message can't be edited")
  return message
}

const longestDeletionSeconds = 48 * 3600

/**
 * Throws the real server's error if the bot may not change a post in a channel. The right to post is enough for its own
 * posts, other posts need the right to edit or delete. No right deletes a post that is older than 48 hours, see
 * `can_edit_message` and `can_delete_channel_message` of tdlib/td.
 */
function checkMayChangePost(
  chat: Chat,
  message: Message,
  { purpose, isOwn }: { purpose: 'edit' | 'delete'; isOwn: boolean },
) {
  const { can_post_messages, can_edit_messages, can_delete_messages } = rightsOfBot(chat)
  const isAuthor = isOwn && can_post_messages
  if (purpose === 'edit') {
    if (!can_edit_messages && !isAuthor) throw badRequest("message can't be edited")
    return
  }
  const isRecent = unixNow() - message.date < longestDeletionSeconds
  if (!isRecent || !(can_delete_messages || isAuthor)) throw badRequest("message can't be deleted")
}
