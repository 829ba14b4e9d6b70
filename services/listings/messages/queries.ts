import { sql } from 'kysely'
import { collectedKinds, type Notification, notifications } from '#contract/notifications.ts'
import type { Db } from '#db/index.ts'
import { isBlockedPair } from '#services/users/visibility/blocks.ts'
import { hiddenAuthorsOf } from '#services/users/visibility/hidden-authors.ts'

/**
 * SQL condition that a person is not to hear of a listing: has responded to it, has hidden it or its author, or one has
 * blocked the other. A message that was stored before that is not sent. The query needs the alias `listing`.
 */
const isSettledFor = (person: string) => sql<boolean>`(
  ${isBlockedPair(sql`listing.author_id`, sql.ref(person))}
  or exists (select from responses mine where mine.listing_id = listing.id and mine.user_id = ${sql.ref(person)})
  or exists (select from not_for_me mark where mark.listing_id = listing.id and mark.user_id = ${sql.ref(person)})
  or listing.author_id in (${hiddenAuthorsOf(sql.ref(person))}))`

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

/** True if the person has responded to a listing, has hidden it or its author, or one has blocked the other. */
export async function isSettled(db: Db, listing_id: number, telegram_id: number): Promise<boolean> {
  const { rows } = await sql<{ is_settled: boolean }>`
    select ${isSettledFor('person.id')} as is_settled
    from listings listing, users person
    where listing.id = ${listing_id} and person.telegram_id = ${telegram_id}`.execute(db)
  return rows[0]?.is_settled ?? false
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

/**
 * Lists the open listings of a digest that the reader has not dealt with meanwhile: invitations first, then the newest.
 */
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
      sql<boolean>`case told.kind when 'invitation' then exists (select from invitations invited
          where invited.id = (told.payload ->> 'invitation_id')::bigint and invited.state in ('sent', 'seen'))
        else not ${isSettledFor('reader.id')} end`,
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
