import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { LedgerAccount } from '#db/tables.ts'
import { noteFee } from '#services/payments/money/ledger.ts'
import { compensatePayment } from '#services/payments/refunds/compensation.ts'
import { createCaller } from '#tests/support/api/call.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { type ProviderSetup, setUpProvider } from '#tests/support/money/provider.ts'
import { decideTask, draftOrder, invoiceFor, resultOf } from '#tests/support/orders/order-life.ts'
import { moderator, type Person } from '#tests/support/people/people.ts'
import { takeSteps } from '#workers/rounds/refunds.ts'

const minute = 60_000
let setup: ProviderSetup
beforeAll(async () => {
  setup = await setUpProvider()
})

/** After every test, the entries of the ledger must add up to zero. */
afterEach(async () => {
  const { rows } = await sql`select currency, sum(amount)::int as sum from ledger_entries group by 1`.execute(
    db(),
  )
  expect(rows.filter((row) => (row as { sum: number }).sum !== 0)).toEqual([])
})

const db = () => setup.api.owner

/** Returns the balance of one payment on each ledger account, in kopecks. */
async function standingOf(payment_id: number): Promise<Partial<Record<LedgerAccount, number>>> {
  const rows = await db()
    .selectFrom('ledger_standings')
    .select(['account', 'amount'])
    .where('payment_id', '=', payment_id)
    .execute()
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]))
}

const entriesOf = async (payment_id: number) =>
  (
    await db()
      .selectFrom('ledger_entries')
      .select(['account', 'amount'])
      .where('payment_id', '=', payment_id)
      .orderBy('id')
      .execute()
  ).map(({ account, amount }) => `${account} ${amount}`)

async function openPaid(author?: Person) {
  const { anna, order } = await draftOrder(setup.api, {}, author)
  const invoice = await invoiceFor(anna, order.id)
  await setup.pay(invoice)
  await setup.letPass(minute)
  await setup.verify(invoice.invoice_id)
  return { anna, order, id: invoice.invoice_id }
}

/** Pays a link after a credit has already paid for the order. The money becomes a new credit. */
async function paidTwice() {
  const { anna, order } = await draftOrder(setup.api)
  const link = await invoiceFor(anna, order.id)
  const credit = { user_id: anna.id, product: 'project', reason: 'granted' } as const
  await db().insertInto('credits').values(credit).execute()
  expect(await invoiceFor(anna, order.id)).toMatchObject({ state: 'paid', amount: 0 })
  await setup.pay(link)
  await setup.letPass(minute)
  await setup.verify(link.invoice_id)
  return { anna, id: link.invoice_id }
}

const deleteOrder = (person: Person, project_id: number) =>
  person.call('DELETE /api/projects/delete', { body: { project_id } })

