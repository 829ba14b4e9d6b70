import type { ListingQuery } from '#contract/calls/filters.ts'
import { type Sorting, sortings } from '#contract/options.ts'

/**
 * Names of the database indexes for lists. tests/list-indexes.test.ts compares them with the filters and with the
 * database.
 */

const sortIndexes = (sort: Sorting) => [`listings_live_${sort}`, `listings_live_category_${sort}`]

/**
 * Two indexes for each sorting: one over all listings and one by speciality. They contain the columns of every filter,
 * so Postgres need not read the table.
 */
export const walkIndexes = sortings.flatMap(sortIndexes)

/** Index with which a collection finds the first listings of new authors. */
export const collectionIndexes = ['listings_live_first']

/**
 * Database columns and indexes of a filter. `columns` are the columns that its SQL condition reads; all of
 * `walkIndexes` contain them. `indexes` are extra indexes for rare values.
 */
type FoundBy = { columns: readonly string[]; indexes: readonly string[] }

const author: FoundBy = { columns: ['author_id'], indexes: ['listings_of_author'] }
const price: FoundBy = { columns: ['price_base'], indexes: sortIndexes('low_budget') }
/**
 * Describes a filter whose values are common. It needs no extra index, because a scan in the order of the list soon
 * finds enough rows for a page.
 */
const common = (...columns: string[]): FoundBy => ({ columns, indexes: [] })

export const foundBy: Record<keyof ListingQuery['filters'], FoundBy> = {
  category_id: {
    columns: ['category_id'],
    indexes: sortings.map((sort) => `listings_live_category_${sort}`),
  },
  price_from: price,
  price_to: price,
  currency_id: price,
  experience: { columns: ['experience_min', 'experience_max'], indexes: ['listings_live_experience_newest'] },
  payment_format: common('payment_format'),
  job_type: common('job_type'),
  competition: { columns: ['responses_count'], indexes: sortIndexes('min_competition') },
  language: { columns: ['language'], indexes: ['listings_live_foreign'] },
  is_remote: common('is_remote'),
  is_urgent: { columns: ['urgent'], indexes: ['listings_live_urgent'] },
  search: { columns: [], indexes: ['listings_search'] },
  // No index finds listings that lack a word, so only the first rows of the list are checked (limits.exclude).
  exclude: { columns: [], indexes: [] },
  tags: { columns: [], indexes: ['listing_skills_pkey'] },
  author_id: author,
  client_id: author,
  user_id: author,
}
