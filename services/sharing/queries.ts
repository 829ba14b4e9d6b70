import { type Expression, type SqlBool, sql } from 'kysely'
import { parseStartParam } from '#contract/deep-links.ts'
import type { Language } from '#contract/languages.ts'
import type { Db } from '#db/index.ts'
import { findListingNews } from '#services/listings/messages/queries.ts'
import { matchesTitle, matchesWords } from '#services/listings/search/filters.ts'
import { searchCorrected } from '#services/reference/words/corrected-search.ts'
import { notBlocked } from '#services/users/visibility/blocks.ts'

/** Start parameter at the end of a typed link. */
export const linkPattern = /(page_[\w-]+)$/

/** Person who shares a listing; `viewer_id` is 0 if the person has no account. */
export type Sharer = { viewer_id: number; language: Language }

/**
 * Listings that a person may share: the listing behind a typed link, or those that match typed words (titles first),
 * whose mistakes are corrected. If nothing is typed, the person's own listings and the newest ones.
 */
export async function findShareable(
  ctx: { db: Db; now: () => Date },
  typed: string,
  sharer: Sharer,
  limit: number,
) {
  const text = typed.trim().slice(0, 200)
  const search = async (words: string) => {
    const ids = await findIds(ctx.db, words, sharer, limit)
    return { ids, pagination: { total: ids.length } }
  }
  const hasWords = text !== '' && !linkPattern.test(text)
  const { found, corrected } = hasWords
    ? await searchCorrected(ctx, text, search)
    : { found: await search(text), corrected: undefined }
  const listings = await Promise.all(found.ids.map((id) => findListingNews(ctx.db, id)))
  return { listings: listings.filter((listing) => listing !== undefined), corrected }
}

async function findIds(db: Db, text: string, { viewer_id, language }: Sharer, limit: number) {
  const link = parseStartParam(linkPattern.exec(text)?.[1])
  const isLink = link.id !== undefined && (link.page === 'order' || link.page === 'vacancy')
  const condition: Expression<SqlBool> = isLink
    ? sql<SqlBool>`id = ${link.id}`
    : text === ''
      ? sql<SqlBool>`true`
      : matchesWords(language, text)
  const titledFirst = isLink || text === '' ? sql`` : sql`${matchesTitle(language, text)} desc,`
  const { rows } = await sql<{ id: number }>`
    select id from listings where status = 'published' and ${condition}
      and ${notBlocked('author_id', viewer_id)}
    order by ${titledFirst} author_id = ${viewer_id} desc, listed_at desc, id desc limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}