describe('every kopeck that came is somewhere', () => {
  test('for an order that went to the moderators: earned in two entries, and the fee of the provider in two', async () => {
    const { id } = await openPaid()
    const entries = ['provider -250000', 'product 250000', 'fees -9750', 'provider 9750']
    expect(await entriesOf(id)).toEqual(entries)
    await setup.verify(id)
    expect(await entriesOf(id)).toEqual(entries)
  })

  test('on its way back, and back', async () => {
    const { anna, order, id } = await openPaid()
    await deleteOrder(anna, order.id)
    expect(await standingOf(id)).toEqual({ provider: -240_250, returning: 250_000, fees: -9_750 })
    for (let round = 0; round < 3; round++) {
      await takeSteps(setup.api.ctx)
      await setup.letPass(30 * minute)
    }
    // The payer gets the whole price back. The provider's fee is lost to the product.
    expect(await standingOf(id)).toEqual({ provider: 9_750, fees: -9_750 })
    const [{ returned_kopecks = 0 } = {}] = (
      await setup.robokassa.get<{ operations: { inv_id: number; returned_kopecks: number }[] }>('/_movements')
    ).operations.filter(({ inv_id }) => inv_id === id)
    expect(returned_kopecks).toBe(250_000)
  })

  test('paid twice: the credit of the payer, earned when it is spent, a credit again when that is undone', async () => {
    const { anna, id } = await paidTwice()
    expect(await standingOf(id)).toEqual({ provider: -240_250, credit: 250_000, fees: -9_750 })
    const credit = db().selectFrom('ledger_standings').select('person_id').where('account', '=', 'credit')
    expect(await credit.where('payment_id', '=', id).execute()).toEqual([{ person_id: anna.id }])
    const { order } = await draftOrder(setup.api, {}, anna)
    expect(await invoiceFor(anna, order.id)).toMatchObject({ state: 'paid', amount: 0 })
    expect(await standingOf(id)).toEqual({ provider: -240_250, product: 250_000, fees: -9_750 })
    await deleteOrder(anna, order.id)
    expect(await standingOf(id)).toEqual({ provider: -240_250, credit: 250_000, fees: -9_750 })
  })

  test('a credit that a person turns back into money', async () => {
    const { id } = await paidTwice()
    const admin = await moderator(setup.api)
    const resolution = { payment_id: id, how: 'refund', reason: 'по просьбе' } as const
    await compensatePayment({ ...setup.api.ctx, viewer: { id: admin.id } }, resolution, async () => {})
    expect(await standingOf(id)).toEqual({ provider: -240_250, returning: 250_000, fees: -9_750 })
  })

  test('nothing is compensated that no money has paid', async () => {
    const admin = await moderator(setup.api)
    const ctx = { ...setup.api.ctx, viewer: { id: admin.id } }
    const { anna, order } = await draftOrder(setup.api)
    const { db } = setup.api.ctx
    await db
      .insertInto('credits')
      .values({ user_id: anna.id, product: 'project', reason: 'granted' })
      .execute()
    const freePlacement = await invoiceFor(anna, order.id)
    expect(freePlacement).toMatchObject({ state: 'paid', amount: 0 })
    for (const compensation of ['credit', 'refund'] as const) {
      const resolution = { payment_id: freePlacement.invoice_id, how: compensation, reason: 'по просьбе' }
      await expect(compensatePayment(ctx, resolution, async () => {})).rejects.toMatchObject({
        code: 'wrong_state',
      })
    }
    expect(await standingOf(freePlacement.invoice_id)).toEqual({})
  })

  test('money for an invoice that is not ours waits with its case, however often it is told', async () => {
    const { anna, order } = await draftOrder(setup.api)
    const invoice = await invoiceFor(anna, order.id)
    const link = new URL(invoice.payment_url)
    link.searchParams.set('InvId', '900001')
    const body = resultOf(setup.api, { payment_url: link.href })
    const call = createCaller(setup.api.server)
    for (let round = 0; round < 2; round++)
      expect(await call('POST /pay/robokassa/result', { body })).toBe('OK900001')
    const suspense = await db()
      .selectFrom('ledger_standings as standing')
      .innerJoin('payment_cases as case', 'case.id', 'standing.case_id')
      .select(['standing.account', 'standing.amount', 'standing.payment_id', 'case.kind'])
      .where('case.invoice_id', '=', 900_001)
      .orderBy('standing.amount')
      .execute()
    expect(suspense).toEqual([
      { account: 'provider', amount: -250_000, payment_id: null, kind: 'orphan' },
      { account: 'suspense', amount: 250_000, payment_id: null, kind: 'orphan' },
    ])
  })

  test('what nobody placed is in suspense when its transaction ends', async () => {
    const { anna, order } = await draftOrder(setup.api)
    const { invoice_id } = await invoiceFor(anna, order.id)
    const paid_at = setup.api.ctx.now().toISOString()
    await placeRows(db(), 'payments', { id: invoice_id }, { state: 'paid', paid_at })
    expect(await standingOf(invoice_id)).toEqual({ provider: -250_000, suspense: 250_000 })
  })

  test('a test payment took nothing', async () => {
    const server = await setup.api.startAnother({ ROBOKASSA_IS_TEST: '1' })
    const { anna, order } = await draftOrder({ ...setup.api, server })
    const { invoice_id } = await invoiceFor(anna, order.id)
    const paid_at = setup.api.ctx.now().toISOString()
    await placeRows(db(), 'payments', { id: invoice_id }, { state: 'paid', paid_at })
    expect(await entriesOf(invoice_id)).toEqual([])
  })

  test('the fee of the provider is booked once: as it answered, or as its register says', async () => {
    const { anna, order, id } = await openPaid()
    const bookFee = (fee: number, source: 'state' | 'register') =>
      db()
        .transaction()
        .execute((tx) => noteFee(tx, id, fee, source))
    // A second inquiry does not change the booked fee. The provider's register overrides the fee, also if it is
    // imported twice.
    await bookFee(5_000, 'state')
    expect(await standingOf(id)).toEqual({ provider: -240_250, product: 250_000, fees: -9_750 })
    for (let round = 0; round < 2; round++) await bookFee(9_000, 'register')
    await bookFee(9_750, 'state')
    expect(await standingOf(id)).toEqual({ provider: -241_000, product: 250_000, fees: -9_000 })
    await deleteOrder(anna, order.id)
    for (let round = 0; round < 3; round++) {
      await takeSteps(setup.api.ctx)
      await setup.letPass(30 * minute)
    }
    expect(await standingOf(id)).toEqual({ provider: 9_000, fees: -9_000 })
  })

  test('a provider that tells the price tells no fee until its register does', async () => {
    const { anna, order } = await draftOrder(setup.api)
    const invoice = await invoiceFor(anna, order.id)
    await setup.faults({ kind: 'state_gross' })
    await setup.pay(invoice)
    await setup.verify(invoice.invoice_id)
    await setup.faults()
    expect(await standingOf(invoice.invoice_id)).toEqual({ provider: -250_000, product: 250_000 })
    await db()
      .transaction()
      .execute((tx) => noteFee(tx, invoice.invoice_id, 9_750, 'register'))
    expect(await standingOf(invoice.invoice_id)).toEqual({
      provider: -240_250,
      product: 250_000,
      fees: -9_750,
    })
  })

  test('money that is not booked has no fee', async () => {
    const { anna, order } = await draftOrder(setup.api)
    const { invoice_id } = await invoiceFor(anna, order.id)
    await db()
      .transaction()
      .execute((tx) => noteFee(tx, invoice_id, 9_750, 'register'))
    expect(await standingOf(invoice_id)).toEqual({})
  })
})

