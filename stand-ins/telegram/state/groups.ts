import { unixNow } from './clock.ts'
import { appendMessage, describeChat, publicMessage } from './messages.ts'
import { getPerson, senderOf } from './people.ts'
import type { BotStatus, ChannelRights, Chat, Message, Person, Sender } from './types.ts'
import { pushUpdate } from './updates.ts'
import type { World } from './world.ts'

/** Telegram's own accounts. A message on behalf of a chat has one of them as its author. */
export const anonymousAdministrator: Sender = {
  id: 1_087_968_824,
  is_bot: true,
  first_name: 'Group',
  username: 'GroupAnonymousBot',
}
const channelBot: Sender = { id: 136_817_688, is_bot: true, first_name: 'Channel', username: 'Channel_Bot' }
const service: Sender = { id: 777_000, is_bot: false, first_name: 'Telegram' }

/**
 * Possible senders of a message instead of a person: the group itself, a channel, or the automatic post of a linked
 * channel.
 */
export type OnBehalfOf = 'group' | 'channel' | 'linked_channel'

const channel = { id: -1_001_999_000_001, type: 'channel', title: 'Канал' }

/** Author of a message as the bot sees it. */
export function authorOf(
  world: World,
  chat: Chat,
  person: Person,
  onBehalfOf?: OnBehalfOf,
): Pick<Message, 'from' | 'sender_chat' | 'is_automatic_forward'> {
  if (onBehalfOf === 'group') return { from: anonymousAdministrator, sender_chat: describeChat(world, chat) }
  if (onBehalfOf === 'channel') return { from: channelBot, sender_chat: channel }
  if (onBehalfOf === 'linked_channel')
    return { from: service, sender_chat: channel, is_automatic_forward: true }
  return { from: senderOf(person) }
}

function describeMember(world: World, status: BotStatus, channelRights?: ChannelRights) {
  const rights = { can_send_messages: false, can_send_photos: false, can_send_documents: false }
  return {
    user: world.bot,
    status,
    ...(status === 'administrator' && channelRights),
    ...(status === 'restricted' && { is_member: true, until_date: 0, ...rights }),
    ...(status === 'kicked' && { until_date: 0 }),
  }
}

export const statusOfBot = ({ bot_status, bot_manages_topics }: Chat): BotStatus =>
  bot_status ?? (bot_manages_topics ? 'administrator' : 'member')

const noRights: ChannelRights = {
  can_post_messages: false,
  can_edit_messages: false,
  can_delete_messages: false,
}
const allRights: ChannelRights = {
  can_post_messages: true,
  can_edit_messages: true,
  can_delete_messages: true,
}

/** Rights of the bot in a channel. A bot is an administrator there or is not in the channel. */
export const rightsOfBot = (chat: Chat): ChannelRights =>
  statusOfBot(chat) === 'administrator' ? (chat.bot_rights ?? allRights) : noRights

/** Creates a channel with the bot as an administrator. Its members are its subscribers. */
export function createChannel(
  world: World,
  { title, username, members = [] }: { title: string; username?: string; members?: number[] },
): Chat {
  const id = -1_003_000_000_000 - world.data.next_serial++
  const chat: Chat = {
    id,
    type: 'channel',
    title,
    ...(username && { username }),
    members,
    has_bot: true,
    last_message_id: 0,
    bot_status: 'administrator',
    bot_rights: { ...allRights },
  }
  world.data.chats[id] = chat
  world.bus.emit({ type: 'chat', chat_id: id })
  return chat
}

/** The bot's membership, as in `getChatMember` and `my_chat_member`. */
export const describeBotMember = (world: World, chat: Chat) =>
  describeMember(world, statusOfBot(chat), chat.type === 'channel' ? rightsOfBot(chat) : undefined)

/**
 * Adds the bot to a group or channel, removes it or restricts it, or changes its rights in a channel. The bot gets an
 * update.
 */
export function setBotStatus(
  world: World,
  chat: Chat,
  status: BotStatus,
  rights?: Partial<ChannelRights>,
): void {
  const previousStatus = statusOfBot(chat)
  if (previousStatus === status && !rights) return
  if (rights) chat.bot_rights = { ...rightsOfBot(chat), ...rights }
  chat.bot_status = status
  pushMembership(world, chat, previousStatus, status)
  world.bus.emit({ type: 'chat', chat_id: chat.id })
}

function pushMembership(world: World, chat: Chat, previousStatus: BotStatus, nextStatus: BotStatus): void {
  const [first] = chat.members
  pushUpdate(world, 'my_chat_member', {
    chat: describeChat(world, chat),
    from: first === undefined ? anonymousAdministrator : senderOf(getPerson(world, first)),
    date: unixNow(),
    old_chat_member: describeMember(world, previousStatus),
    new_chat_member: describeMember(
      world,
      nextStatus,
      chat.type === 'channel' ? rightsOfBot(chat) : undefined,
    ),
  })
}

/**
 * Migrates a group to a supergroup with a new id, as when topics are enabled. Both chats get a service message; the bot
 * gets no update about leaving the old group.
 * @param isMember whether the bot joins the new group
 * @param isTold whether the bot gets updates
 */
export function migrate(
  world: World,
  chat: Chat,
  { isMember = true, isTold = true }: { isMember?: boolean; isTold?: boolean } = {},
): Chat {
  const id = -1_002_000_000_000 - world.data.next_serial++
  const { title, members, is_forum, bot_manages_topics } = chat
  const supergroup: Chat = {
    id,
    type: 'supergroup',
    ...(title && { title }),
    members: [...members],
    has_bot: true,
    last_message_id: 0,
    ...(is_forum && { is_forum }),
    ...(bot_manages_topics && { bot_manages_topics }),
    ...(!isMember && { bot_status: 'left' as const }),
  }
  world.data.chats[id] = supergroup
  const [first] = members
  const from = first === undefined ? anonymousAdministrator : senderOf(getPerson(world, first))
  const oldChatMessage = appendMessage(world, chat, from, { migrate_to_chat_id: id })
  chat.migrated_to = id
  const newChatMessage = appendMessage(world, supergroup, from, { migrate_from_chat_id: chat.id })
  if (isTold) {
    if (isMember) pushMembership(world, supergroup, 'left', 'member')
    pushUpdate(world, 'message', publicMessage(oldChatMessage))
    if (isMember) pushUpdate(world, 'message', publicMessage(newChatMessage))
  }
  world.bus.emit({ type: 'chat', chat_id: id })
  return supergroup
}
