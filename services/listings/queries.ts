import { sql } from 'kysely'
import type { z } from 'zod'
import type { Order, Vacancy } from '#contract/calls/shapes.ts'
import { AppError } from '#contract/errors.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Language } from '#contract/options.ts'
import { type ListingFacts, view } from '#contract/policies.ts'
import type { Db } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import { type Link, linkFor } from '#services/files/links.ts'
import { type FileRow, filesJson, toFile } from '#services/files/queries.ts'
import type { UserContext } from '#services/request-context.ts'
import { findRole } from '#services/users/queries.ts'
import { amount, type Reader, sharedColumns } from './projections.ts'

export function readerOf(ctx: UserContext): Reader {
  return {
    viewer_id: ctx.viewer.id,
    language: ctx.language,
    now: ctx.now().toISOString(),
    link: linkFor(ctx),
  }
}

export type OrderReply = z.output<typeof Order>
export type VacancyReply = z.output<typeof Vacancy>

export type Facts = ListingFacts & {
  id: number
  kind: ListingKind
  hidden_reason: string | null
  rejection_reason: string | null
  /** Null before the first publication. */
  published_at: string | null
  keep_open: boolean
}

/** What policies ask about a listing. `db` may be a transaction; `lock` keeps the row until its end. */
export async function findListingFacts(
  db: Db,
  id: number,
  viewer_id: number,
  lock = false,
): Promise<Facts | undefined> {
  // A query that waited for the row still sees the responses of before: lock first, then look.
  if (lock) await db.selectFrom('listings').select('id').where('id', '=', id).forUpdate().execute()
  return db
    .selectFrom('listings as listing')
    .select(['listing.id', 'listing.kind', 'listing.author_id', 'listing.status', 'listing.executor_id'])
    .select([
      'listing.hidden_reason',
      'listing.rejection_reason',
      'listing.published_at',
      'listing.keep_open',
    ])
    .select(
      sql<boolean>`exists (select from responses mine where mine.listing_id = listing.id
        and mine.user_id = ${viewer_id} and mine.status <> 'withdrawn')`.as('is_responded'),
    )
    .where('listing.id', '=', id)
    .executeTakeFirst()
}

/**
 * The facts of a listing that the viewer may see.
 * @throws not_found when it does not exist, is of the other kind, or may not be seen
 */
export async function getVisibleFacts(
  db: Db,
  id: number,
  viewer_id: number,
  kind?: ListingKind,
): Promise<Facts> {
  const facts = await findListingFacts(db, id, viewer_id)
  if (!facts || (kind && facts.kind !== kind)) throw new AppError('not_found')
  if (!view({ id: viewer_id, is_moderator: false }, facts)) return facts
  const is_moderator = (await findRole(db, viewer_id)) !== 'user'
  if (view({ id: viewer_id, is_moderator }, facts)) throw new AppError('not_found')
  return facts
}

const dayMs = 24 * 60 * 60_000

const listingColumns = [
  'listing.id',
  'listing.kind',
  'listing.title',
  'listing.author_id',
  'listing.category_id',
  'listing.currency_id',
  'listing.language',
  'listing.is_remote',
  'listing.location',
  'listing.status',
  'listing.is_published',
  'listing.is_paid',
  'listing.is_archive',
  'listing.is_active',
  'listing.published_at',
  'listing.created_at',
  'listing.expires_at',
  'listing.deadline',
  'listing.placement_period',
  'listing.payment_format',
  'listing.job_type',
  'listing.experience',
  'listing.responses_count',
  'listing.skills',
] as const

type Asked = Pick<Reader, 'viewer_id' | 'now'> & { ids: number[] }
/** `page`: with what only the full page shows. */
type Wanted = { language: Language; view: 'list' | 'page' }

/** The end of the viewer's time to review the other side, while it runs and they have not. */
function reviewUntil(viewer_id: number, now: string) {
  const until = sql`(listing.completed_at + ${sql.lit(limits.review.ms / dayMs)} * interval '1 day')`
  return sql`case when ${viewer_id} in (listing.author_id, listing.executor_id)
    and listing.executor_id is not null and ${until} > ${now}::timestamptz
    and not exists (select from reviews where listing_id = listing.id and author_id = ${viewer_id})
    then ${until} end`
}

/** Rooms, files and the viewer's standing belong to the full page; lists are spared asking for them. */
function pageColumns({ viewer_id, now }: Omit<Asked, 'ids'>, view: Wanted['view']) {
  const isPage = view === 'page'
  return [
    sql<boolean>`${
      isPage
        ? sql`listing.author_id = ${viewer_id} and
            exists (select from listing_revisions where listing_id = listing.id and state = 'pending')`
        : sql`false`
    }`.as('is_edit_pending'),
    sql<string | null>`${isPage ? reviewUntil(viewer_id, now) : sql`null::timestamptz`}`.as('review_until'),
    sql<{ id: number }[]>`${
      isPage
        ? sql`(select coalesce(json_agg(json_build_object('id', room.id) order by room.id), '[]') from chat_rooms room
            where room.listing_id = listing.id and ${viewer_id} in (room.user_low, room.user_high))`
        : sql`'[]'::json`
    }`.as('chats'),
    sql<FileRow[]>`${isPage ? filesJson('listing') : sql`'[]'::json`}`.as('files'),
    sql<boolean>`${
      isPage ? sql`exists (select from users where id = ${viewer_id} and role <> 'user')` : sql`false`
    }`.as('is_staff'),
  ] as const
}

