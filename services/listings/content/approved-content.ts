import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import { skillsWithout } from '#db/reference/skills.ts'
import { type Content, readContent } from './columns.ts'

/** The content of a listing that moderators review, by column name. Tags and files are given by their names. */
export type Published = Record<string, unknown>

/**
 * Columns that need no review: the author may change them at any time, except for the placement period, which is
 * bought.
 */
const free = ['deadline', 'keep_open', 'response_price', 'placement_period']

/**
 * Columns that are younger than the stored hashes of approved content, each with the value that older listings have.
 * The hash leaves out a column with that value. So an old approval stays valid after the release that adds the column,
 * and the old and the new release compute the same hash while they run together.
 */
const addedLater: Published = { questions: null }

/** Reads the content of a listing that moderators review, optionally with `changes` applied. */
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
    // A file is represented by its storage key, because the content under a key never changes.
    .select(['name', 'storage_key'])
    .where('listing_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  // Tags are stored among the skills too. They are removed from the skills here, so that a moderator reads each word
  // once.
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
  const isUnchanged = ([name, value]: [string, unknown]) => !(name in later && value === later[name])
  return Object.fromEntries(Object.entries(content).filter(isUnchanged))
}

/**
 * Names of the ways to pay a vacancy in hashes. Approvals from before monthly pay had a name of its own call it `fixed`;
 * a price for the project, which vacancies did not have, has another name there.
 */
const approvedPayments: Record<string, string> = { monthly: 'fixed', fixed: 'project' }

function withApprovedNames(content: Published): Published {
  const isVacancy = 'description' in content
  const payment = String(content.payment_format)
  return isVacancy && payment in approvedPayments
    ? { ...content, payment_format: approvedPayments[payment] }
    : content
}

/** Returns a hash of a content. Equal contents have equal hashes. */
export function hashOf(content: Published, later = addedLater): string {
  const sorted = Object.entries(withoutUnsaid(withApprovedNames(content), later)).sort(([one], [other]) =>
    one < other ? -1 : 1,
  )
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 32)
}

/**
 * Stores the hash of a locked listing's present content as its approved content, because a moderator approved it or because it is public
 * and reviewed afterwards. Does nothing for a listing that staff took down.
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

/** True if the content of a locked listing has not changed since it was last approved. */
export async function isAllowed(
  tx: Tx,
  { id, kind, published_hash }: { id: number; kind: ListingKind; published_hash: string | null },
): Promise<boolean> {
  return published_hash !== null && hashOf(await readPublished(tx, kind, id)) === published_hash
}

/** Returns the texts in a listing's content that the automatic checks read. The checks read each text separately. */
export function textsOf({ files, language: _, ...content }: Published): string[] {
  const fileNames = Array.isArray(files) ? files.map(({ name }: { name: string }) => name) : []
  return [...Object.values(content), fileNames]
    .flat()
    .filter((value): value is string => typeof value === 'string' && value !== '')
}
