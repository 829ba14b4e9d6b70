import { statusOfBot } from '../state/groups.ts'
import { describeChat } from '../state/messages.ts'
import type { Chat } from '../state/types.ts'
import type { World } from '../state/world.ts'

const commonFields = {
  accent_color_id: 0,
  max_reaction_count: 11,
  accepted_gift_types: {
    unlimited_gifts: true,
    limited_gifts: true,
    unique_gifts: true,
    premium_subscription: true,
    gifts_from_channels: true,
  },
}

const memberRights = {
  can_send_messages: true,
  can_send_audios: true,
  can_send_documents: true,
  can_send_photos: true,
  can_send_videos: true,
  can_send_video_notes: true,
  can_send_voice_notes: true,
  can_send_polls: true,
  can_send_other_messages: true,
  can_add_web_page_previews: true,
  can_change_info: false,
  can_invite_users: true,
  can_pin_messages: false,
  can_manage_topics: false,
}

/** The result of `getChat`, with all fields for the chat's type. */
export function fullInfoOf(world: World, chat: Chat): Record<string, unknown> {
  const basicInfo = describeChat(world, chat)
  if (chat.type === 'private') {
    const { username, has_private_forwards } = world.data.people[chat.members[0] ?? chat.id] ?? {}
    return {
      ...basicInfo,
      ...commonFields,
      ...(username && { active_usernames: [username] }),
      ...(has_private_forwards && { has_private_forwards: true }),
    }
  }
  const isAdministrator = statusOfBot(chat) === 'administrator'
  if (chat.type === 'channel')
    return {
      ...basicInfo,
      ...commonFields,
      ...(chat.username && { active_usernames: [chat.username] }),
      ...(isAdministrator && { invite_link: `https://t.me/+stand-in${Math.abs(chat.id)}` }),
    }
  const full = { ...basicInfo, ...commonFields, permissions: memberRights }
  if (chat.type === 'group') return { ...full, all_members_are_administrators: false }
  return {
    ...full,
    join_to_send_messages: true,
    has_visible_history: true,
    ...(isAdministrator && { invite_link: `https://t.me/+stand-in${Math.abs(chat.id)}` }),
  }
}
