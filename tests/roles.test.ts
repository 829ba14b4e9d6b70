import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { connect, type Db } from '#db/index.ts'
import { type Api, openApi } from '#tests/support/api.ts'
import { confirmPayment, decide, draftOrder, invoiceFor, publishedOrder } from '#tests/support/order-life.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

test.each([
  ['a sum', sql`update payments set amount = 1`],
  ['a payer', sql`update payments set payer_id = payer_id + 1`],
  ['a purpose', sql`update payments set kind = 'vacancy'`],
  ['a payment', sql`delete from payments`],
  ['all payments', sql`truncate payments cascade`],
  ['the history of a payment', sql`update payment_events set reason = 'x'`],
  ['its past', sql`delete from payment_events`],
  ['the audit', sql`delete from audit_log`],
  ['what the provider told', sql`update payment_notices set verdict = 'accepted'`],
  ['the ledger', sql`update ledger_entries set amount = 1`],
  ['entries of the ledger', sql`delete from ledger_entries`],
  [
    'an entry of its own',
    sql`insert into ledger_entries (transaction_id, account, currency, amount, payment_id, reason)
      values (1, 'provider', 'RUB', -1, 1, 'x'), (1, 'product', 'RUB', 1, 1, 'x')`,
  ],
  ['the triggers', sql`alter table payments disable trigger all`],
  ['a table', sql`drop table credits`],
  ['its own role', sql`alter role otklik_app superuser`],
  ['a table of its own', sql`create table mine (id integer)`],
])('the running processes cannot change %s', async (_, statement) => {
  await publishedOrder(api)
  const attempt = statement.execute(api.ctx.db)
  await expect(attempt).rejects.toThrow(/permission denied|must be owner|keeps its sum|append-only/)
})

test('a payment keeps its sum, payer and purpose whoever changes it', async () => {
  const { invoice } = await publishedOrder(api)
  const change = api.owner.updateTable('payments').where('id', '=', invoice.invoice_id)
  await expect(change.set({ amount: 1 }).execute()).rejects.toThrow('keeps its sum')
  await expect(change.set({ currency: 'XTR' }).execute()).rejects.toThrow('keeps its sum')
  await expect(change.set({ rail: 'stars' }).execute()).rejects.toThrow('keeps its sum')
  await expect(change.set({ is_test: true }).execute()).rejects.toThrow('keeps its sum')
  const created_at = '2026-01-01T00:00:00Z'
  await expect(change.set({ created_at }).execute()).rejects.toThrow('keeps its sum')
  await change.set({ checks: 7 }).execute()
})

test('who only looks is let in by one sentence, sees neither phones nor sessions, and holds nobody up', async () => {
  const { owner } = api
  const eyes = new URL(api.ctx.config.DATABASE_URL)
  eyes.username = 'otklik_reader'
  eyes.password = 'word'
  await sql`alter role otklik_reader login password 'word'`.execute(owner)
  const reader = connect(eyes.href, { max: 1 })
  onTestFinished(async () => {
    await reader.destroy()
    await sql`alter role otklik_reader nologin password null`.execute(owner)
  })
  await reader.selectFrom('payments').select('amount').execute()
  for (const table of ['user_phones', 'sessions'] as const)
    await expect(reader.selectFrom(table).selectAll().execute()).rejects.toThrow('permission denied')
  await expect(sql`update users set full_name = 'x'`.execute(reader)).rejects.toThrow('permission denied')
  expect(await manners(reader)).toEqual({ ...expected, role: 'otklik_reader' })
})

/** How sessions of the running processes and of who looks behave: neither can hold the others up. */
const expected = { statement: '15s', lock: '5s', idle: '30s', zone: 'UTC', parallel: '0' }
async function manners(db: Db) {
  const { rows } = await sql<Record<string, string>>`
    select current_user as role, current_setting('statement_timeout') as statement,
      current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle,
      current_setting('timezone') as zone, current_setting('max_parallel_workers_per_gather') as parallel`.execute(
    db,
  )
  return rows[0]
}

test('the running processes do everything that an order needs, within fifteen seconds a statement', async () => {
  const { anna, order } = await draftOrder(api)
  await confirmPayment(api, await invoiceFor(anna, order.id))
  await decide(api, order.id)
  const { status } = await anna.call('GET /api/projects/:id/full_info', { params: { id: order.id } })
  expect(status).toBe('published')
  expect(await manners(api.ctx.db)).toEqual({ ...expected, role: 'otklik_app' })
})
