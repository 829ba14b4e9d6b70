import { translateFor } from '#services/notifications/format.ts'
import type { MessageKind, MessageKinds } from '#services/notifications/kinds.ts'
import { findStaffChats, groupsOf, staffChatSettings } from '#services/notifications/staff-chats.ts'

/** Message to administrators and staff groups that a staff group got a new id, became silent or is reachable again. */
const staffChat: MessageKind<'staff_chat'> = {
  async compose(ctx, { chat_id, about }, reader) {
    const groups = groupsOf(await findStaffChats(ctx.db, ctx.config), chat_id)
    const [first] = groups
    if (!first) return null
    const group = translateFor(reader, `staffChat.group.${groups.length > 1 ? 'both' : first}`)
    const settings = groups.map((one) => staffChatSettings[one])
    if (about === 'moved') {
      const wrong = settings.filter((name) => ctx.config[name] !== chat_id)
      const lines = wrong.map((name) => `${name}=${chat_id}`).join('\n')
      return wrong.length === 0
        ? null
        : { text: translateFor(reader, 'staffChat.moved', { group, settings: lines }) }
    }
    const chat = await ctx.db
      .selectFrom('staff_chats')
      .select('silent_reason')
      .where('chat_id', '=', chat_id)
      .executeTakeFirst()
    const reason = chat?.silent_reason
    // A message is outdated if the state of the staff group has changed since the message was queued.
    if ((about === 'silent') !== Boolean(reason)) return null
    if (!reason) return { text: translateFor(reader, 'staffChat.heard', { group }) }
    const parts = { group, chat: String(chat_id), settings: settings.join(', ') }
    return { text: translateFor(reader, `staffChat.silent.${reason}`, parts) }
  },
}

export const staffChatMessages: Pick<MessageKinds, 'staff_chat'> = { staff_chat: staffChat }
