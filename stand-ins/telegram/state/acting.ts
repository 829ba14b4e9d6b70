import { badRequest } from '../bot-api/errors.ts'
import { bodyOf, type Content } from './attachments.ts'
import { unixNow } from './clock.ts'
import { authorOf, type OnBehalfOf, setBotStatus, statusOfBot } from './groups.ts'
import { appendMessage, findQuoted, getChat, type MessageBody, publicMessage } from './messages.ts'
import { senderOf } from './people.ts'
import { topicOf } from './topics.ts'
import type { Chat, Message, Person, RequestChat } from './types.ts'
import { pushUpdate } from './updates.ts'
import type { World } from './world.ts'

export interface PersonMessage extends Content {
  chat_id?: number
  reply_to_message_id?: number
  message_thread_id?: number
  /** If given, the message in a group is written on behalf of a group or channel and not of the person. */
  as?: OnBehalfOf
}

/** Sends a message of a person; the bot gets an update if Telegram would send it one. */
export function sendAsPerson(world: World, person: Person, content: PersonMessage): Message {
  const chat = getChat(world, content.chat_id ?? person.id)
  if (!chat.members.includes(person.id)) throw badRequest('the person is not a member of the chat')
  if (chat.type === 'private' && chat.has_bot && person.blocked)
    throw badRequest('the person blocked the bot')
  const reply = findQuoted(world, chat.id, content.reply_to_message_id)
  if (chat.migrated_to) throw badRequest('the group has become another one')
  const { sender_chat, is_automatic_forward, from } = authorOf(world, chat, person, content.as)
  const message = receiveFromPerson(
    world,
    chat,
    person,
    {
      ...(sender_chat && { sender_chat }),
      ...(is_automatic_forward && { is_automatic_forward }),
      ...bodyOf(world, content),
      ...topicOf(world, chat, content.message_thread_id, reply, 'person'),
      ...(reply && { reply_to_message: reply }),
    },
    from,
  )
  if (chat.keyboard?.one_time_keyboard || chat.reply_asked) {
    if (chat.keyboard?.one_time_keyboard) chat.keyboard = undefined
    chat.reply_asked = undefined
    world.bus.emit({ type: 'chat', chat_id: chat.id })
  }
  return message
}

/** Adds a message of a person to the chat, and queues the update for the bot. */
export function receiveFromPerson(
  world: World,
  chat: Chat,
  person: Person,
  body: MessageBody,
  from = senderOf(person),
): Message {
  const isPrivate = chat.type === 'private' && chat.has_bot
  if (isPrivate && !person.started) {
    person.started = true
    world.bus.emit({ type: 'person', user_id: person.id })
  }
  const message = appendMessage(world, chat, from, body)
  if (isPrivate || (hasBot(chat) && isForBot(world, message)))
    pushUpdate(world, 'message', publicMessage(message))
  return message
}

const hasBot = (chat: Chat) => chat.has_bot && !['left', 'kicked'].includes(statusOfBot(chat))

/**
 * True if the bot gets a message of a group. In privacy mode the bot gets only commands, replies to its messages and
 * mentions of it.
 */
function isForBot(world: World, message: Message): boolean {
  if (!world.settings.privacy) return true
  const mention = `@${world.bot.username}`.toLowerCase()
  return (
    message.text?.startsWith('/') === true ||
    message.text?.toLowerCase().includes(mention) === true ||
    message.reply_to_message?.from.id === world.bot.id
  )
}

/** A person blocks or unblocks the bot. */
export function setBlocked(world: World, person: Person, blocked: boolean) {
  if (person.blocked === blocked) return
  person.blocked = blocked
  const member = (status: string) => ({
    user: world.bot,
    status,
    ...(status === 'kicked' && { until_date: 0 }),
  })
  const { id, first_name, username } = person
  pushUpdate(world, 'my_chat_member', {
    chat: { id, type: 'private', first_name, ...(username && { username }) },
    from: senderOf(person),
    date: unixNow(),
    old_chat_member: member(blocked ? 'member' : 'kicked'),
    new_chat_member: member(blocked ? 'kicked' : 'member'),
  })
  world.bus.emit({ type: 'person', user_id: person.id })
}

/** Sends the person's phone number to the bot as a message. As in real clients, this also unblocks the bot. */
export function shareContact(world: World, person: Person): Message {
  setBlocked(world, person, false)
  const { id, phone, first_name, last_name } = person
  const contact = { phone_number: phone, first_name, ...(last_name && { last_name }), user_id: id }
  return receiveFromPerson(world, getChat(world, id), person, { contact })
}

/** The person permits the bot to write, from inside the mini-app. The bot gets a service message. */
export function allowWriting(world: World, person: Person) {
  setBlocked(world, person, false)
  if (person.started || person.write_access) return
  person.write_access = true
  world.bus.emit({ type: 'person', user_id: person.id })
  const body = { write_access_allowed: { from_request: true } }
  pushUpdate(world, 'message', appendMessage(world, getChat(world, person.id), senderOf(person), body))
}

/** A person shares one of their groups with the bot. The bot need not be a member of the group. */
export function shareChat(world: World, person: Person, request: RequestChat, chatId: number): Message {
  const { request_id, bot_is_member, chat_is_channel, chat_is_forum, request_title, request_username } =
    request
  const chat = getChat(world, chatId)
  const fits =
    chat.type !== 'private' &&
    chat.members.includes(person.id) &&
    chat_is_channel === (chat.type === 'channel') &&
    (!bot_is_member || hasBot(chat)) &&
    (chat_is_forum === undefined || chat_is_forum === (chat.is_forum ?? false))
  if (!fits) throw badRequest('the client does not offer this chat')
  // The client asks the person to make the bot an administrator with the rights that the button names.
  if (request.bot_administrator_rights && chat.type === 'channel')
    setBotStatus(world, chat, 'administrator', request.bot_administrator_rights)
  const chat_shared = {
    request_id,
    chat_id: chatId,
    ...(request_title && { title: chat.title ?? '' }),
    ...(request_username && chat.username && { username: chat.username }),
  }
  return receiveFromPerson(world, getChat(world, person.id), person, { chat_shared })
}
