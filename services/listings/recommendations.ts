import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { ListedUser } from '#contract/calls/people-shapes.ts'
import type { CollectionReason } from '#contract/collection.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { nameIn } from '#services/reference/projections.ts'
import { notBlocked } from '#services/users/blocks.ts'
import { listUsersByIds } from '#services/users/queries.ts'
import { readerOf } from './projections.ts'
import { listOrdersByIds, listVacanciesByIds, type OrderReply, type VacancyReply } from './queries.ts'
import { band, reason } from './score.ts'

type Picked = { id: number; reason: CollectionReason }

/** How many of the newest listings of each source are ranked: more than anybody scrolls in a day. */
const considered = 300

/** The person by whom listings are weighed. Everything counts from the morning, so that a day's pages agree. */
function personOf(ctx: UserContext) {
  return sql`select person.id, person.category_id, speciality.parent_id as group_id, person.ui_language,
      person.is_only_remote, person.years_of_experience as years, lower(person.city) as city,
      array(select name_key from user_skills where user_id = person.id) as skills,
      date_trunc('day', ${ctx.now().toISOString()}::timestamptz) as today
    from users person left join categories speciality on speciality.id = person.category_id
    where person.id = ${ctx.viewer.id}`
}

/** Where candidates come from: the own speciality and each of its neighbours, the own skills, and the whole market. */
function candidatesOf(kind: ListingKind) {
  const newest = (condition: RawBuilder<unknown>) => sql`(select id from listings
    where kind = ${sql.lit(kind)} and status = 'published' and ${condition}
    order by listed_at desc, id desc limit ${sql.lit(considered)})`
  return sql`
    select near.id from person join categories leaf on leaf.parent_id = person.group_id
      cross join lateral ${newest(sql`category_id = leaf.id`)} near
    union ${newest(sql`skill_keys(skills) && (select skills from person)`)}
    union ${newest(sql`true`)}`
}

/**
 * What suits a person, best first: by bands of points (contract/collection.ts), inside a band shuffled by person
 * and day, so that pages of one day never repeat. What was answered before today is not recommended again.
 */
async function pick(ctx: UserContext, kind: ListingKind, limit: number, offset: number): Promise<Picked[]> {
  const { rows } = await sql<Picked>`
    with person as materialized (${personOf(ctx)}), candidates as (${candidatesOf(kind)})
    select listing.id, ${reason} as reason
    from person, candidates
    join listings listing on listing.id = candidates.id
    left join categories category on category.id = listing.category_id
    where listing.author_id <> person.id and ${notBlocked('listing.author_id', ctx.viewer.id)}
      and not exists (select from responses mine where mine.listing_id = listing.id
        and mine.user_id = person.id and mine.status <> 'withdrawn' and mine.created_at < person.today)
    order by ${band} desc, md5(concat_ws(' ', listing.id, person.id, person.today))
    limit ${limit} offset ${offset}`.execute(ctx.db)
  return rows
}

function withReasons<T extends { id: number; reason: string | null }>(items: T[], picked: Picked[]): T[] {
  return items.map((item) => ({ ...item, ...picked.find(({ id }) => id === item.id) }))
}

export type Collection = {
  user_category_name: string | null
  projects: OrderReply[]
  vacancies: VacancyReply[]
  freelancers: z.output<typeof ListedUser>[]
}

/** Own listings whose categories say whom a client looks for. */
const recentCategories = 5

/**
 * Freelancers who are free, of the categories of the client's latest listings, newest category first and the best
 * rated before others. Without a listing yet, of all categories.
 */
export async function pickFreelancers(ctx: UserContext, limit: number, offset: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recent as (
      select category_id, max(id) as latest from listings
      where author_id = ${ctx.viewer.id} and category_id is not null and status <> 'deleted'
      group by category_id order by latest desc limit ${sql.lit(recentCategories)}
    )
    select person.id from users person left join recent on recent.category_id = person.category_id
    where person.status = 'active' and person.is_contractor and person.is_free and person.id <> ${ctx.viewer.id}
      and ${notBlocked('person.id', ctx.viewer.id)}
      and (recent.latest is not null or not exists (select from recent))
    order by recent.latest desc nulls last, coalesce(person.rating, 0) desc, person.completed_count desc, person.id
    limit ${limit} offset ${offset}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** A client's collection: people, in the shape that a freelancer's has too. */
async function listForClient(ctx: UserContext, limit: number, offset: number): Promise<Collection> {
  const ids = await pickFreelancers(ctx, limit, offset)
  const freelancers = await listUsersByIds(ctx.db, ids, readerOf(ctx))
  return { user_category_name: null, projects: [], vacancies: [], freelancers }
}

/** The personal collection; the limit counts each list. */
export async function listCollection(
  ctx: UserContext,
  { limit, offset }: { limit: number; offset: number },
): Promise<Collection> {
  const reader = readerOf(ctx)
  const person = await ctx.db
    .selectFrom('users')
    .select('is_client')
    .where('id', '=', ctx.viewer.id)
    .executeTakeFirst()
  if (person?.is_client) return listForClient(ctx, limit, offset)
  const speciality = ctx.db
    .selectFrom('users as person')
    .innerJoin('categories as category', 'category.id', 'person.category_id')
    .select(nameIn(ctx.language, 'category').as('name'))
    .where('person.id', '=', ctx.viewer.id)
    .executeTakeFirst()
  const [orders, vacancies] = await Promise.all([
    pick(ctx, 'order', limit, offset),
    pick(ctx, 'vacancy', limit, offset),
  ])
  const ids = (rows: { id: number }[]) => rows.map((row) => row.id)
  return {
    user_category_name: (await speciality)?.name ?? null,
    projects: withReasons(await listOrdersByIds(ctx.db, ids(orders), reader), orders),
    vacancies: withReasons(await listVacanciesByIds(ctx.db, ids(vacancies), reader), vacancies),
    freelancers: [],
  }
}
