import type { Row, RunQuery } from './database.ts'
import type { Reference } from './reference.ts'

const columns = [
  ...[
    'id',
    'full_name',
    'photo_url',
    'logo_url',
    'rating',
    'rating_count',
    'completed_count',
    'posted_count',
  ],
  ...['description', 'country', 'city', 'category_id', 'years_of_experience', 'is_verified', 'is_free'],
  ...['is_client', 'is_contractor', 'created_at', 'status'],
]

/** Public columns of a person from the table with this alias. `toPerson` reads the columns by the same prefix. */
export const personColumns = (alias: string, prefix: string) =>
  columns.map((name) => `${alias}.${name} as ${prefix}${name}`).join(', ')

export function toPerson(row: Row, prefix: string, { category }: Reference): Row {
  const of = (name: string) => row[prefix + name]
  return {
    id: of('id'),
    full_name: of('status') === 'deleted' ? 'Удалённый аккаунт' : of('full_name'),
    avatar_url: of('logo_url') ?? of('photo_url'),
    photo_url: of('photo_url'),
    logo_url: of('logo_url'),
    rating: of('rating'),
    rating_count: of('rating_count'),
    orders_count: of('is_client') ? of('posted_count') : of('completed_count'),
    completed_count: of('completed_count'),
    posted_count: of('posted_count'),
    description: of('description'),
    country: of('country'),
    city: of('city'),
    category_id: of('category_id'),
    category: category(of('category_id')),
    years_of_experience: of('years_of_experience'),
    is_verified: of('is_verified'),
    is_free: of('is_free'),
    is_client: of('is_client'),
    is_contractor: of('is_contractor'),
    created_at: of('created_at'),
  }
}

export const notBlocked = (column: string, viewer: string) =>
  `${column} <> all (array(select blocked_id from user_blocks where user_id = ${viewer}
    union all select user_id from user_blocks where blocked_id = ${viewer}))`

/** Columns of people in a list for the viewer `$1`. The statement must define `page (id)`. */
const listedColumns = `${personColumns('person', '')}, person.is_only_remote, favorite.user_id is not null as is_favorite,
  array(select name from user_skills where user_id = person.id order by id) as skills,
  (select json_build_object('amount', service.price::float8 / 100, 'currency_id', service.currency_id)
    from user_services service join currencies currency on currency.id = service.currency_id
    where service.user_id = person.id and service.price is not null
    order by service.price * coalesce(currency.rate_to_base, 1), service.id limit 1) as price_from`
const listedTables = `join users person on person.id = page.id
  left join favorite_users favorite on favorite.user_id = $1 and favorite.favorite_id = person.id`

const toListed = (row: Row, reference: Reference): Row => ({
  ...toPerson(row, '', reference),
  is_favorite: row.is_favorite,
  is_only_remote: row.is_only_remote,
  skills: row.skills,
  price_from: row.price_from,
  works: [],
})

type Query = {
  filters: { category_id?: number; skills?: string; is_free?: boolean; city?: string; rating_from?: number }
  pagination: { page: number; per_page: number }
}
const maxReported = 1000

export async function searchPeople(runQuery: RunQuery, reference: Reference, viewer: number, query: Query) {
  const { filters, pagination } = query
  const values: unknown[] = [viewer]
  const placeholder = (value: unknown) => `$${values.push(value)}`
  const conditions = [`person.status = 'active'`, 'person.is_contractor', notBlocked('person.id', '$1')]
  if (filters.category_id)
    conditions.push(`person.category_id = any(${placeholder(reference.leaves(filters.category_id))})`)
  if (filters.skills)
    conditions.push(
      `person.id in (select user_id from user_skills where name_key = ${placeholder(filters.skills.toLowerCase())})`,
    )
  if (filters.is_free) conditions.push('person.is_free')
  if (filters.city) conditions.push(`lower(person.city) = ${placeholder(filters.city.toLowerCase())}`)
  if (filters.rating_from) conditions.push(`person.rating >= ${placeholder(filters.rating_from)}`)
  const condition = conditions.join(' and ')
  const { page, per_page } = pagination
  const rank = `coalesce(person.rating, (person.is_verified::int
    + num_nonnulls(person.category_id, person.description, person.city, person.years_of_experience)) / 10.0)`
  const rows = await runQuery(
    `with page as (
      select person.id, ${rank} as rank from users person where ${condition}
      order by ${rank} desc, person.id desc limit ${placeholder(per_page + 1)} offset ${placeholder((page - 1) * per_page)})
    select ${listedColumns}, page.rank::float8,
      (select count(*)::int from (select from users person where ${condition} limit ${maxReported + 1}) all_of_them) as matches
    from page ${listedTables} order by page.rank desc, person.id desc`,
    values,
  )
  const items = rows.slice(0, per_page).map((row) => toListed(row, reference))
  const matches = rows[0]?.matches ?? 0
  const total = Math.min(matches, maxReported)
  const last = rows.length > per_page ? rows[per_page - 1] : undefined
  return {
    items,
    pagination: {
      page,
      per_page,
      total,
      pages: Math.ceil(total / per_page),
      is_capped: matches > maxReported,
    },
    next_cursor: last ? Buffer.from(`${last.rank}:${last.id}`).toString('base64url') : null,
  }
}

const freePeople = (category: string) => `(select id, coalesce(rating, 0) as rank, completed_count from users
  where status = 'active' and is_contractor and is_free and id <> $1 and ${notBlocked('id', '$1')} and ${category}
  order by coalesce(rating, 0) desc, completed_count desc, id limit $2::int + $3::int)`

/**
 * Selects available freelancers in the categories of the client's five latest listings. If the client has no listings,
 * selects them in all categories.
 */
const forClients = `
  with recent as materialized (
    select category_id, max(id) as latest from listings
    where author_id = $1 and category_id is not null and status <> 'deleted'
    group by category_id order by latest desc limit 5),
  page as materialized (
    select * from (
      select latest, found.* from recent, lateral ${freePeople('category_id = recent.category_id')} found
      union all select null, found.* from ${freePeople('not exists (select from recent)')} found) everybody
    order by latest desc nulls last, rank desc, completed_count desc, id limit $2 offset $3)
  select ${listedColumns} from page ${listedTables}
  order by page.latest desc nulls last, page.rank desc, page.completed_count desc, page.id`

export async function listForClient(
  runQuery: RunQuery,
  reference: Reference,
  viewer: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<Row> {
  const rows = await runQuery(forClients, [viewer, limit, offset], 'for clients')
  const freelancers = rows.map((row) => toListed(row, reference))
  return { user_category_name: null, projects: [], vacancies: [], freelancers }
}