/** What an order and a vacancy answer alike. */
function selectListings(db: Db, { viewer_id, now, ids }: Asked, { language, view }: Wanted) {
  return db
    .selectFrom('listings as listing')
    .select([
      ...listingColumns,
      ...sharedColumns({ viewer_id, now, language }),
      ...pageColumns({ viewer_id, now }, view),
    ])
    .where(sql<boolean>`listing.id = any(${ids})`)
}

/** One prepared query per language and view. */
function eachWanted<T>(make: (wanted: Wanted) => T) {
  const both = (language: Language) => ({
    list: make({ language, view: 'list' }),
    page: make({ language, view: 'page' }),
  })
  return { ru: both('ru'), en: both('en') }
}

const orders = eachWanted((wanted) =>
  prepare((db, asked: Asked) =>
    selectListings(db, asked, wanted)
      .innerJoin('orders as text', 'text.listing_id', 'listing.id')
      .select([
        sql<string>`coalesce(text.subtitle, '')`.as('subtitle'),
        amount('listing.price').as('price'),
        amount('listing.min_stake').as('min_stake'),
        amount('listing.max_stake').as('max_stake'),
        sql<number>`listing.response_stake::float8 / 100`.as('response_stake'),
        sql<number>`(select count(*)::int from responses where listing_id = listing.id
          and boosted_at is not null and status <> 'withdrawn')`.as('boosts'),
      ]),
  ),
)

const vacancies = eachWanted((wanted) =>
  prepare((db, asked: Asked) =>
    selectListings(db, asked, wanted)
      .innerJoin('vacancies as text', 'text.listing_id', 'listing.id')
      .select([
        sql<string>`coalesce(text.description, '')`.as('description'),
        'text.requirements',
        'text.responsibilities',
        'text.additional_info',
        'text.conditions',
        'text.work_conditions',
        'text.important_info',
        'text.important_notes',
        'text.nice_to_have',
        'text.mandatory_tasks',
        'listing.keep_open',
        amount('listing.price').as('hourly_rate'),
        amount('text.response_price').as('response_price'),
      ]),
  ),
)

function boostOffer(stake: number, taken: number) {
  const boost_slots_free = stake > 0 ? Math.max(0, limits.boostSlots - taken) : 0
  return { boost_slots_free, boost_place: boost_slots_free > 0 ? taken + 1 : null }
}

type OrderRow = Awaited<ReturnType<(typeof orders)['ru']['list']>>[number]
type VacancyRow = Awaited<ReturnType<(typeof vacancies)['ru']['list']>>[number]

function toOrder(
  { author_id, job_type, experience, location, boosts, files, is_staff: _, ...row }: OrderRow,
  link: Link,
) {
  return {
    ...row,
    ...boostOffer(row.response_stake, boosts),
    files: files.map((file) => toFile(file, link)),
    responses: [],
    reason: null,
    project_id: row.id,
    client_id: author_id,
    description: row.subtitle,
    format: job_type,
    required_experience: experience,
    region: location,
  }
}

function toVacancy(
  { payment_format, job_type, files, deadline: _, placement_period: __, is_staff: ___, ...row }: VacancyRow,
  link: Link,
) {
  return {
    ...row,
    files: files.map((file) => toFile(file, link)),
    responses: [],
    reason: null,
    vacancy_id: row.id,
    vacancies_id: row.id,
    vacancy_tags: row.tags,
    work_format: payment_format,
    schedule: job_type,
  }
}

/** Orders by ids, in the order of the ids. */
export async function listOrdersByIds(db: Db, ids: number[], reader: Reader): Promise<OrderReply[]> {
  if (ids.length === 0) return []
  const rows = await orders[reader.language].list(db, { ids, viewer_id: reader.viewer_id, now: reader.now })
  return inOrder(ids, rows).map((row) => toOrder(row, reader.link))
}

export async function listVacanciesByIds(db: Db, ids: number[], reader: Reader): Promise<VacancyReply[]> {
  if (ids.length === 0) return []
  const rows = await vacancies[reader.language].list(db, {
    ids,
    viewer_id: reader.viewer_id,
    now: reader.now,
  })
  return inOrder(ids, rows).map((row) => toVacancy(row, reader.link))
}

/** What a full page needs to know besides its answer. */
type Seen<Reply> = { reply: Reply; author_id: number; is_staff: boolean }

/** The full page of an order in one statement. @throws not_found when the viewer may not see it */
export async function getOrderPage(db: Db, id: number, reader: Reader): Promise<Seen<OrderReply>> {
  const asked = { ids: [id], viewer_id: reader.viewer_id, now: reader.now }
  const row = checkVisible((await orders[reader.language].page(db, asked))[0], reader.viewer_id)
  return { reply: toOrder(row, reader.link), author_id: row.author_id, is_staff: row.is_staff }
}

export async function getVacancyPage(db: Db, id: number, reader: Reader): Promise<Seen<VacancyReply>> {
  const asked = { ids: [id], viewer_id: reader.viewer_id, now: reader.now }
  const row = checkVisible((await vacancies[reader.language].page(db, asked))[0], reader.viewer_id)
  return { reply: toVacancy(row, reader.link), author_id: row.author_id, is_staff: row.is_staff }
}

function checkVisible<T extends OrderRow | VacancyRow>(row: T | undefined, viewer_id: number): T {
  if (!row) throw new AppError('not_found')
  const facts = { ...row, executor_id: row.is_executor ? viewer_id : null }
  const refusal = view({ id: viewer_id, is_moderator: row.is_staff }, facts)
  if (refusal) throw new AppError(refusal)
  return row
}

function inOrder<T extends { id: number }>(ids: number[], rows: T[]): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
