import { badRequest } from '../bot-api/errors.ts'
import { appendMessage, findMessage, publicMessage } from './messages.ts'
import type { Chat, Message, Sender, Topic } from './types.ts'
import type { World } from './world.ts'

/** Creates a topic with its service message; the message's id is the topic's id. */
export function openTopic(world: World, chat: Chat, author: Sender, name: string): Topic {
  const { message_id } = appendMessage(world, chat, author, {
    is_topic_message: true,
    forum_topic_created: { name, icon_color: 0x6fb9f0 },
  })
  const root = findMessage(world, chat.id, message_id)
  if (root) root.message_thread_id = message_id
  const topic = { message_thread_id: message_id, name, is_closed: false }
  chat.topics = [...(chat.topics ?? []), topic]
  return topic
}

export function findTopic(chat: Chat, id: number | undefined): Topic | undefined {
  return chat.topics?.find((topic) => topic.message_thread_id === id)
}

/** Deletes a topic with its messages. */
export function dropTopic(world: World, chat: Chat, id: number): void {
  chat.topics = chat.topics?.filter((topic) => topic.message_thread_id !== id)
  world.data.messages[chat.id] = (world.data.messages[chat.id] ?? []).filter(
    (message) => message.message_thread_id !== id,
  )
  world.bus.emit({ type: 'chat', chat_id: chat.id })
}

export function setTopicClosed(
  world: World,
  chat: Chat,
  author: Sender,
  topic: Topic,
  is_closed: boolean,
): void {
  topic.is_closed = is_closed
  appendMessage(world, chat, author, {
    ...topicFields(topic),
    ...(is_closed ? { forum_topic_closed: {} } : { forum_topic_reopened: {} }),
  })
}

const topicFields = (topic: Topic) => ({ message_thread_id: topic.message_thread_id, is_topic_message: true })

type TopicFields = Pick<Message, 'message_thread_id' | 'is_topic_message' | 'reply_to_message'>

/**
 * Topic of a message: the given topic, or the topic of the quoted message. If a message in a topic quotes nothing,
 * Telegram delivers it as a reply to the topic's first message, and so does the stand-in.
 */
export function topicOf(
  world: World,
  chat: Chat,
  topicId: number | undefined,
  quote: Message | undefined,
  author: 'bot' | 'person',
): TopicFields {
  const id = topicId ?? quote?.message_thread_id
  if (id === undefined) {
    if (chat.is_general_closed && !chat.bot_manages_topics) throw badRequest('TOPIC_CLOSED')
    return {}
  }
  const topic = findTopic(chat, id)
  if (!topic) throw badRequest('message thread not found')
  if (topic.is_closed && !(author === 'bot' && chat.bot_manages_topics)) throw badRequest('TOPIC_CLOSED')
  const root = findMessage(world, chat.id, id)
  return {
    ...topicFields(topic),
    ...(author === 'person' && root && { reply_to_message: publicMessage(root) }),
  }
}
