import type { ListingQuery } from '#contract/calls/filters.ts'
import { type Sorting, sortings } from '#contract/options.ts'

/** The indexes of lists. tests/list-indexes.test.ts compares them with the filters and with the database. */

const sortIndexes = (sort: Sorting) => [`listings_live_${sort}`, `listings_live_category_${sort}`]

/** Each sort has one for all specialities and one for each; they answer every filter without reading the table. */
export const walkIndexes = sortings.flatMap(sortIndexes)

/** The collection finds first listings of new authors by it. */
export const collectionIndexes = ['listings_live_first']

/** `columns`: what the condition reads, which all of `walkIndexes` have; `indexes`: those that find what is rare. */
type FoundBy = { columns: readonly string[]; indexes: readonly string[] }

const author: FoundBy = { columns: ['author_id'], indexes: ['listings_of_author'] }
const price: FoundBy = { columns: ['price_base'], indexes: sortIndexes('low_budget') }
/** Many listings match each of its values, and the walk of the sort soon finds a page. */
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
  // Nothing leads to listings without a word: the first of the list are read (limits.exclude).
  exclude: { columns: [], indexes: [] },
  tags: { columns: [], indexes: ['listing_skills_pkey'] },
  author_id: author,
  client_id: author,
  user_id: author,
}
