import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#db/index.ts'
import { printOf } from '#services/responses/shield/fingerprints.ts'
import { launchData } from '#tests/support/people/launch-data.ts'
import { seededRandom } from '#tests/support/run/random.ts'
import { responseText } from './letters.ts'
import { firstPerson } from './seed.ts'

/**
 * A person who sends requests in the benchmark, with a session and with chats. Each chat has the id of the other
 * person's last message.
 */
export type Regular = {
  id: number
  telegram_id: number
  authorization: string
  rooms: { room_id: number; message_id: number }[]
  /** Returns an authorization header with launch data that is `ago` seconds old. */
  launch(ago: number): string
}

/** Inserts data of the people who send requests: responses, favourites, chats and blocks. */
export async function seedRegulars(db: Db, count: number): Promise<void> {
  const regulars = sql`(select id, telegram_id - ${firstPerson} as n from users
    where telegram_id between ${firstPerson + 1} and ${firstPerson + count})`
  /** SQL for every 997th order. Each person gets other orders. */
  const orders = (salt: number) => sql`lateral (select id, author_id from listings
    where kind = 'order' and author_id <> me.id and id % 997 = (me.n * 7 + ${sql.lit(salt)}) % 997 order by id limit 30)`
  const { rows: sent } = await sql<{ id: number }>`
    insert into responses (listing_id, user_id, response_text, price, currency_id, created_at)
    select listing.id, me.id, 'Сделаю за неделю, вот три похожие работы.', 1000000 + listing.id, 1,
      now() - (2 + listing.id % 20) * interval '1 day' from ${regulars} me, ${orders(1)} listing
    returning id`.execute(db)
  await writeResponseTexts(db, sent)
  await sql`
    insert into favorite_listings (user_id, listing_id, created_at)
    select me.id, listing.id, now() - listing.id % 9999 * interval '1 minute'
    from ${regulars} me, ${orders(2)} listing`.execute(db)
  await sql`
    insert into user_blocks (user_id, blocked_id)
    select me.id, other.id from ${regulars} me, lateral (
      select id from users where id <> me.id and id % 499 = me.n % 499 order by id limit 2) other`.execute(db)
  await seedRooms(db, regulars)
  await sql`vacuum analyze`.execute(db)
}

/** Inserts the texts of responses with their fingerprints, with which the copy check compares new responses. */
async function writeResponseTexts(db: Db, responses: { id: number }[]): Promise<void> {
  const random = seededRandom(1)
  const responseTexts = responses.map(({ id }) => {
    const text = responseText(random)
    return { id, text, ...printOf(text) }
  })
  await sql`
    with written as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(responseTexts)}::jsonb)
        written (id bigint, text text, shingles integer[], sketch integer[], signature bit(256))
    ), said as (
      update responses set response_text = text from written where responses.id = written.id
    )
    insert into response_prints select id, shingles, sketch, signature from written order by id`.execute(db)
}

/**
 * Creates a chat between each person and the next ten, about an order of one of the two. Each chat has six messages;
 * the last two are unread.
 */
async function seedRooms(db: Db, regulars: ReturnType<typeof sql>): Promise<void> {
  await sql`
    insert into chat_rooms (kind, listing_id, user_low, user_high, opened_by)
    select 'project', listing.id, me.id, other.id, me.id
    from ${regulars} me join ${regulars} other on other.n between me.n + 1 and me.n + 10
    cross join lateral (select id from listings where author_id = me.id and kind = 'order' order by id limit 1) listing
    where not exists (select from user_blocks where (user_id, blocked_id) in ((me.id, other.id), (other.id, me.id)))`.execute(
    db,
  )
  await sql`
    insert into chat_messages (room_id, sender_id, content, created_at)
    select id, case when k % 2 = 0 then user_low else user_high end, 'Добрый день! Сообщение ' || k || ': когда начнём?',
      now() - (10 - k) * interval '1 hour' - id * interval '1 second'
    from chat_rooms, generate_series(1, 6) k order by id, k`.execute(db)
  await sql`
    update chat_rooms set last_message_id = last.id, last_message_at = last.created_at
    from (select distinct on (room_id) room_id, id, created_at from chat_messages order by room_id, id desc) last
    where last.room_id = chat_rooms.id`.execute(db)
  await sql`
    insert into chat_members (room_id, user_id, last_read_id, unread_count)
    select room.id, member, (select id from chat_messages where room_id = room.id and sender_id <> member order by id desc offset 1 limit 1), 1
    from chat_rooms room, unnest(array[user_low, user_high]) member`.execute(db)
}

/** Returns launch data of a person as an authorization header. */
export const launchHeader = (telegram_id: number, bot_token: string, at = new Date()) =>
  `tma ${launchData({ id: telegram_id, first_name: 'Человек', username: `regular_${telegram_id}` }, bot_token, at)}`

/** Logs in the first `count` people who send requests. */
export async function logInRegulars(
  db: Db,
  server: FastifyInstance,
  bot_token: string,
  count: number,
): Promise<Regular[]> {
  const regulars: Regular[] = []
  const startedAt = Date.now()
  for (let n = 1; n <= count; n++) {
    const telegram_id = firstPerson + n
    const headers = { authorization: launchHeader(telegram_id, bot_token) }
    const answer = await server.inject({ method: 'POST', url: '/auth/login', headers })
    if (answer.statusCode !== 200) throw new Error(`not let in: ${answer.body}`)
    const { user, tokens } = answer.json<{ user: { id: number }; tokens: { access_token: string } }>()
    const launch = (secondsAgo: number) =>
      launchHeader(telegram_id, bot_token, new Date(startedAt - secondsAgo * 1000))
    const authorization = `Bearer ${tokens.access_token}`
    regulars.push({ id: user.id, telegram_id, authorization, rooms: [], launch })
  }
  await findRooms(db, regulars)
  return regulars
}

async function findRooms(db: Db, regulars: Regular[]): Promise<void> {
  const { rows } = await sql<{ user_id: number; room_id: number; message_id: number }>`
    select member.user_id, member.room_id, max(message.id) as message_id
    from chat_members member join chat_messages message
      on message.room_id = member.room_id and message.sender_id <> member.user_id
    group by 1, 2 order by 1, 2`.execute(db)
  const byId = new Map(regulars.map((regular) => [regular.id, regular]))
  for (const { user_id, ...room } of rows) byId.get(user_id)?.rooms.push(room)
}
