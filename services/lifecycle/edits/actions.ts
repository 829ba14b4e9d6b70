import { isDeepStrictEqual } from 'node:util'
import type { ListingStatus } from '#contract/lifecycle.ts'
import type { Finding } from '#contract/options.ts'
import type { Tx } from '#db/index.ts'
import type { RevisionState } from '#db/tables/states.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/records/events.ts'
import type { ListingRow } from '#services/listings/access.ts'
import {
  allowContent,
  readPublished,
  tagNames,
  textsOf,
} from '#services/listings/content/approved-content.ts'
import {
  type Content,
  type CurrentContent,
  readContent,
  writeContent,
} from '#services/listings/content/columns.ts'
import { bigChange } from '#services/listings/content/edit-size.ts'
import { closeRevisionTask, openRevisionTask } from '#services/moderation/queue/queue.ts'
import { review } from '#services/moderation/review/rules.ts'

/** Milliseconds after a rejection during which every edit by the author waits for a moderator. */
const goodStandingMs = 30 * 24 * 60 * 60_000

/**
 * States in which a listing is public or may become public again without a review. When an edit in one of these states
 * is decided, the listing's content is stored as approved.
 */
const visibleStates: ListingStatus[] = ['published', 'hidden', 'in_progress']

type Fields = Record<string, unknown>
type Revision = {
  id: number
  state: RevisionState
  changes: Content
  previous: Content
  is_undecided: boolean
}

function mergeContents(...contents: Content[]): Content {
  return {
    listing: Object.assign({}, ...contents.map(({ listing }) => listing)),
    text: Object.assign({}, ...contents.map(({ text }) => text)),
  }
}

/** Returns the fields that an edit changes, and their current values. */
function compare(current: CurrentContent, edited: Content): { changes: Content; previous: Content } {
  const changedKeys = (before: Fields, after: Fields) =>
    Object.keys(after).filter((key) => !isDeepStrictEqual(before[key], after[key]))
  const pick = (keys: string[], from: Fields) => Object.fromEntries(keys.map((key) => [key, from[key]]))
  const listing = changedKeys(current.listing, edited.listing)
  const text = changedKeys(current.text as Fields, edited.text as Fields)
  return {
    changes: { listing: pick(listing, edited.listing), text: pick(text, edited.text as Fields) },
    previous: { listing: pick(listing, current.listing), text: pick(text, current.text as Fields) },
  }
}

/** Runs the automatic checks on an edit and returns their findings. */
async function findFlaws(tx: Tx, { listing, text }: Content): Promise<Finding[]> {
  const tags = await tagNames(tx, (listing.tags as number[] | undefined) ?? [])
  const texts = textsOf({ ...listing, ...text, tags })
  return review({ texts, is_known_author: true })
}

async function isInGoodStanding(ctx: Context, tx: Tx, author_id: number): Promise<boolean> {
  const rejection = await tx
    .selectFrom('moderation_tasks as task')
    .innerJoin('listings as listing', 'listing.id', 'task.listing_id')
    .select('task.id')
    .where('listing.author_id', '=', author_id)
    .where('task.state', '=', 'rejected')
    .where('task.decided_at', '>', new Date(ctx.now().getTime() - goodStandingMs).toISOString())
    .limit(1)
    .executeTakeFirst()
  return rejection === undefined
}

/**
 * Lists the undecided revisions of a listing: at most one that waits for approval, and those that are already public
 * but not yet reviewed.
 */
async function listUndecided(tx: Tx, listing_id: number): Promise<Revision[]> {
  const rows = await tx
    .selectFrom('listing_revisions as revision')
    .innerJoin('moderation_tasks as task', 'task.revision_id', 'revision.id')
    .select(['revision.id', 'revision.state', 'revision.changes', 'revision.previous', 'task.state as task'])
    .where('revision.listing_id', '=', listing_id)
    .where('task.applied_at', 'is', null)
    .where('revision.state', 'in', ['pending', 'live'])
    .execute()
  return rows.map(({ task, changes, previous, ...row }) => ({
    ...row,
    changes: changes as Content,
    previous: previous as Content,
    is_undecided: task === 'open' || task === 'claimed',
  }))
}

/**
 * Stores an edit of a published listing. A small edit without findings, by an author without a recent rejection, is
 * public at once and reviewed afterwards. Any other edit waits for a moderator, while the old version stays public.
 * Edits that are not reviewed yet are merged into one revision.
 */
