import type { Updateable } from 'kysely'
import type { ListingChanges } from '#contract/calls/listing-fields.ts'
import { AppError } from '#contract/errors.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { Listings, Orders, Vacancies } from '#db/tables/listings.ts'
import type { Context } from '#services/core/context.ts'
import { priceBase, tagIds } from './content.ts'
import { kinds } from './kinds.ts'

/** Content of a listing that its author writes, by database table and column. */
export type Content = {
  listing: Updateable<Listings>
  text: Updateable<Orders> & Updateable<Vacancies>
}

type Stakes = { min_stake?: number | null; max_stake?: number | null }

/** Converts the fields of an API call to columns of the database tables. New tags are stored. */
export async function columnsOf(tx: Tx, kind: ListingKind, changes: ListingChanges): Promise<Content> {
  const { columns, textColumns } = kinds[kind]
  const listing: Record<string, unknown> = {}
  const text: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || name === 'tags') continue
    const columnValue = value === '' ? null : value
    if ((textColumns as readonly string[]).includes(name)) text[name] = columnValue
    else listing[(columns as Record<string, string>)[name] ?? name] = columnValue
  }
  if (changes.tags) listing.tags = await tagIds(tx, changes.tags)
  return { listing, text }
}

/**
 * Checks the lower and the upper bound of a price range.
 * @throws invalid_input if the lower bound is above the upper one
 */
export function checkStakes({ min_stake, max_stake }: Stakes): void {
  if (min_stake != null && max_stake != null && min_stake > max_stake)
    throw new AppError('invalid_input', { fields: [{ path: 'max_stake', message: 'at least min_stake' }] })
}

/**
 * Corrects a price range whose lower bound an edit has set above the upper one, or the other way round: the bound that
 * was not edited gets the same value. Old clients send the two bounds in separate calls.
 */
function adjustStakes(current: Stakes, changes: Stakes): Stakes {
  const { min_stake, max_stake } = { ...current, ...changes }
  if (min_stake == null || max_stake == null || min_stake <= max_stake) return {}
  return changes.max_stake === undefined ? { max_stake: min_stake } : { min_stake: max_stake }
}

/**
 * Reads the present content of a listing, with exactly the columns that `columnsOf` may return. Do not add a column
 * that only the next release has: while both releases run, it would change the hash of approved content.
 */
export async function readContent(tx: Tx, kind: ListingKind, id: number) {
  const listing = await tx
    .selectFrom('listings')
    .select(['title', 'category_id', 'price', 'min_stake', 'max_stake', 'currency_id'])
    .select(['payment_format', 'job_type', 'experience', 'location', 'language', 'is_remote', 'urgent'])
    .select(['placement_period', 'deadline', 'tags', 'skills', 'keep_open'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const texts =
    kind === 'order'
      ? tx.selectFrom('orders').select(kinds.order.textColumns).where('listing_id', '=', id)
      : tx.selectFrom('vacancies').select(kinds.vacancy.textColumns).where('listing_id', '=', id)
  const text: Content['text'] = await texts.executeTakeFirstOrThrow()
  return { listing, text }
}
export type CurrentContent = Awaited<ReturnType<typeof readContent>>

/** Writes changes into a locked listing and updates the price by which it is sorted. */
export async function writeContent(
  ctx: Context,
  tx: Tx,
  {
    id,
    kind,
    current,
    changes,
  }: { id: number; kind: ListingKind; current: CurrentContent; changes: Content },
): Promise<void> {
  const listing = { ...changes.listing, ...adjustStakes(current.listing, changes.listing as Stakes) }
  const price_base = await priceBase(tx, { ...current.listing, ...listing } as CurrentContent['listing'])
  await tx
    .updateTable('listings')
    .set({ ...listing, price_base, updated_at: ctx.now().toISOString() })
    .where('id', '=', id)
    .execute()
  if (Object.keys(changes.text).length === 0) return
  if (kind === 'order')
    await tx.updateTable('orders').set(changes.text).where('listing_id', '=', id).execute()
  else await tx.updateTable('vacancies').set(changes.text).where('listing_id', '=', id).execute()
}
