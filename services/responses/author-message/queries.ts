import { sql } from 'kysely'
import { defaultLanguage } from '#contract/languages.ts'
import type { ResponseFlag } from '#contract/lifecycle.ts'
import type { Answer } from '#contract/questions.ts'
import type { Db, Tx } from '#db/index.ts'
import { place } from '#services/listings/projections.ts'
import { currency } from '#services/reference/projections.ts'

/** Queries of the author message and of its responses. Only a delivery that was sent has a message id. */

type Rate = { code: string; rate_to_base: number | null }

/** Responses as the listing's author reads them, in the order of `ids`; deleted responses are skipped. */
export async function findReceivedResponses(db: Db, ids: number[], now: string) {
  const reader = { language: defaultLanguage, now }
  const rows = await db
    .selectFrom('responses as response')
    .innerJoin('users as person', 'person.id', 'response.user_id')
    .innerJoin('listings as listing', 'listing.id', 'response.listing_id')
    .leftJoin('currencies as currency', 'currency.id', 'response.currency_id')
    .innerJoin('currencies as asked', 'asked.id', 'listing.currency_id')
    .select(['response.id', 'response.listing_id', 'response.user_id', 'response.status'])
    .select(['response.end_reason', 'response.decline_reason', 'response.declined_at'])
    .select(['response.response_text', 'response.price', 'response.materials_link', 'response.boosted_at'])
    .select(['response.flag_share', 'response.is_own_copy'])
    .select(sql<Answer[]>`coalesce(response.answers, '[]')`.as('answers'))
    .select(
      sql<ResponseFlag | null>`case when response.unflagged_at is null then response.flag end`.as('flag'),
    )
    .select(['listing.author_id', 'listing.kind', 'listing.title', 'listing.responses_count as total'])
    .select(['person.full_name', 'person.rating_count', 'person.completed_count'])
    .select([
      sql<number>`person.rating::float8`.as('rating'),
      sql<Rate | null>`case when currency.id is not null then ${currency('currency', reader)} end`.as(
        'currency',
      ),
      sql<Rate>`${currency('asked', reader)}`.as('asked'),
      sql<number>`${place('response')}`.as('place'),
      sql<number>`(select count(*)::int from files
        where files.response_id = response.id and files.deleted_at is null)`.as('files'),
    ])
    .where('response.id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
export type ReceivedResponse = Awaited<ReturnType<typeof findReceivedResponses>>[number]

/** An author message with one or several responses. `open` is the id of the response shown in full. */
export type AuthorMessage = {
  user_id: number
  message_id: number
  ids: number[]
  open: number | null
  /** Set for a reminder: the listing, the number of waiting responses, and the hours that they have waited. */
  waiting?: Waiting
  /** Set for a reminder: true if a later reminder about the same listing exists. */
  hasLaterReminder?: boolean
}
export type Waiting = { listing_id: number; total: number; hours: number }

type DeliveryRow = {
  user_id: number
  message_id: number
  payload: { response_id: number } | (Waiting & { response_ids: number[] })
  open: number | null
  hasLaterReminder: boolean
}

/** Author message by the id of the Telegram message, with its responses. */
export async function findAuthorMessage(
  db: Db,
  user_id: number,
  message_id: number,
): Promise<AuthorMessage | undefined> {
  const { rows } =
    await sql<DeliveryRow>`select user_id, message_id, payload, (payload ->> 'open')::bigint as open,
      told.kind = 'responses_waiting' and exists (select from deliveries later
        where later.user_id = told.user_id and later.kind = 'responses_waiting'
          and later.message_id > told.message_id
          and later.payload -> 'listing_id' = told.payload -> 'listing_id') as "hasLaterReminder"
    from deliveries told where user_id = ${user_id} and message_id = ${message_id}
      and kind in ('new_response', 'responses_waiting') order by id`.execute(db)
  // A reminder that was edited has several rows. Its last row describes the content that it shows now.
  const last = rows.at(-1)
  if (!last) return undefined
  const { payload, hasLaterReminder, ...place } = last
  if ('response_ids' in payload)
    return { ...place, hasLaterReminder, ids: payload.response_ids, waiting: payload }
  return {
    ...place,
    ids: rows.flatMap((row) => ('response_id' in row.payload ? row.payload.response_id : [])),
  }
}

/** Message id of the author's latest reminder that contains the response. */
export async function findReminderOfResponse(db: Db, response_id: number): Promise<number | undefined> {
  const { rows } = await sql<{ message_id: number }>`
    select told.message_id from responses response
    join listings listing on listing.id = response.listing_id
    join deliveries told on told.user_id = listing.author_id and told.kind = 'responses_waiting'
      and told.message_id is not null and told.payload -> 'response_ids' @> to_jsonb(response.id)
    where response.id = ${response_id} order by told.message_id desc limit 1`.execute(db)
  return rows[0]?.message_id
}

/** Author message that contains the response. */
export async function findMessageOfResponse(db: Db, response_id: number): Promise<AuthorMessage | undefined> {
  const notified = await db
    .selectFrom('deliveries')
    .select(['user_id', 'message_id'])
    .where('dedupe_key', '=', `new_response:${response_id}`)
    .executeTakeFirst()
  if (!notified?.user_id || !notified.message_id) return undefined
  return findAuthorMessage(db, notified.user_id, notified.message_id)
}

/** All author messages about a listing. Each comes with one of its responses. */
export async function findMessagesAbout(db: Db, listing_id: number) {
  return db
    .selectFrom('deliveries as told')
    .innerJoin('responses as response', (join) =>
      join.on('told.dedupe_key', '=', sql<string>`'new_response:' || response.id`),
    )
    .innerJoin('listings as listing', 'listing.id', 'response.listing_id')
    .select(['listing.author_id', 'told.message_id'])
    .select((eb) => eb.fn.min('response.id').as('response_id'))
    .where('response.listing_id', '=', listing_id)
    .where('told.state', '=', 'sent')
    .groupBy(['listing.author_id', 'told.message_id'])
    .execute()
}

/**
 * Latest reminder about a listing, with one of its responses. `isLast` is true if no message follows it in the author's
 * chat.
 * @param above message id; only earlier messages are searched
 */
export async function findLatestReminder(db: Db, listing_id: number, above: number | null = null) {
  const { rows } = await sql<{
    author_id: number
    message_id: number
    response_id: number
    isLast: boolean
  }>`
    select listing.author_id, told.message_id, (told.payload -> 'response_ids' ->> 0)::bigint as response_id,
      coalesce(greatest(chat.message_id, author.last_message_id), 0) < told.message_id and not exists (
        select from deliveries later where later.user_id = told.user_id
          -- A message may have waited for its turn, but not for days.
          and later.created_at > told.created_at - interval '3 days'
          and (later.message_id > told.message_id
            -- It may have arrived.
            or later.message_id is null and later.attempts > 0 and later.state in ('unknown', 'pending'))
      ) as "isLast"
    from listings listing join users author on author.id = listing.author_id
    left join chat_ends chat on chat.user_id = author.id
    join deliveries told on told.user_id = author.id
      and told.kind = 'responses_waiting' and told.state = 'sent' and told.message_id is not null
    where listing.id = ${listing_id} and (told.payload ->> 'listing_id')::bigint = listing.id
      and told.message_id < coalesce(${above}::bigint, told.message_id + 1)
    order by told.message_id desc, told.id desc limit 1`.execute(db)
  return rows[0]
}

/**
 * Returns the latest author message about the listing, if it was sent after `since`. A new response is added to this
 * message.
 */
export async function findCollectingMessage(
  db: Db,
  { author_id, listing_id }: Pick<ReceivedResponse, 'author_id' | 'listing_id'>,
  since: Date,
): Promise<AuthorMessage | undefined> {
  const { rows } = await sql<{ message_id: number }>`
    select told.message_id from deliveries told
    join responses response on response.id = (told.payload ->> 'response_id')::bigint
    where told.user_id = ${author_id} and told.kind = 'new_response' and told.state = 'sent'
      and told.message_id is not null and told.created_at > ${since.toISOString()}::timestamptz - interval '1 day'
      and response.listing_id = ${listing_id}
    group by told.message_id having min(told.sent_at) > ${since.toISOString()}
    order by told.message_id desc limit 1`.execute(db)
  const [last] = rows
  return last && findAuthorMessage(db, author_id, last.message_id)
}

/** Stores which response of an author message is shown in full; null for the list. */
export async function setOpenResponse(
  db: Db | Tx,
  user_id: number,
  message_id: number,
  open: number | null,
): Promise<void> {
  const payload =
    open === null ? sql`payload - 'open'` : sql`payload || jsonb_build_object('open', ${open}::bigint)`
  await sql`update deliveries set payload = ${payload}
    where user_id = ${user_id} and message_id = ${message_id}
      and kind in ('new_response', 'responses_waiting')`.execute(db)
}
