import { badRequest } from '../bot-api/errors.ts'
import { unixNow } from './clock.ts'
import { getPerson } from './people.ts'
import type { Chat, Message, Sender } from './types.ts'
import { nextSerial, type World } from './world.ts'

/** The fields of a message that its author gives. */
export type MessageBody = Omit<Message, 'message_id' | 'date' | 'chat' | 'from'>

export function getChat(world: World, id: number): Chat {
  const chat = world.data.chats[id]
  if (!chat) throw badRequest('chat not found')
  return chat
}

export function describeChat(world: World, chat: Chat): Message['chat'] {
  if (chat.type !== 'private')
    return {
      id: chat.id,
      type: chat.type,
      ...(chat.title && { title: chat.title }),
      ...(chat.username && { username: chat.username }),
      ...(chat.is_forum && { is_forum: true }),
    }
  const { id, first_name, last_name, username } = getPerson(world, chat.members[0] ?? chat.id)
  return { id, type: 'private', first_name, ...(last_name && { last_name }), ...(username && { username }) }
}

export function appendMessage(world: World, chat: Chat, from: Sender, body: MessageBody): Message {
  // Message ids are numbered as in Telegram: private chats and basic groups share one sequence, each supergroup and each
  // channel has its own sequence.
  const hasOwnSequence = chat.type === 'supergroup' || chat.type === 'channel'
  const message_id = !hasOwnSequence ? world.data.next_private_message_id++ : chat.last_message_id + 1
  chat.last_message_id = message_id
  const message: Message = { message_id, date: unixNow(), chat: describeChat(world, chat), from, ...body }
  world.data.messages[chat.id] ??= []
  world.data.messages[chat.id]?.push(message)
  world.bus.emit({ type: 'message', chat_id: chat.id, message_id, message: publicMessage(message) })
  return message
}

/** An ephemeral message has no message number in the chat. */
export function appendEphemeral(world: World, chat: Chat, receiver: Sender, body: MessageBody): Message {
  const message: Message = {
    message_id: 0,
    ephemeral_message_id: nextSerial(world),
    receiver_user: receiver,
    date: unixNow(),
    chat: describeChat(world, chat),
    from: world.bot,
    ...body,
  }
  world.data.messages[chat.id] ??= []
  world.data.messages[chat.id]?.push(message)
  world.bus.emit({ type: 'message', chat_id: chat.id, message_id: 0, message })
  return message
}

/** True if the given person can see the message. Without a person, true if everybody can see it. */
export function isSeenBy({ receiver_user }: Message, user_id: number | undefined): boolean {
  return receiver_user === undefined || receiver_user.id === user_id
}

export function findMessage(world: World, chatId: number, messageId: number): Message | undefined {
  return world.data.messages[chatId]?.findLast((message) => message.message_id === messageId)
}

export function emitEdited(world: World, message: Message, chatId: number) {
  world.bus.emit({
    type: 'message_edited',
    chat_id: chatId,
    message_id: message.message_id,
    message: publicMessage(message),
  })
}

export function removeMessage(world: World, chatId: number, messageId: number): boolean {
  const list = world.data.messages[chatId] ?? []
  const at = list.findIndex((message) => message.message_id === messageId)
  if (at < 0) return false
  list.splice(at, 1)
  world.bus.emit({ type: 'message_deleted', chat_id: chatId, message_id: messageId })
  return true
}

/** The message as the Bot API returns it. */
export function publicMessage(message: Message): Message {
  const { invoice_slug: _, ...rest } = message
  return rest
}

/** The quoted message of a reply. If the quoted message is a reply too, the message that it quotes is left out. */
export function findQuoted(world: World, chatId: number, messageId: number | undefined): Message | undefined {
  const repliedMessage = messageId === undefined ? undefined : findMessage(world, chatId, messageId)
  if (!repliedMessage) return undefined
  const { reply_to_message: _, ...rest } = publicMessage(repliedMessage)
  return rest
}
