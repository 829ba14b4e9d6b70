import { z } from 'zod'
import { listingStatuses } from '../lifecycle.ts'
import { limits } from '../limits.ts'
import { seenOptions } from '../options.ts'
import { roomKinds } from '../states.ts'
import { defineCalls } from './call.ts'
import { Agreement } from './deal-shapes.ts'
import { Flag, hasWords, text } from './fields.ts'
import {
  byId,
  FileIds,
  type Id,
  ListingId,
  MessageId,
  OptionalCallerId,
  OrderId,
  ReceivedMessageId,
  RoomId,
  UserId,
  VacancyId,
} from './ids.ts'
import { PublicUser } from './people-shapes.ts'
import { Done, File } from './shapes.ts'

/** A quoted message in the short form that fits on one line. */
export const Quote = z.object({
  id: z.int(),
  sender_id: z.int(),
  /** Text of the quoted message; null if its sender deleted it. */
  content: z.string().nullable(),
  /** Attachments of the quoted message, shown instead of an empty text. */
  files: z.array(z.object({ name: z.string(), is_photo: z.boolean() })),
})

export const Message = z.object({
  id: z.int(),
  room_id: z.int(),
  sender_id: z.int(),
  /** Plain text of the message; null if its sender deleted it. */
  content: z.string().nullable(),
  created_at: z.string(),
  /** True if the recipient has read the message. */
  is_read: z.boolean(),
  is_deleted: z.boolean(),
  reply_to: Quote.nullable(),
  /** Attachments of the message; empty once the message is deleted. */
  files: z.array(File),
})

/** A chat of two people, as one of them sees it. */
export const Room = z.object({
  id: z.int(),
  room_id: z.int(),
  kind: z.enum(roomKinds),
  /** Listing that the chat is about; null for a chat of kind `other`, which is about no listing. */
  listing: z
    .object({
      id: z.int(),
      kind: z.enum(['order', 'vacancy']),
      title: z.string(),
      status: z.enum(listingStatuses),
      /** Id of the listing's executor, if the executor is one of the two members of the chat. */
      executor_id: z.int().nullable(),
      /** Agreement of the two people of the chat; null before the executor is chosen, and for vacancies. */
      agreement: Agreement.nullable(),
    })
    .nullable(),
  project_id: z.int().nullable(),
  vacancy_id: z.int().nullable(),
  user1_id: z.int(),
  user2_id: z.int(),
  other: PublicUser,
  /** Last visit of the viewer's chat partner; null if one of the two hides visits. */
  other_seen: z.enum(seenOptions).nullable(),
  last_message: Message.nullable(),
  unread_count: z.int(),
  /**
   * True if the viewer archived the chat. The chat partner still sees the chat. A new message brings the chat back to
   * the viewer.
   */
  is_archived: z.boolean(),
  /** True if nobody can write any more, because the listing or the chat partner's account was deleted. */
  is_read_only: z.boolean(),
  created_at: z.string(),
})

/**
 * Events of the live stream of chats. Only message events have an id; a client that reconnects resumes after the last
 * id it got.
 */
export const StreamEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('message'), data: Message }),
  /** The chat partner is typing. The event is valid for a few seconds, or until the message arrives. */
  z.object({ event: z.literal('typing'), data: z.object({ room_id: z.int(), user_id: z.int() }) }),
  z.object({ event: z.literal('deleted'), data: z.object({ room_id: z.int(), id: z.int() }) }),
  z.object({
    event: z.literal('read'),
    data: z.object({ room_id: z.int(), user_id: z.int(), last_read_id: z.int() }),
  }),
])

/** Reads an optional id, for which old clients may send 0 or an empty value. */
const ifAny = (id: typeof Id) =>
  z.preprocess(
    (value) => (value === 0 || value === '0' || value === '' || value === null ? undefined : value),
    id.optional(),
  )
const roomFlags = { other_chat: Flag.nullish(), project_chat: Flag.nullish(), vacancy_chat: Flag.nullish() }

export const NewRoom = z.object({
  user1_id: UserId,
  user2_id: UserId,
  project_id: ifAny(OrderId),
  vacancy_id: ifAny(VacancyId),
  ...roomFlags,
})

