import { sql } from 'kysely'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/context.ts'
import { wakeSender } from './deliveries.ts'

/**
 * Stores a message about a published listing for everybody who wants it, in one statement: freelancers of its
 * category, and those of other categories with one of its skills. Each person gets at most one per listing.
 * @returns how many were stored
 */
export async function queueNewOrder(ctx: Context, tx: Tx, listing_id: number): Promise<number> {
  const now = ctx.now().toISOString()
  const { numAffectedRows } = await sql`
    with listing as (
      select id, author_id, category_id, skills from listings where id = ${listing_id} and status = 'published'
    ), reached as (
      select person.id, case when person.category_id = listing.category_id then 'category' else 'skills' end why
      from listing, users person
      where person.status = 'active' and person.can_write and person.notify_blocked_at is null
        and person.is_notify_new_order and person.is_contractor and person.id <> listing.author_id
        and not 'new_order' = any (person.muted_kinds)
        and (person.category_id = listing.category_id or person.id in (
          select skill.user_id from user_skills skill
          where skill.name_key in (select lower(regexp_replace(btrim(name), '\\s+', ' ', 'g')) from unnest(listing.skills) name)))
        and not exists (
          select from user_blocks where (user_id, blocked_id) in
            ((person.id, listing.author_id), (listing.author_id, person.id)))
    )
    insert into deliveries
      (user_id, kind, lane, dedupe_key, payload, request_id, next_at, created_at)
    select id, 'new_order', 'bulk', 'new_order:' || ${listing_id}::text || ':' || id,
      jsonb_build_object('listing_id', ${listing_id}::bigint, 'why', why), ${ctx.request_id}, ${now}, ${now}
    from reached
    on conflict (dedupe_key) do nothing
  `.execute(tx)
  await wakeSender(tx)
  return Number(numAffectedRows ?? 0)
}
