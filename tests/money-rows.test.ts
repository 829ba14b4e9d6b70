import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListingStatus, PaymentState } from '#contract/lifecycle.ts'
import { connect, type Db } from '#db/index.ts'
import { takeInfrastructure } from './support/infrastructure.ts'

let db: Db
let author_id: number
beforeAll(async () => {
  db = connect((await takeInfrastructure()).database_url)
  const author = { full_name: 'Анна', telegram_id: 7_000_000_900 }
  const row = await db.insertInto('users').values(author).returning('id').executeTakeFirstOrThrow()
  author_id = row.id
})
afterAll(() => db.destroy())

const moment = '2026-01-01T00:00:00Z'
let count = 0

async function listing(status: ListingStatus): Promise<number> {
  const published_at = status === 'published' || status === 'expired' ? moment : null
  const row = await db
    .insertInto('listings')
    .values({ kind: 'order', author_id, title: 'Логотип', status, content_hash: `${count++}`, published_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const payment = (listing_id: number, state: PaymentState) =>
  db
    .insertInto('payments')
    .values({
      ...{ kind: 'project', payer_id: author_id, amount: 250_000, rail: 'robokassa', listing_id, state },
      expires_at: moment,
      paid_at: state === 'paid' ? moment : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

async function violations(listing_id: number): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom('payment_invariant_violations')
    .select('violation')
    .where('listing_id', '=', listing_id)
    .execute()
  return rows.map((row) => row.violation)
}

describe('money that is neither used nor known is visible', () => {
  test('a published order without a payment', async () => {
    const id = await listing('published')
    expect(await violations(id)).toEqual(['published_without_payment'])
    await payment(id, 'paid')
    expect(await violations(id)).toEqual([])
  })

  test('a paid order that did not move, until a case is open', async () => {
    const id = await listing('awaiting_payment')
    const { id: payment_id } = await payment(id, 'paid')
    expect(await violations(id)).toEqual(['paid_not_applied'])
    await db
      .insertInto('payment_cases')
      .values({ kind: 'not_applied', invoice_id: payment_id, payment_id, details: '{}', opened_at: moment })
      .execute()
    expect(await violations(id)).toEqual([])
  })

  test('a paid order that no moderator will see', async () => {
    const id = await listing('moderation')
    await payment(id, 'paid')
    expect(await violations(id)).toEqual(['moderation_without_task'])
    await db.insertInto('moderation_tasks').values({ subject: 'listing', listing_id: id }).execute()
    expect(await violations(id)).toEqual([])
  })

  test('a first placement paid twice', async () => {
    const id = await listing('moderation')
    await db.insertInto('moderation_tasks').values({ subject: 'listing', listing_id: id }).execute()
    await payment(id, 'paid')
    await payment(id, 'paid')
    expect(await violations(id)).toEqual(['charged_twice'])
  })
})

test('an item has one open invoice, and a new one after the old is over', async () => {
  const id = await listing('awaiting_payment')
  const { id: first } = await payment(id, 'created')
  await expect(payment(id, 'created')).rejects.toMatchObject({ constraint: 'payments_one_open_per_item' })
  await db.updateTable('payments').set({ state: 'expired' }).where('id', '=', first).execute()
  await expect(payment(id, 'created')).resolves.toMatchObject({ id: expect.any(Number) })
})

test('the history of a payment and the audit cannot be rewritten', async () => {
  const { id } = await payment(await listing('draft'), 'created')
  const history = { payment_id: id, from_state: null, to_state: 'created', reason: 'invoice' } as const
  await db.insertInto('payment_events').values(history).execute()
  await expect(db.updateTable('payment_events').set({ reason: 'x' }).execute()).rejects.toThrow('append-only')
  await expect(db.deleteFrom('payment_events').execute()).rejects.toThrow('append-only')
  await expect(sql`truncate audit_log`.execute(db)).rejects.toThrow('append-only')
})
