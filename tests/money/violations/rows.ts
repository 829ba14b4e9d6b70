import { type ControlledTransaction, type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ListingStatus, PaymentState, ResponseStatus } from '#contract/lifecycle.ts'
import { connect, type Db, type Tx } from '#db/index.ts'
import type { Database } from '#db/tables.ts'
import { takeInfrastructure } from '#tests/support/servers/infrastructure.ts'

/**
 * Inserts rows for the tests of `payment_invariant_violations`. All tests run in one transaction that is rolled back.
 * In a transaction `now()` is constant, so time limits are tested to the microsecond.
 */

let world: ControlledTransaction<Database, ['in_order']>
let author: number
let people = 0

/** Opens a transaction before the tests of a file, and inserts valid rows that nearly violate a rule about payments. */
export function setUpViolations(): void {
  beforeAll(async () => {
    const db = connect((await takeInfrastructure()).owner_url)
    const tx = await db.startTransaction().execute()
    author = await person(tx)
    await insertValidRows(tx)
    world = await tx.savepoint('in_order').execute()
    return async () => {
      await tx.rollback().execute()
      await db.destroy()
    }
  })
}

export type Moment = RawBuilder<string>
export const now = (offset = '0') => sql<string>`now() + ${offset}::interval`

const idOf = (row: { id: number }) => row.id
const person = (on: Db) =>
  on
    .insertInto('users')
    .values({ telegram_id: 7_000_900_000 + ++people, full_name: 'Анна' })
    .returning('id')
    .executeTakeFirstOrThrow()
    .then(idOf)

export type ListingWish = { published_at?: Moment; expires_at?: Moment }
export const insertListing = (tx: Tx, status: ListingStatus, fields: ListingWish = {}) =>
  tx
    .insertInto('listings')
    .values({
      kind: 'order',
      author_id: author,
      title: 'Заказ',
      content_hash: crypto.randomUUID(),
      status,
      hidden_reason: status === 'hidden' ? 'owner' : null,
      published_at: ['published', 'hidden', 'in_progress', 'expired'].includes(status)
        ? now('-2 days')
        : null,
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .then(idOf)

export type PaymentWish = Partial<Record<'paid_at' | 'expires_at', Moment>> & {
  next_check_at?: Moment | null
  checked_at?: Moment | null
  rail?: 'robokassa' | 'stars' | 'credit'
  response_id?: number
}
const paidStates: PaymentState[] = ['paid', 'refund_pending', 'refunded']
export const payment = (
  tx: Tx,
  listing_id: number | null,
  state: PaymentState = 'paid',
  fields: PaymentWish = {},
) => {
  const { rail = 'robokassa' } = fields
  const isCredit = rail === 'credit'
  return tx
    .insertInto('payments')
    .values({
      kind: listing_id === null ? 'response' : 'project',
      listing_id,
      payer_id: author,
      state,
      rail,
      ...(isCredit ? { amount: 0, source: 'credit' } : { amount: 250_000 }),
      paid_at: paidStates.includes(state) ? now('-1 hour') : null,
      expires_at: now('1 hour'),
      next_check_at: state === 'paid' ? null : now('1 minute'),
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .then(idOf)
}

type ResponseWish = { boosted_at?: Moment | null; seen_at?: Moment }
export async function boost(tx: Tx, status: ResponseStatus, fields: ResponseWish = {}, at: PaymentWish = {}) {
  const { boosted_at = now('-1 hour') } = fields
  const response = { listing_id: await insertRunning(tx), user_id: await person(tx), response_text: 'Сделаю' }
  const { id: response_id } = await tx
    .insertInto('responses')
    .values({ ...response, status, response_type: boosted_at ? 20 : 200, ...fields, boosted_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return payment(tx, null, 'paid', { response_id, ...at })
}

export async function insertRunning(tx: Tx, status: ListingStatus = 'published', fields: ListingWish = {}) {
  const listing_id = await insertListing(tx, status, fields)
  await payment(tx, listing_id)
  return listing_id
}

export async function insertDraft(tx: Tx, state: PaymentState, fields: PaymentWish = {}) {
  return payment(tx, await insertListing(tx, 'draft'), state, fields)
}

export async function insertReviewed(tx: Tx, applied_at: Moment | null = null) {
  const listing_id = await insertRunning(tx, 'moderation')
  await tx.insertInto('moderation_tasks').values({ subject: 'listing', listing_id, applied_at }).execute()
  return listing_id
}

export async function openCase(
  tx: Tx,
  payment_id: number | null,
  isOver = false,
  invoice_id = payment_id ?? 1,
) {
  const resolvedFields = isOver ? { state: 'resolved' as const, resolved_at: now() } : {}
  const caseRow = {
    kind: 'stuck' as const,
    payment_id,
    invoice_id,
    details: '{}',
    opened_at: now(),
    ...resolvedFields,
  }
  return idOf(await tx.insertInto('payment_cases').values(caseRow).returning('id').executeTakeFirstOrThrow())
}

export const notice = (tx: Tx, invoice_id: number, signature_ok = true) =>
  tx
    .insertInto('payment_notices')
    .values({ invoice_id, body_hash: 'x', body: '{}', signature_ok, verdict: 'x', received_at: now() })
    .execute()

export const suspend = (tx: Tx, payment_id: number | null, case_id: number | null) =>
  sql`select move_money(${payment_id}::int, ${case_id}::bigint, 'suspense', 'a test', null, 100, 'RUB')`.execute(
    tx,
  )

/** Inserts valid rows that look similar to violations, so that the view must tell them apart. */
async function insertValidRows(tx: Tx): Promise<void> {
  await insertListing(tx, 'draft')
  await insertRunning(tx)
  await insertReviewed(tx)
  await insertReviewed(tx)
  await boost(tx, 'no_show')
  await openCase(tx, await insertDraft(tx, 'paid'))
  const source_payment_id = await insertDraft(tx, 'paid')
  const credit = { user_id: author, product: 'project', reason: 'granted', source_payment_id } as const
  await tx.insertInto('credits').values(credit).execute()
  await payment(tx, await insertListing(tx, 'rejected'), 'refund_pending')
  await payment(tx, await insertListing(tx, 'refunded'), 'refund_pending')
  await notice(tx, await insertDraft(tx, 'pending'))
  await notice(tx, 900_001)
  await suspend(tx, null, await openCase(tx, null, false, 900_001))
  const heldPayment = await insertDraft(tx, 'paid')
  await suspend(tx, heldPayment, null)
  await openCase(tx, heldPayment)
  await insertDraft(tx, 'created')
  await insertDraft(tx, 'expired')
}

export type MakeRows = (tx: Tx) => Promise<unknown>

/** Returns the violations that the database view reports after one change to valid rows, with their age. */
export async function readViolations(makeRows: MakeRows) {
  try {
    await makeRows(world)
    return await world
      .selectFrom('payment_invariant_violations')
      .select(['violation', sql<string>`(now() - since)::text`.as('age')])
      .execute()
  } finally {
    await world.rollbackToSavepoint('in_order').execute()
  }
}

/** The rows of `violating` cause the violation. The rows of `valid` cause none. */
export function testViolation(
  violation: string,
  violating: Record<string, MakeRows>,
  valid: Record<string, MakeRows>,
): void {
  describe(violation, () => {
    test.each(Object.entries(violating))('%s', async (_name, makeRows) => {
      expect((await readViolations(makeRows)).map((row) => row.violation)).toEqual([violation])
    })
    test.each(Object.entries(valid))('not: %s', async (_name, makeRows) => {
      expect(await readViolations(makeRows)).toEqual([])
    })
  })
}
