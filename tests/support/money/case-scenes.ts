import { expect } from 'vitest'
import type { PaymentCaseKind } from '#contract/payment-cases.ts'
import { openCase } from '#services/payments/money/cases.ts'
import { paymentLink } from '#services/payments/robokassa/payment.ts'
import { makeLateInquiry } from '#services/payments/verification/later-inquiries.ts'
import { send } from '#tests/api/files/uploads-sending.ts'
import { createCaller } from '#tests/support/api/call.ts'
import { decideTask, draftOrder, invoiceFor, resultOf, shopFields } from '#tests/support/orders/order-life.ts'
import { moderator } from '#tests/support/people/people.ts'
import { takeSteps } from '#workers/rounds/refunds.ts'
import { placeRows } from './place-rows.ts'
import type { ProviderSetup } from './provider.ts'
import { orderPaidAtProvider, payAtProvider } from './provider-orders.ts'

const day = 24 * 60 * 60_000
/**
 * Causes a payment case.
 * @returns the invoice number of the case
 */
export type Scene = (setup: ProviderSetup) => Promise<number>

/** Number of the last invoice of the register that is not ours. */
let foreignInvoice = 900_000_000

/**
 * Uploads a provider's register with one operation. The operation is so old that the register's period contains no
 * other payment.
 */
async function uploadRegister(
  setup: ProviderSetup,
  invoice_id: number,
  sum: string,
  type = 'Оплата',
  currency = 'RUB',
  isOther = false,
): Promise<number> {
  const admin = await moderator(setup.api)
  const op_key = isOther ? crypto.randomUUID() : await keyOf(setup, invoice_id)
  const header = 'InvId;OutSum;Date;Тип операции;Валюта;OpKey'
  const row = [invoice_id, sum, '2026-03-01T10:00:00Z', type, currency, op_key].join(';')
  const sample = { name: 'a.csv', bytes: Buffer.from(`${header}\n${row}\n`) }
  const { status } = await send(setup.api, admin, sample, { url: '/api/admin/registers' })
  expect(status).toBe(200)
  return invoice_id
}

/** Returns Robokassa's operation key of an invoice, or a random key if Robokassa has no such operation. */
async function keyOf({ robokassa }: ProviderSetup, invoice_id: number): Promise<string> {
  const operations = await robokassa.get<{ inv_id: number; op_key: string }[]>('/_operations')
  return operations.find(({ inv_id }) => inv_id === invoice_id)?.op_key ?? crypto.randomUUID()
}

/** Inserts a payment case directly, because the stand-ins cannot cause one of this kind. */
async function openCaseRow(
  { api: { ctx } }: ProviderSetup,
  kind: PaymentCaseKind,
  id: number,
): Promise<number> {
  await ctx.db.transaction().execute((tx) => openCase(ctx, tx, kind, id, id, {}))
  return id
}

async function createUnpaid({ api }: ProviderSetup) {
  const { anna, order } = await draftOrder(api)
  const invoice = await invoiceFor(anna, order.id)
  return { anna, order, invoice, id: invoice.invoice_id }
}

const createPaid = async (setup: ProviderSetup) => (await orderPaidAtProvider(setup)).id

async function createPublished(setup: ProviderSetup): Promise<number> {
  const { id, order } = await orderPaidAtProvider(setup)
  await decideTask(setup.api, order.id)
  return id
}

/**
 * Creates an order with two invoices and pays both.
 * @returns the number of the second invoice
 */
async function payTwice(setup: ProviderSetup): Promise<number> {
  const first = await createUnpaid(setup)
  await placeRows(setup.api.owner, 'payments', { id: first.id }, { state: 'expired' })
  const second = await invoiceFor(first.anna, first.order.id)
  await payAtProvider(setup, second)
  await setup.verify(second.invoice_id)
  await payAtProvider(setup, first.invoice)
  await setup.verify(first.id)
  return first.id
}

/** Starts a refund for which Robokassa reports `fault`. */
async function startRefund(setup: ProviderSetup, fault: object): Promise<number> {
  const { id, anna, order } = await orderPaidAtProvider(setup)
  await setup.faults(fault)
  await anna.call('DELETE /api/projects/delete', { body: { project_id: order.id } })
  await takeSteps(setup.api.ctx)
  return id
}

async function chargeBack(setup: ProviderSetup, id: number, amount = 2500): Promise<number> {
  const admin = await moderator(setup.api)
  const body = { amount, happened_at: new Date().toISOString(), reason: 'банк отозвал платёж' }
  await admin.call('POST /api/admin/payments/:id/chargeback', { params: { id }, body })
  return id
}