describe('the entries', () => {
  test('cannot be changed, taken away or added one by one', async () => {
    const { id } = await openPaid()
    const halfEntry = { account: 'product', currency: 'RUB', amount: 1, payment_id: id, reason: 'x' } as const
    const insertHalf = db()
      .insertInto('ledger_entries')
      .values({ ...halfEntry, transaction_id: 1 })
    for (const [attempt, refusal] of [
      [db().updateTable('ledger_entries').set({ reason: 'x' }), 'append-only'],
      [db().deleteFrom('ledger_entries'), 'append-only'],
      [insertHalf, 'add up to zero'],
    ] as const)
      await expect(attempt.execute()).rejects.toThrow(refusal)
    await expect(sql`truncate ledger_entries`.execute(db())).rejects.toThrow('append-only')
  })

  test('of roubles and Stars never make up for each other', async () => {
    const { id } = await openPaid()
    const entryPair = [
      { account: 'provider', currency: 'RUB', amount: -1 },
      { account: 'product', currency: 'XTR', amount: 1 },
    ] as const
    const rows = entryPair.map((entry) => ({ ...entry, transaction_id: 1, payment_id: id, reason: 'x' }))
    await expect(db().insertInto('ledger_entries').values(rows).execute()).rejects.toThrow('add up to zero')
  })
})

test('an order that was published keeps its money in the product', async () => {
  const { order, id } = await openPaid()
  await decideTask(setup.api, order.id)
  expect(await standingOf(id)).toEqual({ provider: -240_250, product: 250_000, fees: -9_750 })
})
