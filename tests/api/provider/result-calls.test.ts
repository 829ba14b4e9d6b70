import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { createCaller } from '#tests/support/api/call.ts'
import { casesOf, moneySnapshot } from '#tests/support/money/money-tables.ts'
import {
  draftOrder,
  type Invoice,
  invoiceFor,
  paidOrder,
  resultOf,
} from '#tests/support/orders/order-life.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const form = (fields: Record<string, string>) =>
  api.server.inject({
    method: 'POST',
    url: '/pay/robokassa/result',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
const sendResultCall = (body: Record<string, string>) =>
  createCaller(api.server)('POST /pay/robokassa/result', { body })
const stateOf = (id: number) =>
  api.ctx.db.selectFrom('payments').select('state').where('id', '=', id).executeTakeFirstOrThrow()
const tasksOf = async (payment_id: number) => {
  const { rows } = await sql`select from event_tasks join events on id = event_id
    where topic = 'payment.reported' and payload = ${JSON.stringify({ payment_id })}::jsonb`.execute(
    api.ctx.db,
  )
  return rows.length
}

/** Returns the kopecks booked on the suspense account for an invoice number that no payment has. */
const readSuspense = async (invoice_id: number) => {
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(amount), 0)::int as sum from ledger_entries
    join payment_cases on payment_cases.id = case_id where invoice_id = ${invoice_id} and account = 'suspense'`.execute(
    api.ctx.db,
  )
  return rows[0]?.sum
}

async function createInvoice(): Promise<Invoice> {
  const { anna, order } = await draftOrder(api)
  return invoiceFor(anna, order.id)
}

/** Returns the form of a payment result call with the signature that Robokassa would compute for these fields. */
function signedFields(fields: { OutSum: string; InvId: string; Shp_item: string; Shp_kind: string }) {
  const { OutSum, InvId, Shp_item, Shp_kind } = fields
  const text = `${OutSum}:${InvId}:${api.ctx.config.ROBOKASSA_PASSWORD_2}:Shp_item=${Shp_item}:Shp_kind=${Shp_kind}`
  return { ...fields, SignatureValue: createHash('sha256').update(text).digest('hex') }
}

describe('a genuine result call', () => {
  test.each(['form', 'query', 'JSON'])(
    'as a %s is stored and answered, and believed by nobody yet',
    async (resultCall) => {
      const invoice = await createInvoice()
      const fields = resultOf(api, invoice)
      const answer =
        resultCall === 'form'
          ? await form(fields)
          : resultCall === 'query'
            ? await api.server.inject({ method: 'GET', url: '/pay/robokassa/result', query: fields })
            : await api.server.inject({ method: 'POST', url: '/pay/robokassa/result', payload: fields })
      expect([answer.statusCode, answer.body]).toEqual([200, `OK${invoice.invoice_id}`])
      expect(answer.headers['content-type']).toContain('text/plain')
      expect(await stateOf(invoice.invoice_id)).toEqual({ state: 'pending' })
      expect(await tasksOf(invoice.invoice_id)).toBe(1)
    },
  )

  test('may come again and again, also at once, and after the payment', async () => {
    const invoice = await createInvoice()
    const fields = resultOf(api, invoice)
    const answers = await Promise.all(Array.from({ length: 6 }, () => sendResultCall(fields)))
    expect(new Set(answers)).toEqual(new Set([`OK${invoice.invoice_id}`]))
    const notices = await api.ctx.db
      .selectFrom('payment_notices')
      .select('id')
      .where('invoice_id', '=', invoice.invoice_id)
      .execute()
    expect(notices).toHaveLength(1)
    const paymentMoves = await api.ctx.db
      .selectFrom('payment_events')
      .select('to_state')
      .where('payment_id', '=', invoice.invoice_id)
      .orderBy('id')
      .execute()
    expect(paymentMoves.map(({ to_state }) => to_state)).toEqual(['created', 'pending'])
    const paidListing = await paidOrder(api)
    const snapshotBefore = await moneySnapshot(api.ctx.db)
    expect(await sendResultCall(resultOf(api, paidListing.invoice))).toBe(
      `OK${paidListing.invoice.invoice_id}`,
    )
    expect(await moneySnapshot(api.ctx.db)).toBe(snapshotBefore)
  })
})

describe('what does not add up waits for a person', () => {
  test('another sum', async () => {
    const invoice = await createInvoice()
    const fields = resultOf(api, invoice, '1.00')
    expect(await sendResultCall(fields)).toBe(`OK${invoice.invoice_id}`)
    expect(await stateOf(invoice.invoice_id)).toEqual({ state: 'created' })
    await sendResultCall(fields)
    expect(await casesOf(api.ctx.db, invoice.invoice_id)).toEqual([
      { kind: 'amount_mismatch', state: 'open' },
    ])
    expect(await tasksOf(invoice.invoice_id)).toBe(0)
  })

  test('an invoice that we never made', async () => {
    const fields = signedFields({
      OutSum: '2500.000000',
      InvId: '2147483647',
      Shp_item: '1',
      Shp_kind: 'project',
    })
    expect(await sendResultCall(fields)).toBe('OK2147483647')
    expect(await casesOf(api.ctx.db, 2_147_483_647)).toEqual([{ kind: 'orphan', state: 'open' }])
    expect(await readSuspense(2_147_483_647)).toBe(250_000)
  })

  test('an invoice in Stars', async () => {
    const { anna, order } = await draftOrder(api)
    const { id } = await api.ctx.db
      .insertInto('payments')
      .values({
        kind: 'project',
        listing_id: order.id,
        payer_id: anna.id,
        amount: 250_000,
        currency: 'XTR',
        rail: 'stars',
        expires_at: new Date(api.ctx.now().getTime() + 3_600_000).toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sendResultCall(
      signedFields({
        OutSum: '2500.000000',
        InvId: String(id),
        Shp_item: String(order.id),
        Shp_kind: 'project',
      }),
    )
    expect(await casesOf(api.ctx.db, id)).toEqual([{ kind: 'orphan', state: 'open' }])
    expect(await stateOf(id)).toEqual({ state: 'created' })
  })

  test('a test of an invoice that we never made moves no money', async () => {
    const fields = signedFields({
      OutSum: '2500.000000',
      InvId: '2147483646',
      Shp_item: '1',
      Shp_kind: 'project',
    })
    expect(await sendResultCall({ ...fields, IsTest: '1' })).toBe('OK2147483646')
    expect(await casesOf(api.ctx.db, 2_147_483_646)).toEqual([{ kind: 'orphan', state: 'open' }])
    expect(await readSuspense(2_147_483_646)).toBe(0)
  })

  test('a test payment of a live invoice', async () => {
    const invoice = await createInvoice()
    await sendResultCall({ ...resultOf(api, invoice), IsTest: '1' })
    expect(await casesOf(api.ctx.db, invoice.invoice_id)).toEqual([{ kind: 'test_in_live', state: 'open' }])
    expect(await stateOf(invoice.invoice_id)).toEqual({ state: 'created' })
  })
})
