import { sql } from 'kysely'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { Db } from '#db/index.ts'
import { categoryOf, currencyOf, type Reader, tagsOf } from '#services/listings/projections.ts'
import type { Content } from './columns.ts'

/** Shows an edit that waits for review to its author. All other people see the public version of the listing. */

/** Names of the API fields for the columns with amounts in minor units. */
const amounts = {
  order: { price: 'price', min_stake: 'min_stake', max_stake: 'max_stake' },
  vacancy: { price: 'hourly_rate' },
} as const

type Row = Record<string, unknown>

/** Reads a waiting edit and returns the columns of the listing's page that it changes. */
export async function readWaitingEdit(db: Db, id: number, kind: ListingKind, reader: Reader): Promise<Row> {
  const edit = await db
    .selectFrom('listing_revisions')
    .select('changes')
    .where('listing_id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (!edit) return {}
  const { listing, text } = edit.changes as Content
  const { urgent, ...columns } = listing as Row
  const row: Row = { ...columns, ...text, ...(urgent !== undefined && { is_urgent: urgent }) }
  for (const [column, name] of Object.entries(amounts[kind])) {
    const amount = columns[column]
    if (amount !== undefined) row[name] = amount === null ? null : Number(amount) / 100
  }
  return { ...row, ...(await readNames(db, columns, reader)) }
}

/** Reads the names of the category, the currency and the tags whose ids an edit changes. */
async function readNames(db: Db, { category_id, currency_id, tags }: Row, reader: Reader): Promise<Row> {
  const names = await db
    .selectNoFrom([
      categoryOf(reader.language, sql`${category_id ?? null}::bigint`).as('category'),
      currencyOf(reader, sql`${currency_id ?? null}::bigint`).as('currency'),
      tagsOf(sql`${tags ?? []}::bigint[]`).as('tags'),
    ])
    .executeTakeFirstOrThrow()
  return {
    ...(category_id !== undefined && { category: names.category }),
    ...(currency_id !== undefined && { currency: names.currency }),
    ...(tags !== undefined && { tags: names.tags }),
  }
}
