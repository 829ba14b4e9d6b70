import { findTopic, openTopic, setTopicClosed } from '../../state/topics.ts'
import type { World } from '../../state/world.ts'
import { badRequest } from '../errors.ts'
import { chatOf, checkMayWrite, type Method, type Methods } from '../method.ts'
import { number, type Params, text } from '../params.ts'

/** Returns the group of a call. Throws if the group has no topics or the bot may not manage them. */
function forumOf(world: World, params: Params, purpose: string) {
  const chat = chatOf(world, params)
  checkMayWrite(world, chat)
  if (!chat.is_forum) throw badRequest('the chat is not a forum')
  if (!chat.bot_manages_topics) throw badRequest(`not enough rights to ${purpose} a topic`)
  return chat
}

export const topics: Methods = {
  createForumTopic(world, params) {
    const chat = forumOf(world, params, 'create')
    const name = (text(params, 'name') ?? '').trim()
    if (!name) throw badRequest('TOPIC_TITLE_EMPTY')
    if (name.length > 128) throw badRequest('TOPIC_TITLE_INVALID')
    world.limits.takeToken(chat.id)
    const { message_thread_id } = openTopic(world, chat, world.bot, name)
    return { message_thread_id, name, icon_color: 0x6fb9f0 }
  },
  closeForumTopic: createClosedSetter('close', true),
  reopenForumTopic: createClosedSetter('reopen', false),
}

function createClosedSetter(purpose: string, is_closed: boolean): Method {
  return (world, params) => {
    const chat = forumOf(world, params, purpose)
    const topic = findTopic(chat, number(params, 'message_thread_id'))
    if (!topic) throw badRequest('TOPIC_ID_INVALID')
    if (topic.is_closed === is_closed) throw badRequest('TOPIC_NOT_MODIFIED')
    setTopicClosed(world, chat, world.bot, topic, is_closed)
    return true
  }
}
