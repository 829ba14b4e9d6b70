import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { resolveCase } from '#services/payments/cases/resolve-case.ts'
import { type ProviderSetup, setUpProvider } from '#tests/support/money/provider.ts'
import { draftOrder, invoiceFor } from '#tests/support/orders/order-life.ts'
import { login, moderator } from '#tests/support/people/people.ts'
import { everyMessage } from '#workers/telegram/messages.ts'

/**
 * The provider's state inquiry returns the sum credited to the shop: the price less its fee. The tests pay on the
 * provider's page, and set its fee and answers with its fault panel.
 */

let setup: ProviderSetup
beforeAll(async () => {
  setup = await setUpProvider()
})
beforeEach(async () => {
  await setup.faults()
})

const price = 250_000
/** Fault of the provider: the result call is not sent. */
const droppedCall = { kind: 'drop' }
/** Sets the provider's fee, in percent of the price. */
const feeFault = (feeFrom: number) => ({ kind: 'fee', from: feeFrom })

async function sellOrder(...faults: object[]) {
  const { anna, order } = await draftOrder(setup.api)
  const invoice = await invoiceFor(anna, order.id)
  await setup.faults(...faults)
  await setup.pay(invoice)
  await setup.verify(invoice.invoice_id)
  return { anna, order, id: invoice.invoice_id }
}

/** Returns the message that a payment is being checked; null once somebody has decided about it. */
const heldMessage = (payment_id: number) =>
  everyMessage.payment_held.compose(
    setup.api.ctx,
    { payment_id },
    { chat_id: 1, language: 'ru', is_private: true },
  )

async function readBookings(id: number) {
  const { db } = setup.api.ctx
  const { state } = await db
    .selectFrom('payments')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const cases = await db
    .selectFrom('payment_cases')
    .select(['id', 'kind', 'state', 'details'])
    .where('invoice_id', '=', id)
    .execute()
  const rows = await db
    .selectFrom('ledger_standings')
    .select(['account', 'amount'])
    .where('payment_id', '=', id)
    .execute()
  const deliveries = await db
    .selectFrom('deliveries')
    .select(['kind', 'user_id', 'payload'])
    .where('kind', 'in', ['payment_held', 'payment_case'])
    .execute()
  const ids = cases.map((one) => one.id)
  const isAboutPayment = ({ payment_id = 0, case_id = 0 }: { payment_id?: number; case_id?: number }) =>
    payment_id === id || ids.includes(case_id)
  return {
    state,
    cases: cases.map((one) => `${one.kind} ${one.state}`),
    received: cases.map(({ details }) => details.received),
    ledger: Object.fromEntries(rows.map(({ account, amount }) => [account, Number(amount)])),
    told: deliveries
      .filter(({ payload }) => isAboutPayment(payload))
      .map(({ kind }) => kind)
      .sort(),
    case_id: ids[0] ?? 0,
  }
}

describe('a sale with a usual fee', () => {
  test.each([
    ['told by a call', 3.9, []],
    ['found without a call', 3.9, [droppedCall]],
    ['with the largest fee, told', 15, []],
    ['with the largest fee, found', 15, [droppedCall]],
  ])('%s is paid, and its fee is booked', async (_, percent, faults) => {
    const { id } = await sellOrder(feeFault(percent), ...faults)
    const amountKept = price * (percent / 100)
    expect(await readBookings(id)).toMatchObject({
      state: 'paid',
      cases: [],
      told: [],
      ledger: { product: price, provider: amountKept - price, fees: -amountKept },
    })
  })

  test('told as the price by a provider that answers so is paid without a fee', async () => {
    const { id } = await sellOrder(feeFault(3.9), droppedCall, { kind: 'state_gross' })
    const ledger = { product: price, provider: -price }
    expect(await readBookings(id)).toMatchObject({ state: 'paid', cases: [], ledger })
  })
})

describe('a sum that is no price less a usual fee', () => {
  test('does not stop a sale that a call of the price has told, and is looked at', async () => {
    const { id } = await sellOrder(feeFault(20))
    expect(await readBookings(id)).toMatchObject({
      state: 'paid',
      cases: ['amount_mismatch open'],
      received: [200_000],
      // The payer gets the placement. Only the operators have to check the sum.
      told: ['payment_case'],
      ledger: { product: price, provider: -price },
    })
  })

  test('buys nothing without a call: payer and operators hear of it at once, each once', async () => {
    const { anna, order, id } = await sellOrder(feeFault(20), droppedCall)
    await setup.verify(id)
    await setup.letPass(60_000)
    await setup.verify(id)
    expect(await readBookings(id)).toMatchObject({
      state: 'created',
      cases: ['amount_mismatch open'],
      told: ['payment_case', 'payment_held'],
      ledger: { suspense: 200_000, provider: -200_000 },
    })
    const checkAnswer = await anna.call('POST /pay/check', { body: { project_id: order.id } })
    expect(checkAnswer.outcome).toBe('held')
  })

  test.each(['apply', 'accept', 'returned'] as const)(
    'is decided once by a person (%s): the same answer asks nobody again',
    async (resolution) => {
      const { anna, order, id } = await sellOrder(feeFault(20), droppedCall)
      const { case_id } = await readBookings(id)
      expect(await heldMessage(id)).not.toBeNull()
      const admin = await moderator(setup.api)
      const ctx = { ...setup.api.ctx, viewer: { id: admin.id } }
      await resolveCase(ctx, { case_id, act: resolution, reason: 'разобрались' }, async () => {})
      expect(await heldMessage(id)).toBeNull()
      await setup.verify(id)
      const state = resolution === 'apply' ? 'paid' : 'created'
      expect(await readBookings(id)).toMatchObject({ state, cases: ['amount_mismatch resolved'] })
      const annaLater = await login(setup.api, anna.account)
      const checkAnswer = await annaLater.call('POST /pay/check', { body: { project_id: order.id } })
      expect(checkAnswer.outcome).toBe(resolution === 'apply' ? 'paid' : 'open')
    },
  )

  test('a call of another sum and an answer that fits contradict each other: a person looks', async () => {
    const { id } = await sellOrder({ kind: 'wrong_amount', out_sum: '1.000000' })
    expect(await readBookings(id)).toMatchObject({
      state: 'created',
      cases: ['amount_mismatch open'],
      // The payment case shows the sum in the answer to the inquiry, not only the sum in the result call.
      received: [240_250],
      told: ['payment_case', 'payment_held'],
    })
  })

  test('more than the price is no price either', async () => {
    const { id } = await sellOrder(droppedCall, { kind: 'state_code', code: 100, out_sum: '2500.010000' })
    expect(await readBookings(id)).toMatchObject({ state: 'created', cases: ['amount_mismatch open'] })
  })
})
