import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import { skillsWithout } from '#db/reference/skills.ts'
import { type Content, readContent } from './columns.ts'

/** Everything of a listing that others read, by column; tags and files by name. */
export type Published = Record<string, unknown>

/** No part of the reviewed content: what the author may change at any time, and the period, which is bought. */
const free = ['deadline', 'keep_open', 'response_price', 'placement_period']

/**
 * Fields that came after approvals began to be kept by a hash, with what a listing of the time before says of each. That is
 * no part of a hash: an approval outlasts the release that adds a field, and a release that does not know the field names
 * the same content alike. What such a field says beyond that nobody has approved.
 */
const addedLater: Published = { questions: null }

/** What others read of a listing, or would read after `changes`. */
export async function readPublished(
  tx: Tx,
  kind: ListingKind,
  id: number,
  changes?: Content,
): Promise<Published> {
  const current = await readContent(tx, kind, id)
  const listing = { ...current.listing, ...changes?.listing }
  const text = { ...current.text, ...changes?.text }
  const tags = await tagNames(tx, listing.tags as number[])
  const files = await tx
    .selectFrom('files')
    // What lies under a key never changes: the key says which content it is.
    .select(['name', 'storage_key'])
    .where('listing_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  // A tag is among the skills as well, and one word of an author is read once.
  const skills = skillsWithout(listing.skills as string[], tags)
  const content: Published = { ...listing, ...text, tags, skills, files }
  for (const name of free) delete content[name]
  return withoutUnsaid(content)
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

function withoutUnsaid(content: Published, later = addedLater): Published {
  const said = ([name, value]: [string, unknown]) => !(name in later && value === later[name])
  return Object.fromEntries(Object.entries(content).filter(said))
}

/** Names a content: the same hash is the same content. */
export function hashOf(content: Published, later = addedLater): string {
  const sorted = Object.entries(withoutUnsaid(content, later)).sort(([one], [other]) =>
    one < other ? -1 : 1,
  )
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 32)
}

/**
 * Remembers what a locked listing shows now as allowed: approved, or live and looked at afterwards. What staff took down
 * is not.
 */
export async function allowContent(tx: Tx, kind: ListingKind, id: number): Promise<void> {
  const published_hash = hashOf(await readPublished(tx, kind, id))
  await tx
    .updateTable('listings')
    .set({ published_hash })
    .where('id', '=', id)
    .where(sql<boolean>`hidden_reason is distinct from 'staff'`)
    .execute()
}

/** Whether a locked listing is as it was when it was last allowed to be seen. */
export async function isAllowed(
  tx: Tx,
  { id, kind, published_hash }: { id: number; kind: ListingKind; published_hash: string | null },
): Promise<boolean> {
  return published_hash !== null && hashOf(await readPublished(tx, kind, id)) === published_hash
}

/** Texts that the automatic checks read, each alone. */
export function textsOf({ files, language: _, ...content }: Published): string[] {
  const named = Array.isArray(files) ? files.map(({ name }: { name: string }) => name) : []
  return [...Object.values(content), named]
    .flat()
    .filter((value): value is string => typeof value === 'string' && value !== '')
}
