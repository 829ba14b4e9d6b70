import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Finding } from '#contract/options.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/events.ts'
import { type Published, readPublished, textsOf } from '#services/listings/published.ts'
import { gathersContacts } from '#services/users/contacts.ts'
import { findDuplicate } from './duplicates.ts'
import { review } from './rules.ts'
import { snapshot } from './snapshot.ts'

/**
 * Puts a listing into the moderators' queue with what the automatic checks noticed, and tells the moderators.
 * Call it where the listing enters moderation; a listing already waiting is left as it is.
 */
export async function openTask(ctx: Context, tx: Tx, listing_id: number, appeal?: string): Promise<void> {
  const now = ctx.now()
  const created_at = now.toISOString()
  const { content, ...noticed } = await lookOver(ctx, tx, listing_id)
  await tx
    .insertInto('moderation_tasks')
    .values({
      ...{ subject: 'listing', listing_id, created_at, updated_at: created_at },
      ...noticed,
      ...snapshot(content),
      ...{ appeal: appeal ?? null, appealed: appeal !== undefined },
      ...waiting(now),
    })
    .onConflict((conflict) =>
      conflict
        .column('listing_id')
        .where('subject', '=', 'listing')
        .where('applied_at', 'is', null)
        .where('state', '<>', 'returned')
        .doNothing(),
    )
    .execute()
  await record(ctx, tx, 'listing.submitted', { listing_id })
}

/** The moderators are to act from now on, and are reminded when they do not. */
export function waiting(now: Date) {
  const [first] = limits.moderation.remindMs
  const remind_at = new Date(now.getTime() + first).toISOString()
  return { waiting_since: now.toISOString(), remind_at }
}

type Noticed = { flags: Finding[]; duplicate_of: number | null; content: Published }

async function lookOver(ctx: Context, tx: Tx, listing_id: number): Promise<Noticed> {
  const listing = await tx
    .selectFrom('listings as listing')
    .select('listing.kind')
    .select(
      sql<boolean>`exists (select from listings earlier
        where earlier.author_id = listing.author_id and earlier.published_at is not null)`.as(
        'is_known_author',
      ),
    )
    .select(gathersContacts(ctx, 'listing.author_id').as('is_gatherer'))
    .where('listing.id', '=', listing_id)
    .executeTakeFirstOrThrow()
  const { kind, is_known_author, is_gatherer } = listing
  const content = await readPublished(tx, kind, listing_id)
  const head = content.subtitle ?? content.description
  const duplicate_of = await findDuplicate(ctx, tx, listing_id, typeof head === 'string' ? head : '')
  const texts = textsOf(content)
  const is_duplicate = duplicate_of !== null
  return { flags: review({ texts, is_known_author, is_duplicate, is_gatherer }), duplicate_of, content }
}
