import type { Row, RunQuery } from './database.ts'

type Ref = { id: number; name: string }
export type Reference = {
  category(id: number | null): Ref | null
  currency(id: number | null): Row | null
  /**
   * Returns the categories below this one that have no categories below them, or this category itself if it has none.
   */
  leaves(id: number): number[]
}

/** Reads the reference data once, because it hardly ever changes. All requests share it. */
export async function readReference(runQuery: RunQuery): Promise<Reference> {
  const categories = await runQuery(
    `select id, parent_id, names ->> 'ru' as name from categories order by id`,
    [],
  )
  const currencies = await runQuery(
    `select id, code, symbol, names ->> 'ru' as name, icon_url,
      case when rate_date >= current_date - 7 then rate_to_base::float8 end as rate_to_base,
      case when rate_date >= current_date - 7 then rate_date::text end as rate_date from currencies`,
    [],
  )
  const names = new Map(categories.map(({ id, name }) => [id, { id, name }]))
  const money = new Map(currencies.map((row) => [row.id, row]))
  const children = new Map<number, number[]>()
  for (const { id, parent_id } of categories)
    if (parent_id) children.set(parent_id, [...(children.get(parent_id) ?? []), id])
  return {
    category: (id) => names.get(id ?? 0) ?? null,
    currency: (id) => money.get(id ?? 0) ?? null,
    leaves: (id) => children.get(id) ?? [id],
  }
}