export async function storeEdit(
  ctx: Context,
  tx: Tx,
  { listing, current, changes }: { listing: ListingRow; current: CurrentContent; changes: Content },
): Promise<void> {
  const open = await listUndecided(tx, listing.id)
  const pending = open.find(({ state }) => state === 'pending')
  const difference = compare(current, mergeContents(...(pending ? [pending.changes] : []), changes))
  if (Object.keys({ ...changes.listing, ...changes.text }).length === 0) return
  const isEmpty = Object.keys({ ...difference.changes.listing, ...difference.changes.text }).length === 0
  // A waiting edit is replaced if the author restored the published content, or if a moderator is deciding about the
  // edit now.
  if (pending && (isEmpty || !pending.is_undecided)) await supersedeRevision(ctx, tx, pending)
  if (isEmpty) return
  const flags = await findFlaws(tx, difference.changes)
  const approved = mergeContents(
    current as Content,
    ...open.filter(({ state }) => state === 'live').map(({ previous }) => previous),
  )
  const isLive =
    flags.length === 0 &&
    bigChange(approved, difference.changes) === null &&
    (await isInGoodStanding(ctx, tx, listing.author_id))
  if (isLive) await writeContent(ctx, tx, { ...listing, current, changes: difference.changes })
  const openRevision = pending?.is_undecided
    ? pending
    : open.find(({ state, is_undecided }) => isLive && state === 'live' && is_undecided)
  const revision_id = await storeRevision(
    ctx,
    tx,
    listing.id,
    isLive ? 'live' : 'pending',
    difference,
    openRevision,
  )
  const content = await readPublished(tx, listing.kind, listing.id, isLive ? undefined : difference.changes)
  await openRevisionTask(ctx, tx, { listing_id: listing.id, revision_id, flags, content })
}

async function setState(ctx: Context, tx: Tx, id: number, state: RevisionState): Promise<void> {
  const decided_at = ctx.now().toISOString()
  await tx.updateTable('listing_revisions').set({ state, decided_at }).where('id', '=', id).execute()
}

async function supersedeRevision(ctx: Context, tx: Tx, { id, is_undecided }: Revision): Promise<void> {
  await setState(ctx, tx, id, 'superseded')
  if (is_undecided) await closeRevisionTask(ctx, tx, id)
}

/**
 * Stores a revision, or merges an edit into the undecided revision of the listing. A merged revision keeps the oldest
 * value of each field, so that a rejection restores that value.
 */
async function storeRevision(
  ctx: Context,
  tx: Tx,
  listing_id: number,
  state: 'live' | 'pending',
  difference: { changes: Content; previous: Content },
  openRevision: Revision | undefined,
): Promise<number> {
  const isLive = openRevision?.state === 'live'
  const changes = JSON.stringify(
    isLive ? mergeContents(openRevision.changes, difference.changes) : difference.changes,
  )
  const previous = JSON.stringify(
    isLive ? mergeContents(difference.previous, openRevision.previous) : difference.previous,
  )
  if (openRevision) {
    const columns = { state, changes, previous }
    await tx.updateTable('listing_revisions').set(columns).where('id', '=', openRevision.id).execute()
    return openRevision.id
  }
  const created_at = ctx.now().toISOString()
  const row = await tx
    .insertInto('listing_revisions')
    .values({ listing_id, state, changes, previous, created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/**
 * Applies a moderator's decision about a revision to the locked listing.
 * @returns false if a newer revision has replaced it
 */
export async function applyRevision(
  ctx: Context,
  tx: Tx,
  {
    listing,
    revision_id,
    verdict,
  }: {
    listing: Pick<ListingRow, 'id' | 'kind' | 'status'>
    revision_id: number
    verdict: 'approved' | 'rejected'
  },
): Promise<boolean> {
  const { state, changes, previous } = await tx
    .selectFrom('listing_revisions')
    .select(['state', 'changes', 'previous'])
    .where('id', '=', revision_id)
    .executeTakeFirstOrThrow()
  if ((state !== 'pending' && state !== 'live') || listing.status === 'deleted') return false
  const current = await readContent(tx, listing.kind, listing.id)
  const write = (content: Record<string, unknown>) =>
    writeContent(ctx, tx, { ...listing, current, changes: content as Content })
  if (verdict === 'approved' && state === 'pending') await write(changes)
  if (verdict === 'rejected' && state === 'live') await write(previous)
  if (visibleStates.includes(listing.status)) await allowContent(tx, listing.kind, listing.id)
  await setState(ctx, tx, revision_id, verdict)
  if (verdict === 'approved' && state === 'pending')
    await record(ctx, tx, 'revision.published', { revision_id })
  return true
}
