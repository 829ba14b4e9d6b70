import { describeBotMember, statusOfBot } from '../../state/groups.ts'
import { senderOf } from '../../state/people.ts'
import { badRequest } from '../errors.ts'
import { fullInfoOf } from '../full-info.ts'
import { chatOf, checkIsActive, type Methods } from '../method.ts'
import { number, text } from '../params.ts'

/** Maximum size of a file that bots can download. */
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
    return fullInfoOf(world, chatOf(world, params))
  },

  getChatMember(world, params) {
    const chat = chatOf(world, params)
    // If a group became a supergroup, a request for the group fails. The error contains the id of the supergroup.
    checkIsActive(chat)
    const userId = number(params, 'user_id') ?? 0
    if (chat.type === 'channel' && statusOfBot(chat) !== 'administrator')
      throw badRequest('member list is inaccessible')
    if (userId === world.bot.id) return describeBotMember(world, chat)
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
