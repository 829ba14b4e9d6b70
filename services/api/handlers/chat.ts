import type { Handlers } from '#contract/calls/call.ts'
import type { chatCalls } from '#contract/calls/chat.ts'
import { done } from '#services/api/request/replies.ts'
import { deleteMessage, sendMessage } from '#services/chat/actions.ts'
import { listMessages } from '#services/chat/message-queries.ts'
import { noteTyping } from '#services/chat/presence.ts'
import { archiveRoom, markRead } from '#services/chat/read-marks.ts'
import { countUnread, findRoomOf, listRooms } from '#services/chat/room-queries.ts'
import { createRoom } from '#services/chat/rooms.ts'
import type { GuestContext, UserContext } from '#services/core/request-context.ts'
import { linkFor } from '#services/core/servers/file-urls.ts'

export const chatHandlers: Handlers<typeof chatCalls, GuestContext, UserContext> = {
  'GET /chat/user_rooms/:id': (ctx) => listRooms(ctx),
  'GET /chat/unread': async (ctx) => ({ unread_count: await countUnread(ctx.lists, ctx.viewer.id) }),
  'GET /chat/room_msgs/:id': (ctx, { params, query }) => listMessages(ctx.db, linkFor(ctx), params.id, query),
  'POST /chat/send_msg': (ctx, { body }) => sendMessage(ctx, body),
  'POST /chat/typing': done((ctx, { body }) => noteTyping(ctx, body.room_id)),
  'POST /chat/msg_read': async (ctx, { query }) => ({ ok: true, ...(await markRead(ctx, query.msg_id)) }),
  'DELETE /chat/messages/:id': (ctx, { params }) => deleteMessage(ctx, params.id),
  'POST /chat/create_room': (ctx, { body }) => createRoom(ctx, body),
  'POST /chat/user_token': (ctx, { body }) =>
    ctx.issueTicket({ user_id: ctx.viewer.id, session_id: ctx.viewer.session_id, room_id: body.room_id }),
  'POST /chat/archive_room': done((ctx, { query }) => archiveRoom(ctx, query.room_id)),
  // Despite its name, this call tells whether two people already have a chat about a subject. Clients send it before
  // they open the chat. For a chat between other people than the caller the answer is always false.
  'POST /api/app/check_invoice_exists': async (ctx, { body }) => {
    const { user_id_1: user1_id, user_id_2: user2_id, entity_type, entity_id } = body
    if (![user1_id, user2_id].includes(ctx.viewer.id)) return { is_created: false }
    const kind = entity_type === 'order' ? 'project' : entity_type
    const listing_id = kind === 'other' ? null : (entity_id ?? 0)
    const room_id = await findRoomOf(ctx.db, { kind, listing_id, user1_id, user2_id })
    return { is_created: room_id !== undefined }
  },
}
