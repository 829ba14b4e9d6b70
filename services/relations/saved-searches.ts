import { AppError } from '#contract/errors.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { UserContext } from '#services/core/request-context.ts'

type NewSearch = {
  kind: ListingKind
  name: string
  /** As parsed: amounts in minor units. */
  filters: Record<string, unknown> & { price_from?: number; price_to?: number }
  is_notify: boolean
}

const columns = ['id', 'kind', 'name', 'filters', 'is_notify', 'created_at'] as const

/** Filters are kept as the list call takes them: amounts in major units. */
function onTheWire({ price_from, price_to, ...rest }: NewSearch['filters']): Record<string, unknown> {
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
    // Additions of one person wait for each other, so that two at once cannot exceed the limit.
    await tx.selectFrom('users').select('id').where('id', '=', user_id).forUpdate().execute()
    const { saved } = await tx
      .selectFrom('saved_searches')
      .select((eb) => eb.fn.countAll<number>().as('saved'))
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow()
    const limit = limits.savedSearches.count
    if (saved >= limit) throw new AppError('list_full', { limit })
    return tx
      .insertInto('saved_searches')
      .values({
        ...search,
        user_id,
        filters: JSON.stringify(onTheWire(filters)),
        created_at: ctx.now().toISOString(),
      })
      .returning(columns)
      .executeTakeFirstOrThrow()
  })
}

export async function listSearches(ctx: UserContext) {
  return ctx.db
    .selectFrom('saved_searches')
    .select(columns)
    .where('user_id', '=', ctx.viewer.id)
    .orderBy('id', 'desc')
    .execute()
}

type Changes = { name?: string | undefined; is_notify?: boolean | undefined }

/** @throws not_found when it is not the caller's */
export async function changeSearch(ctx: UserContext, id: number, { name, is_notify }: Changes) {
  const changed = await ctx.db
    .updateTable('saved_searches')
    .set((eb) => ({ name: name ?? eb.ref('name'), is_notify: is_notify ?? eb.ref('is_notify') }))
    .where('id', '=', id)
    .where('user_id', '=', ctx.viewer.id)
    .returning(columns)
    .executeTakeFirst()
  if (!changed) throw new AppError('not_found')
  return changed
}

/** @throws not_found when it is not the caller's */
export async function removeSearch(ctx: UserContext, id: number): Promise<void> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('saved_searches')
    .where('id', '=', id)
    .where('user_id', '=', ctx.viewer.id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError('not_found')
}
