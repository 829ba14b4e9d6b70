import { sql } from 'kysely'
import type { z } from 'zod'
import type { AdminListing } from '#contract/calls/admin-shapes.ts'
import type { ListingStatus } from '#contract/lifecycle.ts'
import type { Db } from '#db/index.ts'
import { type Page, type Paging, skip, toPage, total } from './pages.ts'
import { listingMatches } from './search-columns.ts'

type Filter = Paging & {
  kind?: 'order' | 'vacancy'
  status?: ListingStatus
  is_archive?: boolean
  author_id?: number
  search?: string
}

export async function listAllListings(db: Db, filter: Filter): Promise<Page<z.output<typeof AdminListing>>> {
  const { kind, status, is_archive, author_id, search } = filter
  const rows = await db
    .selectFrom('listings as listing')
    .innerJoin('users as author', 'author.id', 'listing.author_id')
    .select(['listing.id', 'listing.kind', 'listing.title', 'listing.status', 'listing.author_id'])
    .select(['author.full_name as author_name', 'listing.created_at', 'listing.published_at'])
    .select(['listing.responses_count', total])
    .$if(kind !== undefined, (query) => query.where('listing.kind', '=', kind ?? 'order'))
    .$if(status !== undefined, (query) => query.where(sql<boolean>`listing.status = ${status}`))
    .$if(is_archive !== undefined, (query) => query.where('listing.is_archive', '=', is_archive === true))
    .$if(author_id !== undefined, (query) => query.where('listing.author_id', '=', author_id ?? 0))
    .$if(Boolean(search), (query) => query.where(listingMatches(search ?? '')))
    .orderBy('listing.id', 'desc')
    .limit(filter.per_page)
    .offset(skip(filter))
    .execute()
  return toPage(rows, filter)
}
