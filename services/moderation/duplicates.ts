import { sql } from 'kysely'
import type { ListingStatus } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'

/** Share of common trigrams from which two texts count as one that was copied. */
const alike = 0.55
/** Older listings may be written anew. */
const memoryDays = 90
/** Characters that the index knows. */
const head = 300
const unseen: ListingStatus[] = ['draft', 'awaiting_payment', 'refunded', 'deleted']

/** The listing of the last months whose text is most like this one, by anybody; null when none is near. */
export async function findDuplicate(
  ctx: Context,
  tx: Tx,
  listing_id: number,
  text: string,
): Promise<number | null> {
  const start = [...text].slice(0, head).join('')
  const since = new Date(ctx.now().getTime() - memoryDays * 86_400_000).toISOString()
  await sql`select set_config('pg_trgm.similarity_threshold', ${String(alike)}, true)`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    with near as (
      select listing_id, similarity(left(subtitle, ${sql.lit(head)}), ${start}) as likeness
      from orders where left(subtitle, ${sql.lit(head)}) % ${start}
      union all
      select listing_id, similarity(left(description, ${sql.lit(head)}), ${start})
      from vacancies where left(description, ${sql.lit(head)}) % ${start}
    )
    select listing.id from near join listings listing on listing.id = near.listing_id
    where listing.id <> ${listing_id} and listing.created_at > ${since}
      and not listing.status = any(${unseen}::text[])
    order by near.likeness desc, listing.id desc limit 1`.execute(tx)
  return rows[0]?.id ?? null
}