export const chatCalls = defineCalls({
  'GET /chat/user_rooms/:id': {
    access: { self: 'params.id' },
    params: byId(UserId),
    reply: z.array(Room),
    errors: ['not_owner'],
  },
  'GET /chat/unread': {
    access: 'user',
    reply: z.object({ unread_count: z.int() }),
    added: 'the menu says how much waits, without reading every room',
  },
  'GET /chat/room_msgs/:id': {
    access: { member: 'params.id' },
    params: byId(RoomId),
    query: z.object({
      /** Id of a message. The reply contains the messages before it, which are the previous page. */
      before: ifAny(MessageId),
      /**
       * Maximum number of returned messages. If absent, the reply has the number of latest messages that existing
       * clients expect.
       */
      limit: z.coerce.number().int().min(1).max(limits.page.max).optional(),
    }),
    reply: z.array(Message),
    errors: ['not_found'],
  },
  'POST /chat/send_msg': {
    access: { member: 'body.room_id', self: 'body.sender_id' },
    body: z
      .object({
        /** Text of the message; it may be empty if files are attached. */
        content: text(0, limits.message.max),
        sender_id: OptionalCallerId,
        room_id: RoomId,
        /** Id of the quoted message, which must be in the same chat. */
        reply_to: ifAny(MessageId),
        file_ids: FileIds,
      })
      .refine(({ content, file_ids }) => hasWords(content) || file_ids.length > 0, { path: ['content'] }),
    reply: Message,
    errors: ['not_owner', 'not_found', 'blocked_pair', 'room_read_only', 'in_a_row_limit'],
    idempotent: true,
  },
  'POST /chat/typing': {
    access: { member: 'body.room_id' },
    body: z.object({ room_id: RoomId }),
    reply: Done,
    errors: ['not_found'],
    added: 'the other side sees that an answer is being written',
  },
  'POST /chat/msg_read': {
    access: 'user',
    query: z.object({ msg_id: ReceivedMessageId }),
    reply: Done.extend({ room_id: z.int(), last_read_id: z.int(), unread_count: z.int() }),
    errors: ['not_found', 'not_owner'],
  },
  'DELETE /chat/messages/:id': {
    access: 'user',
    params: byId(MessageId),
    reply: Message,
    errors: ['not_found', 'not_owner', 'deletion_over'],
    added: 'a message sent by mistake is taken back within five minutes (#132)',
  },
  'POST /chat/create_room': {
    access: 'user',
    body: NewRoom,
    reply: Room,
    errors: [
      'not_found',
      'not_owner',
      'verification_required',
      'blocked_pair',
      'chat_not_open',
      'too_many_chats',
    ],
  },
  'POST /chat/user_token': {
    access: { member: 'body.room_id', self: 'body.user_id' },
    body: z.object({ user_id: OptionalCallerId, room_id: RoomId }),
    reply: z.object({ token: z.string(), expires_at: z.string() }),
    errors: ['not_owner', 'not_found'],
  },
  'POST /chat/archive_room': {
    access: { member: 'query.room_id' },
    query: z.object({ room_id: RoomId }),
    reply: Done,
    errors: ['not_found'],
  },
  'GET /chat/stream': {
    access: 'ticket',
    query: z.object({
      token: z.string().min(1).max(2048),
      /**
       * Id of the last message that the client has. The stream first sends the messages after it. The header
       * `Last-Event-ID` means the same.
       */
      after: z.coerce.number().int().min(0).optional(),
    }),
    reply: StreamEvent,
    as: 'stream',
    errors: ['unauthenticated', 'session_expired', 'not_found'],
    added: 'messages come the moment they are written (#128)',
  },
  'POST /api/app/check_invoice_exists': {
    access: 'user',
    body: z.object({
      user_id_1: UserId,
      user_id_2: UserId,
      entity_type: z.enum([...roomKinds, 'order']),
      entity_id: ifAny(ListingId),
    }),
    reply: z.object({ is_created: z.boolean() }),
  },
})
