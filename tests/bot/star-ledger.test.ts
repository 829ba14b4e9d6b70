import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { compensatePayment } from '#services/payments/refunds/compensation.ts'
import { casesOf } from '#tests/support/money/money-tables.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { decideTask, draftOrder } from '#tests/support/orders/order-life.ts'
import { moderator, type Person } from '#tests/support/people/people.ts'
import { takeSteps } from '#workers/rounds/refunds.ts'
import { readNextPage, readTransactions } from '#workers/rounds/star-ledger.ts'
import { everyMessage } from '#workers/telegram/messages.ts'
import { invoiceRequest, openStars, price, type StarStage } from './star-scenes.ts'

let stars: StarStage
beforeAll(async () => {
  stars = await openStars()
})

async function refundOutside(person: Person, payment_id: number): Promise<void> {
  const { op_key } = await stars.api.ctx.db
    .selectFrom('payments')
    .select('op_key')
    .where('id', '=', payment_id)
    .executeTakeFirstOrThrow()
  await stars.telegramRefund(person, op_key ?? '')
}

describe('Stars', () => {
  test('go back when the order was never published, and the person is told', async () => {
    const { anna, order, invoice } = await stars.openPaid()
    await anna.call('DELETE /api/projects/delete', { body: { project_id: order.id } })
    await takeSteps(stars.api.ctx)
    expect(await stars.starsOf(anna)).toBe(10_000)
    const admin = await moderator(stars.api)
    const { items } = await admin.call('GET /api/admin/payments', { query: { payer_id: anna.id } })
    expect(items).toMatchObject([
      { id: invoice.invoice_id, state: 'refunded', currency: 'XTR', amount: price },
    ])
    await takeSteps(stars.api.ctx)
    expect(await stars.starsOf(anna)).toBe(10_000)
    const reader = { chat_id: 1, language: 'ru', is_private: true } as const
    const payload = { payment_id: invoice.invoice_id }
    const message = await everyMessage.payment_refunded.compose(stars.api.ctx, payload, reader)
    expect(message?.text).toContain('★. Stars уже снова у вас в Telegram')
    expect(message?.text).not.toContain('карту')
  })

  test('that Telegram refuses to give back wait for a person', async () => {
    const { anna, order, invoice } = await stars.openPaid()
    await anna.call('DELETE /api/projects/delete', { body: { project_id: order.id } })
    const refusal = {
      method: 'refundStarPayment',
      error_code: 400,
      description: 'Bad Request: CHARGE_ID_INVALID',
    }
    await stars.telegram.post('/faults', refusal)
    await takeSteps(stars.api.ctx)
    expect(await stars.paymentsOf(order.id)).toMatchObject([{ state: 'refund_pending' }])
    expect(await stars.starsOf(anna)).toBe(10_000 - price)
    const cases = stars.api.ctx.db.selectFrom('payment_cases').select('kind')
    expect(await cases.where('invoice_id', '=', invoice.invoice_id).execute()).toEqual([
      { kind: 'refund_failed' },
    ])
  })

  test('go back to somebody who has deleted the account: Telegram’s ledger knows the payer', async () => {
    const { anna, order, invoice } = await stars.openPaid()
    await anna.call('DELETE /api/users/delete/:id', { params: { id: anna.id } })
    const { telegram_id } = await stars.api.ctx.db
      .selectFrom('users')
      .select('telegram_id')
      .where('id', '=', anna.id)
      .executeTakeFirstOrThrow()
    expect(telegram_id).toBeNull()
    await takeSteps(stars.api.ctx)
    expect(await stars.starsOf(anna)).toBe(10_000)
    expect(await stars.paymentsOf(order.id)).toMatchObject([{ state: 'refunded' }])
    const cases = stars.api.ctx.db.selectFrom('payment_cases').select('kind')
    expect(await cases.where('invoice_id', '=', invoice.invoice_id).execute()).toEqual([])
  })

  test('that somebody else with the token gives back take back what nobody has seen', async () => {
    const { anna, order, invoice } = await stars.openPaid()
    await refundOutside(anna, invoice.invoice_id)
    await readNextPage(stars.api.ctx)
    expect((await stars.paymentsOf(order.id)).map(({ state }) => state)).toEqual(['refunded'])
    expect(await stars.statusOf(order.id)).toBe('refunded')
    expect(await stars.violations()).toEqual([])
  })

  test('given back past us for a published order are a case, once', async () => {
    const { anna, order, invoice } = await stars.openPaid()
    await decideTask(stars.api, order.id)
    await refundOutside(anna, invoice.invoice_id)
    await Promise.all([readNextPage(stars.api.ctx), readNextPage(stars.api.ctx)])
    await readNextPage(stars.api.ctx)
    expect(await stars.statusOf(order.id)).toBe('published')
    expect(await casesOf(stars.api.ctx.db, invoice.invoice_id)).toEqual([
      { kind: 'returned_outside', state: 'open' },
    ])
    expect(await stars.violations()).toEqual([])
  })
})

