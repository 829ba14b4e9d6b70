import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { SearchFrequency } from '#contract/options.ts'
import type { Tx } from '#db/index.ts'
import type { ActorContext, UserContext } from '#services/core/request-context.ts'

type NewSearch = {
  kind: ListingKind
  name: string
  /** A saved search's filters after parsing, with amounts in minor units. */
  filters: Record<string, unknown> & { price_from?: number; price_to?: number }
  is_notify: boolean
  frequency: SearchFrequency
}

const columns = ['id', 'kind', 'name', 'filters', 'is_notify', 'frequency', 'created_at'] as const

/** Filters as the API parameters of the list, with amounts in major units. Saved searches are stored in this form. */
function toWireFilters({ price_from, price_to, ...rest }: NewSearch['filters']): Record<string, unknown> {
  return {
    ...rest,
    ...(price_from !== undefined && { price_from: price_from / 100 }),
    ...(price_to !== undefined && { price_to: price_to / 100 }),
  }
}

/** @throws list_full */
export async function saveSearch(ctx: UserContext, { filters, ...search }: NewSearch) {
  const user_id = ctx.viewer.id
  return ctx.db.transaction().execute(async (tx) => {
    // Because of this lock, requests of one person to save a search run one after another. Otherwise they could
    // together exceed the limit.
    await tx.selectFrom('users').select('id').where('id', '=', user_id).forUpdate().execute()
    const { saved } = await tx
      .selectFrom('saved_searches')
      .select((eb) => eb.fn.countAll<number>().as('saved'))
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow()
    const limit = limits.savedSearches.count
    if (saved >= limit) throw new AppError('list_full', { limit })
    await unmuteDigest(tx, user_id, search.frequency)
    const reply = await tx
      .insertInto('saved_searches')
      .values({
        ...search,
        user_id,
        filters: JSON.stringify(toWireFilters(filters)),
        created_at: ctx.now().toISOString(),
      })
      .returning(columns)
      .executeTakeFirstOrThrow()
    await ctx.keepReply?.(tx, reply)
    return reply
  })
}

export async function listSearches(ctx: ActorContext) {
  return ctx.db
    .selectFrom('saved_searches')
    .select(columns)
    .where('user_id', '=', ctx.viewer.id)
    .orderBy('id', 'desc')
    .execute()
}

type Changes = { [K in 'name' | 'is_notify' | 'frequency']?: NewSearch[K] | undefined }

/** @throws not_found unless the saved search is the caller's */
export async function changeSearch(ctx: ActorContext, id: number, { name, is_notify, frequency }: Changes) {
  return ctx.db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('saved_searches')
      .set((eb) => ({
        name: name ?? eb.ref('name'),
        is_notify: is_notify ?? eb.ref('is_notify'),
        frequency: frequency ?? eb.ref('frequency'),
      }))
      .where('id', '=', id)
      .where('user_id', '=', ctx.viewer.id)
      .returning(columns)
      .executeTakeFirst()
    if (!changed) throw new AppError('not_found')
    if (frequency) await unmuteDigest(tx, ctx.viewer.id, frequency)
    return changed
  })
}

/** Turns the daily digest on again when a person chooses "daily" as the frequency of a saved search. */
async function unmuteDigest(tx: Tx, user_id: number, frequency: SearchFrequency): Promise<void> {
  if (frequency === 'at_once') return
  await tx
    .updateTable('users')
    .set({ muted_kinds: sql<string[]>`array_remove(muted_kinds, 'digest')` })
    .where('id', '=', user_id)
    .where(sql<boolean>`'digest' = any (muted_kinds)`)
    .execute()
}

/** @throws not_found unless the saved search is the caller's */
export async function removeSearch(ctx: UserContext, id: number): Promise<void> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('saved_searches')
    .where('id', '=', id)
    .where('user_id', '=', ctx.viewer.id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError('not_found')
}
