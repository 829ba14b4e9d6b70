import type { Insertable } from 'kysely'
import type { Database } from '#db/tables.ts'
import type { Api } from '#tests/support/api/api.ts'

type Fields = Partial<Insertable<Database['listings']>> & { author_id: number }

/** Inserts many published orders at once, which no call of the API can do. */
export async function insertOrders({ ctx }: Api, orders: Fields[]): Promise<number[]> {
  if (orders.length === 0) return []
  const defaultColumns = { kind: 'order', status: 'published' as never, title: 'Заказ' } as const
  const rows = orders.map((one) => {
    const published_at = ctx.now().toISOString()
    return { ...defaultColumns, published_at, content_hash: crypto.randomUUID(), ...one }
  })
  const insertedRows = await ctx.db.insertInto('listings').values(rows).returning('id').execute()
  const ids = insertedRows.map(({ id }) => id)
  await ctx.db
    .insertInto('orders')
    .values(ids.map((listing_id) => ({ listing_id })))
    .execute()
  return ids
}
