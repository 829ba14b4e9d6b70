import { describeChat } from '../../state/messages.ts'
import { senderOf } from '../../state/people.ts'
import { badRequest } from '../errors.ts'
import { chatOf, type Methods } from '../method.ts'
import { number, text } from '../params.ts'

/** Bots take no larger files. */
const maxDownloadBytes = 20 * 1024 * 1024

export const chats: Methods = {
  getMe: (world) => ({
    ...world.bot,
    can_join_groups: true,
    can_read_all_group_messages: !world.settings.privacy,
    supports_inline_queries: true,
    can_connect_to_business: false,
    has_main_web_app: true,
    has_topics_enabled: false,
  }),

  getChat(world, params) {
    const chat = chatOf(world, params)
    return { ...describeChat(world, chat), accent_color_id: 0, max_reaction_count: 11, permissions: {} }
  },

  getChatMember(world, params) {
    const chat = chatOf(world, params)
    const userId = number(params, 'user_id') ?? 0
    if (userId === world.bot.id)
      return { status: chat.bot_manages_topics ? 'administrator' : 'member', user: world.bot }
    const person = world.data.people[userId]
    if (!person) throw badRequest('member not found')
    return { status: chat.members.includes(userId) ? 'member' : 'left', user: senderOf(person) }
  },

  getChatMemberCount: (world, params) => chatOf(world, params).members.length + 1,

  getChatAdministrators: () => [],

  getFile(world, params) {
    const file = world.data.files[text(params, 'file_id') ?? '']
    if (!file) throw badRequest('wrong file_id or the file is temporarily unavailable')
    const { file_id, file_unique_id, file_size } = file.ref
    if (file_size > maxDownloadBytes) throw badRequest('file is too big')
    return { file_id, file_unique_id, file_size, file_path: file.path }
  },

  getUserProfilePhotos: () => ({ total_count: 0, photos: [] }),
}
