import { sql } from 'kysely'
import type { ListingKind, ListingStatus } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { Duplicate } from '#db/tables/moderation.ts'
import type { Context } from '#services/core/context.ts'

/** Share of common trigrams from which two texts count as one that was copied. */
const alike = 0.55
/** Older listings may be written anew. */
const memoryDays = 90
/** Characters that the index knows. */
const head = 300
const unseen: ListingStatus[] = ['draft', 'awaiting_payment', 'refunded', 'deleted']

/** So many are shown beside a listing. */
const shown = 3

/**
 * The listings of the last months whose texts are most like this one, by anybody, the nearest first, with the share of
 * what they have in common in percent.
 */
export async function findDuplicates(
  ctx: Context,
  tx: Tx,
  listing_id: number,
  text: string,
): Promise<Duplicate[]> {
  const start = [...text].slice(0, head).join('')
  const since = new Date(ctx.now().getTime() - memoryDays * 86_400_000).toISOString()
  await sql`select set_config('pg_trgm.similarity_threshold', ${String(alike)}, true)`.execute(tx)
  const { rows } = await sql<Duplicate>`
    with near as (
      select listing_id, similarity(left(subtitle, ${sql.lit(head)}), ${start}) as likeness
      from orders where left(subtitle, ${sql.lit(head)}) % ${start}
      union all
      select listing_id, similarity(left(description, ${sql.lit(head)}), ${start})
      from vacancies where left(description, ${sql.lit(head)}) % ${start}
    )
    select listing.id, round(near.likeness * 100)::int as share
    from near join listings listing on listing.id = near.listing_id
    where listing.id <> ${listing_id} and listing.created_at > ${since}
      and not listing.status = any(${unseen}::text[])
    order by near.likeness desc, listing.id desc limit ${sql.lit(shown)}`.execute(tx)
  return rows
}

/** What a moderator compares with, of a task's `duplicates`. */
export type Twin = {
  id: number
  /** Unknown of what was found before shares were kept. */
  share: number | null
  kind: ListingKind
  title: string
  status: ListingStatus
  /** When it came to be what it is now. */
  since: string
  text: string
}

/** Over `task`, in their order; what was deleted meanwhile is left out. */
export const twins = sql<Twin[]>`coalesce((
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