/** For each kind of payment case, the ways in which it can be caused. */
export const scenes: Record<PaymentCaseKind, Record<string, Scene>> = {
  amount_mismatch: {
    async 'another sum was paid by a link of before'(setup) {
      const { id, invoice } = await createUnpaid(setup)
      const link = {
        inv_id: id,
        amount_kopecks: 300_000,
        description: 'Заказ',
        language: 'ru' as const,
        shp: shopFields(new URL(invoice.payment_url).searchParams),
        expires_at: new Date(Date.now() + day),
      } as const
      await payAtProvider(setup, { payment_url: paymentLink(setup.api.ctx.robokassa, link) })
      await setup.verify(id)
      return id
    },
    'the register tells another sum of what is paid': async (setup) =>
      uploadRegister(setup, await createPaid(setup), '2100.00'),
  },
  currency_mismatch: {
    'the register tells another currency': async (setup) =>
      uploadRegister(setup, await createPaid(setup), '2500.00', 'Оплата', 'KZT'),
  },
  orphan: {
    async 'a signed call names an invoice of nobody'(setup) {
      const { invoice } = await createUnpaid(setup)
      const strangeUrl = new URL(invoice.payment_url)
      const number = 800_000_000 + invoice.invoice_id
      strangeUrl.searchParams.set('InvId', String(number))
      const body = resultOf(setup.api, { payment_url: strangeUrl.href })
      await createCaller(setup.api.server)('POST /pay/robokassa/result', { body })
      return number
    },
  },
  double_payment: { 'one order was paid twice': payTwice },
  late: {
    'the register tells what nobody told': async (setup) =>
      uploadRegister(setup, (await createUnpaid(setup)).id, '2500.00'),
  },
  unconfirmed: {
    async 'the provider knows nothing of what it told'(setup) {
      const { id } = await createUnpaid(setup)
      await placeRows(setup.api.owner, 'payments', { id }, { state: 'expired' })
      return openCaseRow(setup, 'unconfirmed', id)
    },
  },
  foreign_operation: {
    async 'a signed call names another order'(setup) {
      const { invoice, id } = await createUnpaid(setup)
      const otherUrl = new URL(invoice.payment_url)
      otherUrl.searchParams.set('Shp_item', '999999')
      const body = resultOf(setup.api, { payment_url: otherUrl.href })
      await createCaller(setup.api.server)('POST /pay/robokassa/result', { body })
      return id
    },
  },
  test_in_live: {
    'a test call came': async (setup) => openCaseRow(setup, 'test_in_live', (await createUnpaid(setup)).id),
  },
  stuck: {
    async 'the provider keeps the money for now'(setup) {
      const { id } = await createUnpaid(setup)
      await placeRows(setup.api.owner, 'payments', { id }, { state: 'pending' })
      return openCaseRow(setup, 'stuck', id)
    },
    'the provider does not decide': async (setup) =>
      openCaseRow(setup, 'stuck', await startRefund(setup, { kind: 'refund_processing', ms: 100 * day })),
  },
  refund_failed: {
    'the provider has no money to give': (setup) => startRefund(setup, { kind: 'refund_no_funds', times: 1 }),
  },
  missing: {
    'the register does not tell it': async (setup) => openCaseRow(setup, 'missing', await createPaid(setup)),
  },
  surplus: {
    'an invoice was paid twice': async (setup) =>
      uploadRegister(setup, await createPaid(setup), '990.00', 'Оплата', 'RUB', true),
    'an invoice is not ours': (setup) => uploadRegister(setup, ++foreignInvoice, '990.00'),
  },
  returned_outside: {
    'of an order under review': async (setup) =>
      uploadRegister(setup, await createPaid(setup), '2500.00', 'Возврат'),
    'of a published order': async (setup) =>
      uploadRegister(setup, await createPublished(setup), '2500.00', 'Возврат'),
    'in part': async (setup) => uploadRegister(setup, await createPublished(setup), '500.00', 'Возврат'),
  },
  state_changed: {
    async 'the provider gave the money back days later'(setup) {
      const id = await createPaid(setup)
      await setup.robokassa.post('/_control/reconsider', { InvId: id, state: 60 })
      const { ctx } = setup.api
      const next_check_at = ctx.now().toISOString()
      await ctx.db.updateTable('payments').set({ next_check_at }).where('id', '=', id).execute()
      await ctx.redis.del('later-inquiry')
      await makeLateInquiry(ctx)
      return id
    },
  },
  chargeback: {
    'of an order under review': async (setup) => chargeBack(setup, await createPaid(setup)),
    'of a published order': async (setup) => chargeBack(setup, await createPublished(setup)),
    'in part': async (setup) => chargeBack(setup, await createPaid(setup), 100),
  },
}
