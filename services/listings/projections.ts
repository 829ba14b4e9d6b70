import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { MyResponse } from '#contract/calls/listing-shapes.ts'
import type { Counterpart, PublicUser } from '#contract/calls/people-shapes.ts'
import type { Currency } from '#contract/calls/shapes.ts'
import type { Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { type Link, linkFor } from '#services/core/servers/file-urls.ts'
import { currency, nameIn } from '#services/reference/projections.ts'
import { counterpart, publicUser } from '#services/users/people/projections.ts'

/**
 * The reader of an API answer: the viewer, the language, the time (ISO 8601) and the URLs of files. An answer depends
 * only on the reader and on the database row.
 */
export type Reader = { viewer_id: number; language: Language; now: string; link: Link }

export function readerOf(ctx: UserContext): Reader {
  return {
    viewer_id: ctx.viewer.id,
    language: ctx.language,
    now: ctx.now().toISOString(),
    link: linkFor(ctx),
  }
}

/**
 * SQL sort order in which an author sees the responses to a listing. Boosted responses come first, by time of payment.
 * All others follow by time of creation.
 */
export const responseOrder = (alias: string) =>
  sql`coalesce(${sql.ref(`${alias}.boosted_at`)}, 'infinity'), ${sql.ref(`${alias}.created_at`)}, ${sql.ref(`${alias}.id`)}`

/**
 * SQL for the place of a response in the author's list of responses to a listing, 1 at the top. Withdrawn responses do
 * not count.
 */
export function place(alias: string): RawBuilder<number> {
  return sql`(select 1 + count(*)::int from responses above
    where above.listing_id = ${sql.ref(`${alias}.listing_id`)} and above.status <> 'withdrawn'
      and (${responseOrder('above')}) < (${responseOrder(alias)}))`
}

type Category = { id: number; name: string }
export type SharedReply = {
  author: z.output<typeof Counterpart>
  executor: z.output<typeof PublicUser> | null
  my_response: z.output<typeof MyResponse> | null
  currency: z.output<typeof Currency>
  category: Category | null
  tags: string[]
}

export function currencyOf(
  reader: Pick<Reader, 'language' | 'now'>,
  id: RawBuilder<unknown>,
): RawBuilder<SharedReply['currency']> {
  return sql`(select ${currency('currency', reader)} from currencies currency where currency.id = ${id})`
}

export function categoryOf(language: Language, id: RawBuilder<unknown>): RawBuilder<SharedReply['category']> {
  return sql`(select json_build_object('id', category.id, 'name', ${nameIn(language, 'category')})
    from categories category where category.id = ${id})`
}

export function tagsOf(ids: RawBuilder<unknown>): RawBuilder<string[]> {
  return sql`case when ${ids} = '{}' then array[]::text[]
    else array(select tag.name from tags tag where tag.id = any(${ids})) end`
}

/** SQL column with the viewer's response, unless it was withdrawn. The query needs the alias `listing`. */
export const myResponse = (viewer_id: number) => sql<SharedReply['my_response']>`(
  select json_build_object('id', mine.id, 'status', mine.status, 'response_type', mine.response_type,
    'place', ${place('mine')}) ${fromOwnResponse(viewer_id)})`

const fromOwnResponse = (viewer_id: number) => sql`from responses mine where mine.listing_id = listing.id
  and mine.user_id = ${viewer_id} and mine.status <> 'withdrawn'`

/** SQL for the number of responses to a listing that its author has not seen. The query needs the alias `listing`. */
export const newResponses = sql<number>`(select count(*)::int from responses
  where listing_id = listing.id and status = 'no_show')`

/** Columns that orders and vacancies have in common. The query needs the alias `listing`. */
export function sharedColumns(reader: Pick<Reader, 'viewer_id' | 'language' | 'now'>) {
  const { viewer_id, language } = reader
  const isOwner = sql<boolean>`listing.author_id = ${viewer_id}`
  const isExecutor = sql<boolean>`coalesce(listing.executor_id = ${viewer_id}, false)`
  const isSide = sql<boolean>`(${isOwner} or ${isExecutor})`
  return [
    isOwner.as('is_owner'),
    isExecutor.as('is_executor'),
    sql<number>`coalesce((select views_count from listing_views where listing_id = listing.id), 0)`.as(
      'views_count',
    ),
    sql<boolean>`exists (select from favorite_listings where listing_id = listing.id and user_id = ${viewer_id})`.as(
      'is_favorite',
    ),
    sql<boolean>`exists (select ${fromOwnResponse(viewer_id)})`.as('is_responded'),
    myResponse(viewer_id).as('my_response'),
    sql<SharedReply['author']>`(select ${counterpart('author', language, isExecutor)}
      from users author where author.id = listing.author_id)`.as('author'),
    sql<number | null>`case when ${isSide} then listing.executor_id end`.as('executor_id'),
    sql<SharedReply['executor']>`(select ${publicUser('executor', language)}
      from users executor where executor.id = listing.executor_id and ${isSide})`.as('executor'),
    currencyOf(reader, sql`listing.currency_id`).as('currency'),
    categoryOf(language, sql`listing.category_id`).as('category'),
    tagsOf(sql`listing.tags`).as('tags'),
    sql<number>`greatest(0, ${sql.lit(limits.resubmissions)} - listing.resubmissions)`.as(
      'resubmissions_left',
    ),
    sql<boolean>`listing.urgent`.as('is_urgent'),
    sql<string | null>`case when ${isOwner} then listing.hidden_reason end`.as('hidden_reason'),
    sql<string | null>`case when ${isOwner} then listing.rejection_reason end`.as('rejection_reason'),
    sql<number>`case when ${isOwner} then ${newResponses} else 0 end`.as('new_responses'),
  ] as const
}