describe('Stars that became a credit and are given back past us', () => {
  async function createCredited() {
    const paidOrder = await stars.openPaid()
    const admin = await moderator(stars.api)
    const ctx = { ...stars.api.ctx, viewer: { id: admin.id } }
    const compensation = {
      payment_id: paidOrder.invoice.invoice_id,
      how: 'credit' as const,
      reason: 'по просьбе',
    }
    await compensatePayment(ctx, compensation, async () => {})
    return paidOrder
  }
  const stateOf = async (id: number) => (await stars.paymentsOf(id)).map(({ state }) => state)

  test('take the unspent credit along', async () => {
    const { anna, order, invoice } = await createCredited()
    await refundOutside(anna, invoice.invoice_id)
    await readNextPage(stars.api.ctx)
    expect(await stateOf(order.id)).toEqual(['refunded'])
    const { order: nextOrder } = await draftOrder(stars.api, {}, anna)
    expect(
      await anna.call('POST /pay/generate-payment-robokassa', invoiceRequest(nextOrder.id)),
    ).toMatchObject({
      state: 'created',
    })
    expect(await stars.violations()).toEqual([])
  })

  test('are a case where the credit is spent', async () => {
    const { anna, order, invoice } = await createCredited()
    const { order: nextOrder } = await draftOrder(stars.api, {}, anna)
    await anna.call('POST /pay/generate-payment-robokassa', invoiceRequest(nextOrder.id))
    expect(await stars.statusOf(nextOrder.id)).toBe('moderation')
    await refundOutside(anna, invoice.invoice_id)
    await readNextPage(stars.api.ctx)
    expect(await casesOf(stars.api.ctx.db, invoice.invoice_id)).toEqual([
      { kind: 'returned_outside', state: 'open' },
    ])
    expect(await stateOf(order.id)).toEqual(['paid'])
    expect(await stars.statusOf(nextOrder.id)).toBe('moderation')
    expect(await stars.violations()).toEqual([])
  })
})

describe('of Telegram’s own ledger Stars', () => {
  test('told twice count once', async () => {
    const { order } = await stars.openPaid()
    await readTransactions(stars.api.ctx, 0)
    await readTransactions(stars.api.ctx, 0)
    expect(await stars.paymentsOf(order.id)).toHaveLength(1)
    expect(await stars.violations()).toEqual([])
  })

  test('whose message was lost are found in Telegram’s own ledger', async () => {
    const { anna, order } = await stars.openPaid()
    const { db } = stars.api.ctx
    // Restores the database state before Telegram's message about the payment arrived.
    const unpaidFields = { state: 'created', paid_at: null, op_key: null } as const
    await placeRows(stars.api.owner, 'payments', { listing_id: order.id }, unpaidFields)
    await db.deleteFrom('moderation_tasks').where('listing_id', '=', order.id).execute()
    await placeRows(stars.api.owner, 'listings', { id: order.id }, { status: 'awaiting_payment' })
    await readTransactions(stars.api.ctx, 0)
    expect(await stars.statusOf(order.id)).toBe('moderation')
    expect(await stars.starsOf(anna)).toBe(10_000 - price)
  })

  test('of no invoice of ours are a case, which ends when they go back', async () => {
    const { anna, invoice } = await stars.openPaid()
    const { db } = stars.api.ctx
    // Simulates a database that was restored from a backup and lacks the invoice.
    const { op_key } = await db
      .selectFrom('payments')
      .select('op_key')
      .where('id', '=', invoice.invoice_id)
      .executeTakeFirstOrThrow()
    const uuid = crypto.randomUUID()
    await stars.api.owner.transaction().execute(async (tx) => {
      // Only the owner of the tables may change these columns of a payment.
      await sql`set local session_replication_role = replica`.execute(tx)
      const lostRefund = { uuid, op_key: `lost-${uuid}` }
      await tx.updateTable('payments').set(lostRefund).where('id', '=', invoice.invoice_id).execute()
    })
    await readTransactions(stars.api.ctx, 0)
    await readTransactions(stars.api.ctx, 0)
    const readStrayCharges = () =>
      db
        .selectFrom('payment_cases')
        .select(['kind', 'state', 'details'])
        .where('entry_key', '=', `stars:${op_key}`)
        .execute()
    expect(await readStrayCharges()).toMatchObject([
      { kind: 'surplus', state: 'open', details: { source: 'stars', received: price, currency: 'XTR' } },
    ])
    await stars.telegramRefund(anna, op_key ?? '')
    await readTransactions(stars.api.ctx, 0)
    expect(await readStrayCharges()).toMatchObject([{ kind: 'surplus', state: 'resolved' }])
    const suspenseRows = db.selectFrom('ledger_standings').select('amount').where('account', '=', 'suspense')
    expect(await suspenseRows.execute()).toEqual([])
  })

  test('are read on from where the ledger was left, whichever process reads', async () => {
    while ((await readNextPage(stars.api.ctx)) === 100);
    await stars.openPaid()
    await readNextPage(stars.api.ctx)
    const { entries } = await stars.api.ctx.db
      .selectFrom('star_books')
      .select('entries')
      .executeTakeFirstOrThrow()
    expect(entries).toBeGreaterThan(1)
    // The books of another bot on the same database are its own.
    const read_at = new Date().toISOString()
    await stars.api.ctx.db.insertInto('star_books').values({ bot: 4711, entries: 7, read_at }).execute()
    expect(await readNextPage(stars.api.ctx)).toBeLessThanOrEqual(20)
    const otherBook = stars.api.ctx.db.selectFrom('star_books').select('entries').where('bot', '=', 4711)
    expect(await otherBook.execute()).toEqual([{ entries: 7 }])
  })
})
