import { sql } from 'kysely'
import { collectedKinds, type Notification, notifications } from '#contract/notifications.ts'
import type { Db } from '#db/index.ts'
import { filesJson } from '#services/files/queries.ts'

/** Data of a listing for messages. */
export async function findListingNews(db: Db, listing_id: number) {
  return db
    .selectFrom('listings as listing')
    .innerJoin('currencies as currency', 'currency.id', 'listing.currency_id')
    .leftJoin('categories as category', 'category.id', 'listing.category_id')
    .leftJoin('orders as task', 'task.listing_id', 'listing.id')
    .leftJoin('vacancies as work', 'work.listing_id', 'listing.id')
    .select(['listing.id', 'listing.kind', 'listing.title', 'listing.status', 'listing.rejection_reason'])
    .select(['listing.price', 'listing.min_stake', 'listing.max_stake', 'listing.payment_format'])
    .select([
      'listing.deadline',
      'listing.urgent',
      'listing.responses_count',
      'listing.listed_at',
      'listing.resubmissions',
    ])
    .select(['listing.skills', 'currency.code as currency', 'category.names as category'])
    .select((eb) => eb.fn.coalesce('task.subtitle', 'work.description').as('about'))
    .where('listing.id', '=', listing_id)
    .executeTakeFirst()
}

/** True if the person has responded to a listing or hidden it. */
export async function isAnswered(db: Db, listing_id: number, telegram_id: number): Promise<boolean> {
  const { rows } = await sql<{ is_answered: boolean }>`
    select exists (select from responses mine where mine.listing_id = ${listing_id} and mine.user_id = person.id)
      or exists (select from not_for_me mark where mark.listing_id = ${listing_id} and mark.user_id = person.id)
      as is_answered
    from users person where person.telegram_id = ${telegram_id}
  `.execute(db)
  return rows[0]?.is_answered ?? false
}

/** True if the listing's author has blocked the person. */
export async function isBlockedByAuthor(db: Db, listing_id: number, telegram_id: number): Promise<boolean> {
  const { rows } = await sql<{ is_shut_out: boolean }>`
    select exists (select from listings listing join user_blocks block on block.user_id = listing.author_id
      join users person on person.id = block.blocked_id
      where listing.id = ${listing_id} and person.telegram_id = ${telegram_id}) as is_shut_out`.execute(db)
  return rows[0]?.is_shut_out ?? false
}

/** Data about a payment that bought nothing: refunded, turned into a credit, or held. */
export async function findRefundNews(db: Db, payment_id: number) {
  return db
    .selectFrom('payments as payment')
    .leftJoin('responses as response', 'response.id', 'payment.response_id')
    .innerJoin('listings as listing', (join) =>
      join.on((eb) => eb('listing.id', '=', eb.fn.coalesce('payment.listing_id', 'response.listing_id'))),
    )
    .select(['payment.kind', 'payment.amount', 'payment.currency', 'payment.state', 'listing.title'])
    .select(sql<boolean>`exists (select from credits where source_payment_id = payment.id)`.as('is_credited'))
    .select(
      sql<boolean>`payment.state not in ('paid', 'refund_pending', 'refunded') and exists (select from payment_cases
        where payment_id = payment.id and kind = 'amount_mismatch' and state = 'open')`.as('is_held'),
    )
    .where('payment.id', '=', payment_id)
    .executeTakeFirst()
}

/** Data of a response for messages to both sides. */
export async function findResponseNews(db: Db, response_id: number) {
  return db
    .selectFrom('responses as response')
    .innerJoin('users as responder', 'responder.id', 'response.user_id')
    .innerJoin('listings as listing', 'listing.id', 'response.listing_id')
    .leftJoin('currencies as currency', 'currency.id', 'response.currency_id')
    .select(['response.status', 'response.response_text', 'response.price', 'currency.code as currency'])
    .select(['responder.full_name', 'listing.id as listing_id', 'listing.kind', 'listing.title'])
    .select(['listing.author_id', 'response.user_id', 'listing.status as listing_status'])
    .select([
      'response.end_reason',
      'response.decline_reason',
      'response.declined_at',
      'response.boost_credited_at',
    ])
    .where('response.id', '=', response_id)
    .executeTakeFirst()
}

