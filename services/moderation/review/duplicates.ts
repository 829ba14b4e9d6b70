import { sql } from 'kysely'
import type { z } from 'zod'
import type { ModerationTask } from '#contract/calls/admin-shapes.ts'
import type { ListingStatus } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { Duplicate } from '#db/tables/moderation.ts'
import type { Context } from '#services/core/context.ts'

/** Minimum trigram similarity of two texts at which one counts as a copy of the other. */
const similarityThreshold = 0.55
/**
 * Maximum age in days of listings with which a new listing is compared. An author may post the text of an older listing
 * again.
 */
const lookbackDays = 90
/** Number of characters from the beginning of a text that are in the trigram index. */
const indexedLength = 300
const excludedStatuses: ListingStatus[] = ['draft', 'awaiting_payment', 'refunded', 'deleted']

/** Maximum number of near-duplicates that moderators see for a listing. */
const duplicatesShown = 3

/**
 * Finds recent listings of any author with nearly the same text as a listing, most similar first. `share` is the
 * similarity in percent.
 */
export async function findDuplicates(
  ctx: Context,
  tx: Tx,
  listing_id: number,
  text: string,
): Promise<Duplicate[]> {
  const start = [...text].slice(0, indexedLength).join('')
  const since = new Date(ctx.now().getTime() - lookbackDays * 86_400_000).toISOString()
  await sql`select set_config('pg_trgm.similarity_threshold', ${String(similarityThreshold)}, true)`.execute(
    tx,
  )
  const { rows } = await sql<Duplicate>`
    with near as (
      select listing_id, similarity(left(subtitle, ${sql.lit(indexedLength)}), ${start}) as likeness
      from orders where left(subtitle, ${sql.lit(indexedLength)}) % ${start}
      union all
      select listing_id, similarity(left(description, ${sql.lit(indexedLength)}), ${start})
      from vacancies where left(description, ${sql.lit(indexedLength)}) % ${start}
    )
    select listing.id, round(near.likeness * 100)::int as share
    from near join listings listing on listing.id = near.listing_id
    where listing.id <> ${listing_id} and listing.created_at > ${since}
      and not listing.status = any(${excludedStatuses}::text[])
    order by near.likeness desc, listing.id desc limit ${sql.lit(duplicatesShown)}`.execute(tx)
  return rows
}

/** A listing with nearly the same text as the listing under review, as moderators see it. */
export type NearDuplicate = Omit<z.output<typeof ModerationTask>['duplicates'][number], 'pieces'> & {
  text: string
}

/**
 * SQL for the near-duplicates of a task's listing, most similar first. Deleted listings are left out. Old tasks have a
 * single near-duplicate in the column `duplicate_of` instead of the list in `duplicates`. The query needs the alias
 * `task`.
 */
export const nearDuplicates = sql<NearDuplicate[]>`coalesce((
  select json_agg(json_build_object('id', twin.id, 'share', (near.item->>'share')::int, 'kind', twin.kind,
    'title', twin.title, 'status', twin.status,
    'since', coalesce(case twin.status when 'rejected' then twin.rejected_at when 'published' then twin.listed_at end,
      twin.updated_at),
    'text', coalesce((select subtitle from orders where listing_id = twin.id),
      (select description from vacancies where listing_id = twin.id), '')) order by near.place)
  from jsonb_array_elements(coalesce(task.duplicates,
      case when task.duplicate_of is null then '[]'::jsonb
        else jsonb_build_array(jsonb_build_object('id', task.duplicate_of)) end))
    with ordinality as near (item, place)
  join listings twin on twin.id = (near.item->>'id')::bigint and twin.status <> 'deleted'), '[]')`
