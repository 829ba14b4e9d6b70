import { sql } from 'kysely'
import type { ListingKind } from '#contract/lifecycle.ts'

/** A person's listing that ends with a block: published, or waiting for review. */
export type OpenItem = { id: number; kind: ListingKind; title: string; status: 'published' | 'moderation' }

/** Oldest first. Expects `author`. */
export const openItems = sql<OpenItem[]>`coalesce((
  select json_agg(json_build_object('id', own.id, 'kind', own.kind, 'title', own.title, 'status', own.status)
    order by own.id)
  from listings own where own.author_id = author.id and own.status in ('published', 'moderation')), '[]')`