/** Data of a chat message for its receiver. */
export async function findMessageNews(db: Db, message_id: number) {
  return db
    .selectFrom('chat_messages as message')
    .innerJoin('chat_rooms as room', 'room.id', 'message.room_id')
    .innerJoin('users as sender', 'sender.id', 'message.sender_id')
    .innerJoin('chat_members as receiver', 'receiver.room_id', 'message.room_id')
    .leftJoin('listings as listing', 'listing.id', 'room.listing_id')
    .leftJoin('chat_messages as quoted', 'quoted.id', 'message.reply_to')
    .select(['message.room_id', 'message.content', 'receiver.last_read_id', 'quoted.content as quoted'])
    .select(['sender.full_name', 'listing.title', filesJson('message').as('files')])
    .where('message.id', '=', message_id)
    .whereRef('receiver.user_id', '<>', 'message.sender_id')
    .executeTakeFirst()
}

/** Data of a rejected edit for its author. */
export async function findRevisionNews(db: Db, revision_id: number) {
  return db
    .selectFrom('moderation_tasks as task')
    .innerJoin('listings as listing', 'listing.id', 'task.listing_id')
    .select(['listing.id as listing_id', 'listing.author_id', 'listing.kind', 'listing.title', 'task.reason'])
    .where('task.revision_id', '=', revision_id)
    .where('task.state', '=', 'rejected')
    .orderBy('task.id', 'desc')
    .executeTakeFirst()
}

export async function getReport(db: Db, event_id: string): Promise<string> {
  const event = await db.selectFrom('events').select('payload').where('id', '=', event_id).executeTakeFirst()
  return String(event?.payload.report ?? '')
}

/** SQL over `reader`: the switch of each kind that a digest collects. */
const isSwitchedOn = sql.join(
  collectedKinds.map((kind) => {
    const { switch: flag }: Notification = notifications[kind]
    return sql`when ${sql.lit(kind)} then ${flag ? sql.ref(`reader.${flag}`) : sql.lit(true)}`
  }),
  sql` `,
)

/** Open listings of a digest: invitations first, then the newest. */
export async function listDigest(db: Db, digest_id: string) {
  return db
    .selectFrom('deliveries as told')
    .innerJoin('listings as listing', (join) =>
      join.on(sql`(told.payload ->> 'listing_id')::bigint`, '=', sql.ref('listing.id')),
    )
    .innerJoin('currencies as currency', 'currency.id', 'listing.currency_id')
    .innerJoin('users as reader', 'reader.id', 'told.user_id')
    .leftJoin('users as author', (join) =>
      join.onRef('author.id', '=', 'listing.author_id').on('told.kind', '=', 'invitation'),
    )
    .select((eb) => eb.fn.max('author.full_name').as('inviter'))
    .select(['listing.id', 'listing.kind', 'listing.title', 'currency.code as currency'])
    .select(['listing.price', 'listing.min_stake', 'listing.max_stake', 'listing.payment_format'])
    .where('told.digest_id', '=', digest_id)
    .where('told.state', '=', 'held')
    .where('listing.status', '=', 'published')
    .where(
      sql<boolean>`not exists (select from user_blocks block
        where block.user_id = listing.author_id and block.blocked_id = reader.id)`,
    )
    .where(
      sql<boolean>`not told.kind = any (reader.muted_kinds) and case told.kind ${isSwitchedOn} else true end`,
    )
    .where(
      sql<boolean>`(told.kind <> 'invitation' or exists (select from invitations invited
        where invited.id = (told.payload ->> 'invitation_id')::bigint and invited.state in ('sent', 'seen')))`,
    )
    .groupBy(['listing.id', 'currency.code'])
    .orderBy((eb) => eb(eb.fn.max('author.full_name'), 'is', null))
    .orderBy('listing.id', 'desc')
    .execute()
}

export async function findSearchName(db: Db, search_id: number): Promise<string | undefined> {
  const search = await db
    .selectFrom('saved_searches')
    .select('name')
    .where('id', '=', search_id)
    .executeTakeFirst()
  return search?.name
}

type NotifiedMessage = { message_id: number; room_id: number; name: string }

/** Chat message behind a "New message" notice, by the notice's id in the person's chat. */
export async function findNotifiedMessage(
  db: Db,
  user_id: number,
  notice_id: number,
): Promise<NotifiedMessage | undefined> {
  const { rows } = await sql<NotifiedMessage>`
    select message.id message_id, message.room_id, sender.full_name name
    from deliveries notice
    join chat_messages message on message.id = (notice.payload ->> 'message_id')::bigint
    join users sender on sender.id = message.sender_id
    where notice.user_id = ${user_id} and notice.message_id = ${notice_id} and notice.kind = 'new_message'
  `.execute(db)
  return rows[0]
}
