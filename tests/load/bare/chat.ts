import type { Row, RunQuery, RunTogether } from './database.ts'
import { personColumns, toPerson } from './people.ts'
import type { Reference } from './reference.ts'

/** Chat messages of the generated market have no files and no quotes. */

const rooms = `
  select room.id, room.kind, room.created_at, room.user_low, room.user_high, mine.unread_count,
    mine.archived_at is not null as is_archived,
    room.is_read_only or other.status <> 'active'
      or exists (select from user_blocks where user_id = other.id and blocked_id = $1) as is_read_only,
    ${personColumns('other', 'o_')}, other.seen_on >= current_date as was_today, other.seen_on > current_date - 7 as was_lately,
    other.seen_on is not null and other.is_seen_shown and me.is_seen_shown and not exists (
      select from user_blocks where user_id = other.id and blocked_id = $1) as is_seen,
    listing.id as listing_id, listing.kind as listing_kind, listing.title, listing.status,
    message.id as m_id, message.sender_id as m_sender_id, message.content as m_content,
    message.created_at as m_created_at, message.deleted_at as m_deleted_at,
    message.id <= reader.last_read_id as m_is_read
  from chat_members mine
  join users me on me.id = mine.user_id
  join chat_rooms room on room.id = mine.room_id
  join users other on other.id = room.user_low + room.user_high - mine.user_id
  left join listings listing on listing.id = room.listing_id
  left join chat_messages message on message.id = room.last_message_id
  left join chat_members reader on reader.room_id = room.id and reader.user_id <> message.sender_id
  where mine.user_id = $1 and (room.last_message_id is not null or room.kind <> 'other' or room.opened_by = $1)
  order by coalesce(room.last_message_at, room.created_at) desc, room.id desc limit 1000`

export async function listRooms(runQuery: RunQuery, reference: Reference, viewer: number): Promise<Row[]> {
  const rows = await runQuery(rooms, [viewer], 'rooms')
  return rows.map((row) => ({
    id: row.id,
    room_id: row.id,
    kind: row.kind,
    listing: row.listing_id && {
      id: row.listing_id,
      kind: row.listing_kind,
      title: row.title,
      status: row.status,
      executor_id: null,
      agreement: null,
    },
    project_id: row.kind === 'project' ? row.listing_id : null,
    vacancy_id: row.kind === 'vacancy' ? row.listing_id : null,
    user1_id: row.user_low,
    user2_id: row.user_high,
    other: toPerson(row, 'o_', reference),
    other_seen: row.is_seen ? (row.was_today ? 'today' : row.was_lately ? 'week' : 'earlier') : null,
    last_message: row.m_id === null ? null : toMessage(row, 'm_', row.id),
    unread_count: row.unread_count,
    is_archived: row.is_archived,
    is_read_only: row.is_read_only,
    created_at: row.created_at,
  }))
}

function toMessage(row: Row, prefix: string, room_id: number): Row {
  const of = (name: string) => row[prefix + name]
  return {
    id: of('id'),
    room_id,
    sender_id: of('sender_id'),
    content: of('content'),
    created_at: of('created_at'),
    is_read: of('is_read'),
    is_deleted: of('deleted_at') !== null,
    reply_to: null,
    files: [],
  }
}

const unreadQuery = `select coalesce(sum(unread_count), 0)::int as unread_count from chat_members
  where user_id = $1 and archived_at is null`

export async function countUnread(runQuery: RunQuery, viewer: number): Promise<Row | undefined> {
  return (await runQuery(unreadQuery, [viewer], 'unread'))[0]
}

/** Checks, stores and announces a chat message and updates both members, in one statement and one commit. */
const sendQuery = `
  with room as (
    select id, user_low + user_high - $1 as other_id, listing_id from chat_rooms
    where id = $2 and $1 in (user_low, user_high) and not is_read_only for update),
  allowed as (
    select room.id from room join users other on other.id = room.other_id and other.status = 'active'
    where not exists (select from user_blocks
        where (user_id, blocked_id) in (($1, room.other_id), (room.other_id, $1)))
      and (exists (select from chat_messages where room_id = $2 and sender_id = room.other_id)
        or exists (select from listings where id = room.listing_id and executor_id in ($1, room.other_id))
        or (select count(*) from (select from chat_messages where room_id = $2 and sender_id = $1 limit 3) sent) < 3)),
  message as (
    insert into chat_messages (room_id, sender_id, content, created_at)
    select id, $1, $3, now() from allowed returning *),
  told as (
    update chat_rooms set last_message_id = message.id, last_message_at = message.created_at
    from message where chat_rooms.id = message.room_id),
  counted as (
    update chat_members set archived_at = null, unread_count = unread_count + (user_id <> $1)::int
    from message where chat_members.room_id = message.room_id),
  event as (
    insert into events (topic, payload, created_at)
    select 'message.sent', jsonb_build_object('message_id', id), now() from message returning id),
  task as (
    insert into event_tasks (event_id, consumer, due_at, next_at)
    select id, 'message-notifications', now(), now() from event)
  select message.*, false as is_read, pg_notify('outbox', '') from message`

export async function sendMessage(runQuery: RunQuery, viewer: number, { room_id, content }: Row) {
  const [row] = await runQuery(sendQuery, [viewer, room_id, content], 'send')
  return row && toMessage(row, '', row.room_id)
}

/** Locks the chat as every writer does, so that the unread count includes the latest message. */
const lockQuery = `
  select from chat_rooms where id = (select room_id from chat_messages where id = $2)
    and $1 in (user_low, user_high) for update`

const readQuery = `
  update chat_members mine set last_read_id = mark.id, unread_count = (
    select count(*) from chat_messages later where later.room_id = mark.room_id and later.id > mark.id
      and later.sender_id <> $1 and later.deleted_at is null)
  from (select member.room_id, greatest(member.last_read_id, message.id) as id from chat_messages message
    join chat_members member on member.room_id = message.room_id and member.user_id = $1
    where message.id = $2 and message.sender_id <> $1) mark
  where mine.room_id = mark.room_id and mine.user_id = $1
  returning mine.room_id, mine.last_read_id, mine.unread_count`

export async function markRead(askTogether: RunTogether, viewer: number, id: number) {
  const values = [viewer, id]
  const [row] = await askTogether([
    { text: lockQuery, values, name: 'lock' },
    { text: readQuery, values, name: 'read' },
  ])
  return row && { ok: true, ...row }
}
