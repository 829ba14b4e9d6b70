import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refundAbandoned } from '#services/lifecycle/publication/expire.ts'
import { applyAnswer } from '#services/payments/verification/actions.ts'
import { askProvider } from '#services/payments/verification/inquiries.ts'
import { startRobokassa } from '#stand-ins/robokassa/server.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { moneyViolations } from '#tests/support/money/money-tables.ts'
import { decideTask, draftOrder, invoiceFor } from '#tests/support/orders/order-life.ts'
import { type Confirmations, openConfirmations } from '#tests/support/people/admin-press.ts'
import { client, moderator, type Person } from '#tests/support/people/people.ts'
import { type ControlApi, openControlApi } from '#tests/support/servers/stand-in-control.ts'
import { takeSteps } from '#workers/rounds/refunds.ts'

let api: Api
let admin: Person
let robokassa: ControlApi
let bot: Confirmations
const passwords = { password1: 'first-password', password2: 'second-password', password3: 'third-password' }
const minutes = 60_000

beforeAll(async () => {
  const unreachableUrl = 'http://127.0.0.1:9/'
  const urls = { result_url: unreachableUrl, success_url: unreachableUrl, fail_url: unreachableUrl }
  const provider = await startRobokassa({ merchant: 'otklik-demo', hash: 'sha256', ...passwords, ...urls })
  afterAll(() => provider.close())
  robokassa = openControlApi(provider.origin)
  api = await openApi({
    ROBOKASSA_PASSWORD_1: passwords.password1,
    ROBOKASSA_PASSWORD_2: passwords.password2,
    ROBOKASSA_PASSWORD_3: passwords.password3,
    ROBOKASSA_PAYMENT_URL: `${provider.origin}/Merchant/Index.aspx`,
    ROBOKASSA_STATE_URL: `${provider.origin}/Merchant/WebService/Service.asmx/OpStateExt`,
    ROBOKASSA_REFUND_URL: `${provider.origin}/RefundService`,
  })
  bot = await openConfirmations(api)
})
beforeEach(async () => {
  await robokassa.post('/_reset')
  // Sets the provider's clock to the time of the product's clock.
  await robokassa.post('/_control', { advance_ms: Math.max(0, api.ctx.now().getTime() - Date.now()) })
  admin = await moderator(api)
})

const faults = (...kinds: object[]) => robokassa.post('/_control', { faults: kinds })

async function createPaid(author?: Person) {
  const { anna, order } = await draftOrder(api, {}, author)
  const invoice = await invoiceFor(anna, order.id)
  await robokassa.post('/_control/pay', { payment_url: invoice.payment_url })
  await robokassa.post('/_control', { advance_ms: minutes })
  const { ctx } = api
  const answer = await askProvider(ctx, invoice.invoice_id)
  await ctx.db.transaction().execute((tx) => applyAnswer(ctx, tx, invoice.invoice_id, answer))
  return { anna, order, id: invoice.invoice_id }
}

const deleteListing = (person: Person, id: number) =>
  person.call('DELETE /api/projects/delete', { body: { project_id: id } })
const requestCompensation = (id: number, method: 'refund' | 'credit') =>
  admin.call('POST /api/admin/payments/:id/compensate', {
    params: { id },
    body: { how: method, reason: 'по просьбе' },
  })
/** Compensates a payment as an admin, who confirms the act in the bot. */
const compensatePayment = (id: number, method: 'refund' | 'credit') =>
  bot.confirmInBot(admin, () => requestCompensation(id, method))

async function stateOf(id: number) {
  const { items } = await admin.call('GET /api/admin/payments', { query: { per_page: 100 } })
  const payment = items.find((payment) => payment.id === id)
  return { state: payment?.state, cases: payment?.cases }
}

/** Runs the worker several times while the clocks of the product and of the provider advance. */
async function runRounds(roundCount = 6): Promise<void> {
  for (let round = 0; round < roundCount; round++) {
    await takeSteps(api.ctx)
    await robokassa.post('/_control', { advance_ms: 30 * minutes })
    api.advanceClock(30 * minutes)
  }
  admin = await moderator(api)
}

const readReturned = async () =>
  (await robokassa.get<{ returned_kopecks: number }>('/_movements')).returned_kopecks

/** Returns the number of notifications that the payer got about this refund. */
const countNotices = async (payment_id: number) =>
  (
    await api.ctx.db
      .selectFrom('events')
      .select('id')
      .where('topic', '=', 'payment.refunded')
      .where('payload', '@>', JSON.stringify({ payment_id }) as never)
      .execute()
  ).length

