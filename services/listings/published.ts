import { sql } from 'kysely'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import { readContent } from './columns.ts'

/** Everything of a listing that others read, by column; tags and files by name. */
export type Published = Record<string, unknown>

/** What its author may change at any time: it deceives nobody. */
const free = ['deadline', 'keep_open', 'response_price']

export async function readPublished(tx: Tx, kind: ListingKind, id: number): Promise<Published> {
  const { listing, text } = await readContent(tx, kind, id)
  const tags = await tagNames(tx, listing.tags)
  const files = await tx
    .selectFrom('files')
    // What lies under a key never changes: the key says which content it is.
    .select(['name', 'storage_key'])
    .where('listing_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const content: Published = { ...listing, ...text, tags, files }
  for (const name of free) delete content[name]
  return content
}

export async function tagNames(tx: Tx, ids: number[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('tags')
    .select('name')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

/** Texts that the automatic checks read, each alone. */
export function textsOf({ files, language: _, ...content }: Published): string[] {
  const named = Array.isArray(files) ? files.map(({ name }: { name: string }) => name) : []
  return [...Object.values(content), named]
    .flat()
    .filter((value): value is string => typeof value === 'string' && value !== '')
}
