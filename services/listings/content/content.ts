import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Db, Tx } from '#db/index.ts'
import { isOpenSpeciality } from '#services/reference/queries.ts'

/** Returns a hash of a listing's content. It does not depend on the order of the keys. */
export function contentHash(content: Record<string, unknown>): string {
  const sorted = Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex')
}

/** Returns the ids of tags for their names, ignoring case. New tags are stored. */
export async function tagIds(tx: Tx, names: string[]): Promise<number[]> {
  if (names.length === 0) return []
  await tx
    .insertInto('tags')
    .values(names.map((name) => ({ name })))
    .onConflict((conflict) => conflict.column('name_key').doNothing())
    .execute()
  const { rows } = await sql<{ id: number }>`
    select distinct tag.id from tags tag
    join unnest(${names}::text[]) as sent (name)
      on tag.name_key = lower(regexp_replace(btrim(sent.name), '\\s+', ' ', 'g'))`.execute(tx)
  return rows.map((row) => row.id)
}

/** @throws invalid_input unless the category is a speciality, that is a leaf of the category tree */
export async function checkCategory(db: Db, category_id: number): Promise<void> {
  if (!(await isOpenSpeciality(db, category_id)))
    throw new AppError('invalid_input', { fields: [{ path: 'category_id', message: 'a leaf category' }] })
}

/** @throws invalid_input unless the currency is known */
export async function checkCurrency(db: Db, currency_id: number): Promise<void> {
  await priceBase(db, { price: null, min_stake: null, max_stake: null, currency_id })
}

/** @throws invalid_input unless the time is in the future, at most a year ahead */
export function checkDeadline(deadline: string | null | undefined, now: Date): void {
  if (!deadline) return
  const ahead = Date.parse(deadline) - now.getTime()
  if (ahead <= 0 || ahead > limits.deadline.ms)
    throw new AppError('invalid_input', { fields: [{ path: 'deadline', message: 'within a year' }] })
}

/**
 * Converts a price to kopecks at today's exchange rate. The result is for sorting and filtering only, never for
 * charging.
 */
export async function priceBase(
  db: Db,
  {
    price,
    min_stake,
    max_stake,
    currency_id,
  }: {
    price: number | null
    min_stake: number | null
    max_stake: number | null
    currency_id: number
  },
): Promise<number | null> {
  const amount = price ?? max_stake ?? min_stake
  const currency = await db
    .selectFrom('currencies')
    .select('rate_to_base')
    .where('id', '=', currency_id)
    .executeTakeFirst()
  if (!currency)
    throw new AppError('invalid_input', { fields: [{ path: 'currency_id', message: 'a known currency' }] })
  return amount === null ? null : Math.round(amount * Number(currency.rate_to_base))
}