describe('money for what was never published', () => {
  test.each<[string, object[]]>([
    ['goes back by itself', []],
    ['goes back once when the answer to the order is lost', [{ kind: 'refund_answer_lost', times: 1 }]],
    ['goes back once when the provider fails for a while', [{ kind: 'refund_answer', how: '500', times: 3 }]],
    ['goes back when the provider takes long', [{ kind: 'refund_processing', ms: 50 * minutes }]],
  ])('%s', async (_, plan) => {
    const { anna, order, id } = await createPaid()
    await faults(...plan)
    await deleteListing(anna, order.id)
    expect(await stateOf(id)).toEqual({ state: 'refund_pending', cases: [] })
    await runRounds()
    expect(await stateOf(id)).toEqual({ state: 'refunded', cases: [] })
    expect(await readReturned()).toBe(250_000)
    expect(await countNotices(id)).toBe(1)
    expect(await moneyViolations(api.ctx.db)).toEqual([])
  })

  test('that was refused waits for a person, who tries again', async () => {
    const { anna, order, id } = await createPaid()
    await faults({ kind: 'refund_no_funds', times: 1 })
    await deleteListing(anna, order.id)
    await runRounds(2)
    expect(await stateOf(id)).toEqual({ state: 'refund_pending', cases: ['refund_failed'] })
    expect(await readReturned()).toBe(0)
    await compensatePayment(id, 'refund')
    await runRounds()
    expect(await stateOf(id)).toEqual({ state: 'refunded', cases: [] })
    expect(await readReturned()).toBe(250_000)
  })

  test('goes back thirty days after a rejection that the author left alone', async () => {
    const { order, id } = await createPaid()
    await decideTask(api, order.id, 'Добавьте, что именно нужно сделать')
    expect(await refundAbandoned(api.ctx, 10)).toBe(0)
    api.advanceClock(31 * 24 * 60 * minutes)
    admin = await moderator(api)
    expect(await refundAbandoned(api.ctx, 10)).toBe(1)
    expect((await stateOf(id)).state).toBe('refund_pending')
    expect(await moneyViolations(api.ctx.db)).toEqual([])
  })
})

describe('an admin', () => {
  test('gives the money back of what waits for the moderators, once', async () => {
    const { order, id } = await createPaid()
    await bot.start(admin)
    const [firstRequest, secondRequest] = await Promise.all(
      [1, 2].map(() => requestCompensation(id, 'refund')),
    )
    expect(secondRequest?.id).toBe(firstRequest?.id)
    expect((await stateOf(id)).state).toBe('paid')
    expect((await compensatePayment(id, 'refund')).state).toBe('done')
    expect(await codeOf(requestCompensation(id, 'refund'))).toBe('wrong_state')
    await runRounds()
    expect(await readReturned()).toBe(250_000)
    const payment = api.ctx.db.selectFrom('payments').select('next_check_at').where('id', '=', id)
    expect(await payment.executeTakeFirst()).toEqual({ next_check_at: null })
    const listing = api.ctx.db.selectFrom('listings').select('status').where('id', '=', order.id)
    expect((await listing.executeTakeFirstOrThrow()).status).toBe('refunded')
  })

  test('grants a credit instead: the next publication costs nothing', async () => {
    const { anna, id } = await createPaid()
    expect((await compensatePayment(id, 'credit')).state).toBe('done')
    expect(await stateOf(id)).toEqual({ state: 'paid', cases: [] })
    expect(await moneyViolations(api.ctx.db)).toEqual([])
    const { order } = await draftOrder(api, {}, anna)
    expect(await invoiceFor(anna, order.id)).toMatchObject({ state: 'paid', amount: 0 })
    expect(await codeOf(requestCompensation(id, 'refund'))).toBe('wrong_state')
    expect((await compensatePayment(id, 'credit')).state).toBe('done')
    const credits = api.ctx.db.selectFrom('credits').select('id').where('source_payment_id', '=', id)
    expect(await credits.execute()).toHaveLength(1)
  })

  test('takes nothing back that was published', async () => {
    const author = await client(api)
    const { order, id } = await createPaid(author)
    await decideTask(api, order.id)
    expect(await codeOf(requestCompensation(id, 'refund'))).toBe('wrong_state')
    expect(await codeOf(requestCompensation(9_999_999, 'refund'))).toBe('not_found')
  })
})
