import { sql } from 'kysely'
import { collectedKinds, type Notification, notifications } from '#contract/notifications.ts'
import type { Db } from '#db/index.ts'
import { isBlockedPair } from '#services/users/visibility/blocks.ts'

/** Data about a listing for messages about it. */
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

/** Lists the skills that a listing asks for and the person has, in the spelling and order of the listing. */
export async function listSharedSkills(db: Db, listing_id: number, telegram_id: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select btrim(wish.name) as name
    from listings listing cross join unnest(listing.skills) with ordinality as wish (name, place)
    where listing.id = ${listing_id} and exists (
      select from users person join user_skills skill on skill.user_id = person.id
      where person.telegram_id = ${telegram_id}
        and skill.name_key = any(skill_keys(array[wish.name])))
    order by wish.place`.execute(db)
  return rows.map(({ name }) => name)
}

/** True if the listing's author has blocked the person, or the person has blocked the author. */
export async function isAuthorBlocked(db: Db, listing_id: number, telegram_id: number): Promise<boolean> {
  const { rows } = await sql<{ is_blocked: boolean }>`
    select ${isBlockedPair(sql`listing.author_id`, sql`person.id`)} as is_blocked
    from listings listing, users person
    where listing.id = ${listing_id} and person.telegram_id = ${telegram_id}`.execute(db)
  return rows[0]?.is_blocked ?? false
}

/**
 * SQL cases by kind of notification in a digest: true if the reader's settings allow that kind. The query needs the
 * alias `reader`.
 */
const isSwitchedOn = sql.join(
  collectedKinds.map((kind) => {
    const { switch: flag }: Notification = notifications[kind]
    return sql`when ${sql.lit(kind)} then ${flag ? sql.ref(`reader.${flag}`) : sql.lit(true)}`
  }),
  sql` `,
)

/** Lists the open listings of a digest: invitations first, then the newest. */
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
    .where((eb) => eb.not(isBlockedPair(sql`listing.author_id`, sql`reader.id`)))
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
