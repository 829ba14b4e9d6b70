import { selectCards, toCard } from './cards.ts'
import type { Row, RunQuery } from './database.ts'
import { notBlocked } from './people.ts'
import type { Reference } from './reference.ts'

type Sort = 'newest' | 'high_budget' | 'low_budget' | 'min_competition' | 'close_deadline' | 'own'
type Query = {
  filters: {
    category_id?: number
    price_from?: number
    price_to?: number
    is_remote?: boolean
    experience?: keyof typeof years
    search?: string
    client_id?: number
  }
  sort: Sort
  pagination: { page?: number; per_page: number; cursor?: string }
}

const years = { none: [0, 0], lt1: [0, 1], y1_2: [1, 2], y1_3: [1, 3], y3_6: [3, 6], gt6: [6, 60] } as const
const orders: Record<Sort, [key: string, order: string]> = {
  newest: ['listed_at', 'listed_at desc, id desc'],
  high_budget: ['price_base', 'price_base desc nulls last, id desc'],
  low_budget: ['price_base', 'price_base, id'],
  min_competition: ['responses_count', 'responses_count, id'],
  close_deadline: ['deadline', 'deadline, id'],
  own: ['id', 'id desc'],
}
const maxReported = 1000
/**
 * Limit of the count of matches. It exceeds the reported maximum, so that the total is still right for a viewer who
 * hides a few authors.
 */
const countLimit = 1200
/**
 * Filters with more matches than are reported, each with the time until which this is cached. All viewers share them.
 */
const longUntil = new Map<string, number>()

/** Reads a page with its sort keys, its number of matches and its cards, in one statement. */
export async function listOrders(
  runQuery: RunQuery,
  reference: Reference,
  viewer: number,
  query: Query,
): Promise<Row> {
  const { filters, pagination } = query
  const isOwn = filters.client_id === viewer
  const sort = isOwn ? 'own' : query.sort
  const [key, order] = orders[sort]
  const { page = 1, per_page, cursor } = pagination
  const values: unknown[] = [viewer]
  const placeholder = (value: unknown) => `$${values.push(value)}`
  const conditionTexts = conditions(query, isOwn, placeholder)
  const leaves = filters.category_id ? reference.leaves(filters.category_id) : []
  const [leaf] = leaves
  if (leaves.length === 1) conditionTexts.push(`category_id = ${placeholder(leaf)}`)
  const cursorConditions = cursor === undefined ? [] : [behindCursor(cursor, key, placeholder)]
  const limit = placeholder(per_page)
  const offset = placeholder(cursor === undefined ? (page - 1) * per_page : 0)
  const fromClause = (columns: string, extraConditions: string[], suffix: string) =>
    leaves.length > 1
      ? `from unnest(${placeholder(leaves)}::int[]) leaf cross join lateral (
          select ${columns} from listings where ${[...conditionTexts, ...extraConditions, 'category_id = leaf'].join(' and ')} ${suffix}) near`
      : `from (select ${columns} from listings where ${[...conditionTexts, ...extraConditions].join(' and ')} ${suffix}) near`
  const filter = JSON.stringify([filters, sort === 'close_deadline'])
  const isLong = !isOwn && (longUntil.get(filter) ?? 0) > Date.now()
  const matchCount = isLong
    ? String(countLimit)
    : `(select count(*)::int from (select ${fromClause('id', [], `limit ${countLimit}`)} limit ${countLimit}) m)`
  const text = `
    with page as materialized (
      select id, ${key}::text as key, row_number() over (order by ${order}) as n
      ${fromClause(key === 'id' ? key : `id, ${key}`, cursorConditions, `order by ${order} limit ${limit}::int + ${offset}::int`)}
      order by ${order} limit ${limit} offset ${offset})
    ${selectCards('order', `, page.key, ${matchCount} as matches`)} order by page.n`
  // A text search is not a named statement. A plan for any word would scan the whole market for a rare word.
  const rows = await runQuery(text, values, filters.search ? undefined : statementName(text))
  const matches = rows[0]?.matches ?? 0
  if (matches === countLimit && !isLong) longUntil.set(filter, Date.now() + 5000)
  const total = Math.min(matches, maxReported)
  const last = rows.length === per_page ? rows.at(-1) : undefined
  return {
    items: rows.map((row) => toCard(row, viewer, reference)),
    pagination: {
      page,
      per_page,
      total,
      pages: Math.ceil(total / per_page),
      is_capped: matches > maxReported,
      next_cursor: last ? Buffer.from(JSON.stringify([sort, last.key, last.id])).toString('base64url') : null,
    },
  }
}

const names = new Map<string, string>()
function statementName(text: string): string {
  const name = names.get(text) ?? `list ${names.size}`
  names.set(text, name)
  return name
}

function conditions(
  { filters, sort }: Query,
  isOwn: boolean,
  placeholder: (value: unknown) => string,
): string[] {
  const conditionTexts = [`kind = 'order'`]
  if (isOwn) return [...conditionTexts, `status <> 'deleted'`, 'author_id = $1']
  conditionTexts.push(`status = 'published'`, notBlocked('author_id', '$1'))
  if (filters.price_from) conditionTexts.push(`price_base >= ${placeholder(filters.price_from * 100)}`)
  if (filters.price_to) conditionTexts.push(`price_base <= ${placeholder(filters.price_to * 100)}`)
  if (filters.is_remote !== undefined) conditionTexts.push(filters.is_remote ? 'is_remote' : 'not is_remote')
  if (filters.experience) {
    const [low, high] = years[filters.experience]
    conditionTexts.push(
      `(experience_min is null or (experience_min <= ${placeholder(high)} and experience_max >= ${placeholder(low)}))`,
    )
  }
  if (filters.search) {
    // The last word is perhaps unfinished, so words that begin with its letters match, too.
    const words = placeholder(filters.search.toLowerCase())
    conditionTexts.push(`search @@ (select websearch_to_tsquery('russian', q)
        || (websearch_to_tsquery('russian', regexp_replace(q, '[[:alnum:]]+$', ''))
          && (quote_literal(substring(q from '[[:alnum:]]+$')) || ':*')::tsquery)
      from (select ${words}::text as q) asked)`)
  }
  if (sort === 'close_deadline') conditionTexts.push('deadline > now()')
  return conditionTexts
}

function behindCursor(cursor: string, key: string, placeholder: (value: unknown) => string): string {
  const [, value, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  return `(${key}, id) < (${placeholder(value)}::timestamptz, ${placeholder(id)}::bigint)`
}
