import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { resolveCase } from '#services/payments/cases/resolve-case.ts'
import { send } from '#tests/api/files/uploads-sending.ts'
import { type ProviderSetup, setUpProvider } from '#tests/support/money/provider.ts'
import { orderPaidAtProvider, payAtProvider } from '#tests/support/money/provider-orders.ts'
import { draftOrder, invoiceFor } from '#tests/support/orders/order-life.ts'
import { moderator, type Person } from '#tests/support/people/people.ts'

let setup: ProviderSetup
let admin: Person

beforeAll(async () => {
  setup = await setUpProvider()
  // Result calls of the provider do not arrive, so payments are found by inquiries.
  await setup.robokassa.post('/_control', { result_url: 'http://127.0.0.1:9/' })
})
beforeEach(async () => {
  admin = await moderator(setup.api)
})
afterEach(async () => {
  await setup.robokassa.post('/_reset')
})

const cabinetRegister = async () =>
  Buffer.from(await (await fetch(`${setup.cabinet}/_register`)).arrayBuffer())

async function upload(bytes: Buffer) {
  const { status, file } = await send(
    setup.api,
    admin,
    { name: 'registry.csv', bytes },
    { url: '/api/admin/registers' },
  )
  return { status, body: file as unknown as Record<string, unknown> }
}

const casesAbout = async (invoice_id: number) => {
  const { items } = await admin.call('GET /api/admin/cases', { query: { per_page: 100 } })
  return items.filter((one) => one.invoice_id === invoice_id)
}

const noDifferences = { matched: 0, late: 0, surplus: 0, mismatched: 0, returned_outside: 0, missing: 0 }

test('what both books tell is matched; the same file again changes nothing', async () => {
  const { id } = await orderPaidAtProvider(setup)
  const file = await cabinetRegister()
  expect(await upload(file)).toMatchObject({
    status: 200,
    body: { ...noDifferences, operations: 1, matched: 1, is_repeated: false },
  })
  expect((await upload(file)).body).toMatchObject({ operations: 1, matched: 1, is_repeated: true })
  // A later register contains the same operation again.
  expect((await upload(Buffer.concat([file, Buffer.from('\r\n')]))).body).toMatchObject({
    ...noDifferences,
    operations: 0,
  })
  expect(await casesAbout(id)).toEqual([])
})

test('money that we do not know of is asked about, never believed: the provider confirms it', async () => {
  const { anna, order } = await draftOrder(setup.api)
  const invoice = await invoiceFor(anna, order.id)
  await payAtProvider(setup, invoice)
  expect((await upload(await cabinetRegister())).body).toMatchObject({ ...noDifferences, late: 1 })
  const { items } = await admin.call('GET /api/admin/payments', { query: { payer_id: anna.id } })
  expect(items).toMatchObject([{ state: 'created' }])
  expect(await casesAbout(invoice.invoice_id)).toMatchObject([
    {
      kind: 'late',
      source: 'register',
      received: { amount: 2500, currency: 'RUB' },
      acts: ['check', 'apply', 'returned', 'accept'],
    },
  ])
  const duePayments = setup.api.ctx.db
    .selectFrom('payments')
    .select('next_check_at')
    .where('id', '=', invoice.invoice_id)
  expect(Date.parse(String((await duePayments.executeTakeFirstOrThrow()).next_check_at))).toBeLessThanOrEqual(
    Date.now(),
  )
  await setup.verify(invoice.invoice_id)
  expect(await casesAbout(invoice.invoice_id)).toEqual([])
  const paymentsAfter = await admin.call('GET /api/admin/payments', { query: { payer_id: anna.id } })
  expect(paymentsAfter.items).toMatchObject([{ state: 'paid', cases: [] }])
})

test('a line that lies about money stays a case, for the provider knows of none', async () => {
  const { anna, order } = await draftOrder(setup.api)
  const { invoice_id } = await invoiceFor(anna, order.id)
  const falseRegister = Buffer.from(`InvId;OutSum;Date\n${invoice_id};2500.00;${new Date().toISOString()}\n`)
  expect((await upload(falseRegister)).body).toMatchObject({ ...noDifferences, late: 1 })
  await setup.verify(invoice_id)
  const [foundCase] = await casesAbout(invoice_id)
  expect(foundCase).toMatchObject({ kind: 'late', payment: { state: 'created' } })
})

test('what is paid here and absent there is missing, and found again by a later register', async () => {
  const first = await orderPaidAtProvider(setup)
  const second = await orderPaidAtProvider(setup)
  const thirdSale = await orderPaidAtProvider(setup)
  const [head = '', ...lines] = (await cabinetRegister()).toString().split('\r\n')
  const registerWithoutSecond = [head, ...lines.filter((line) => !line.includes(`;${second.id};`))].join(
    '\r\n',
  )
  // The period of the register ends after the confirmations of all three payments.
  const laterRegister = registerWithoutSecond.replace(
    /(\d\d\.\d\d\.\d{4}) \d\d:\d\d:\d\d(?=[^\n]*\r\n$)/,
    '$1 23:59:59',
  )
  expect((await upload(Buffer.from(laterRegister))).body).toMatchObject({ matched: 2, missing: 1 })
  expect(await casesAbout(second.id)).toMatchObject([
    { kind: 'missing', expected: { amount: 2500 }, received: null },
  ])
  expect(await casesAbout(first.id)).toEqual([])
  expect(await casesAbout(thirdSale.id)).toEqual([])
  expect((await upload(await cabinetRegister())).body).toMatchObject({ matched: 1, missing: 0 })
  expect(await casesAbout(second.id)).toEqual([])
})

test('money of no invoice of ours, and money that came twice, is surplus, each once', async () => {
  const { id, order } = await orderPaidAtProvider(setup)
  const nowText = new Date().toISOString()
  const file = [
    'InvId;OutSum;Date;OpKey',
    `${id};2500.00;${nowText};a-second-operation`,
    `999000111;990.00;${nowText};a-stranger`,
  ].join('\n')
  expect((await upload(Buffer.from(file))).body).toMatchObject({ ...noDifferences, surplus: 2 })
  await upload(Buffer.from(`${file}\n`))
  expect(await casesAbout(id)).toMatchObject([{ kind: 'surplus', payment: { listing_id: order.id } }])
  const [strangeCase, ...otherCases] = await casesAbout(999_000_111)
  expect(otherCases).toEqual([])
  expect(strangeCase).toMatchObject({
    kind: 'surplus',
    payment: null,
    acts: ['returned', 'accept'],
    received: { amount: 990 },
  })
  const actor = { ...setup.api.ctx, viewer: { id: admin.id } }
  const resolution = { case_id: strangeCase?.id ?? 0, act: 'returned' as const, reason: 'вернули в кабинете' }
  await resolveCase(actor, resolution, async () => {})
  // The next register contains the operation again although staff have closed its case. No new case opens.
  await upload(Buffer.from(`${file}\n\n`))
  expect(await casesAbout(999_000_111)).toEqual([])
})

test('a later register that tells more money of a paid invoice, without a key, tells surplus', async () => {
  const { id } = await orderPaidAtProvider(setup)
  expect((await upload(await cabinetRegister())).body).toMatchObject({ ...noDifferences, matched: 1 })
  const tomorrowTime = new Date(Date.now() + 24 * 3_600_000).toISOString()
  const registerOfTomorrow = Buffer.from(`InvId;OutSum;Date\n${id};2500.00;${tomorrowTime}\n`)
  expect((await upload(registerOfTomorrow)).body).toMatchObject({ matched: 0, surplus: 1 })
  expect(await casesAbout(id)).toMatchObject([{ kind: 'surplus', received: { amount: 2500 } }])
})

test('the fee that a register tells is booked once, whether the provider has told it before or not', async () => {
  const { db } = setup.api.ctx
  const readStanding = async (id: number) => {
    const rows = await db
      .selectFrom('ledger_standings')
      .select(['account', 'amount'])
      .where('payment_id', '=', id)
      .execute()
    return Object.fromEntries(rows.map(({ account, amount }) => [account, Number(amount)]))
  }
  await setup.faults({ kind: 'state_gross' })
  const unreportedSale = await orderPaidAtProvider(setup)
  await setup.faults()
  const reportedSale = await orderPaidAtProvider(setup)
  expect(await readStanding(unreportedSale.id)).toEqual({ product: 250_000, provider: -250_000 })
  const file = await cabinetRegister()
  expect((await upload(file)).body).toMatchObject({ ...noDifferences, matched: 2 })
  const fullStandings = { product: 250_000, provider: -240_250, fees: -9_750 }
  expect([await readStanding(unreportedSale.id), await readStanding(reportedSale.id)]).toEqual([
    fullStandings,
    fullStandings,
  ])
  // Another register file with the same operations changes nothing.
  await upload(Buffer.from(`${file}\n\n`))
  expect(await readStanding(unreportedSale.id)).toEqual(fullStandings)
})

test('another sum than ours is a case', async () => {
  const { id } = await orderPaidAtProvider(setup)
  const file = (await cabinetRegister()).toString().replace('2\u00a0500,00', '2\u00a0100,00')
  expect((await upload(Buffer.from(file))).body).toMatchObject({ ...noDifferences, mismatched: 1 })
  expect(await casesAbout(id)).toMatchObject([
    { kind: 'amount_mismatch', expected: { amount: 2500 }, received: { amount: 2100 } },
  ])
})

test('a return that was made in the cabinet is a case; one of ours is matched', async () => {
  const saleOfProvider = await orderPaidAtProvider(setup)
  const ownSale = await orderPaidAtProvider(setup)
  await setup.robokassa.post('/_control/return', { inv_id: saleOfProvider.id })
  await setup.robokassa.post('/_control/return', { inv_id: ownSale.id })
  await ownSale.anna.call('DELETE /api/projects/delete', { body: { project_id: ownSale.order.id } })
  expect((await upload(await cabinetRegister())).body).toMatchObject({ matched: 3, returned_outside: 1 })
  expect(await casesAbout(saleOfProvider.id)).toMatchObject([
    { kind: 'returned_outside', received: { amount: 2500 } },
  ])
  expect(await casesAbout(ownSale.id)).toEqual([])
})

test('a file with one unreadable line leaves nothing behind', async () => {
  const { id } = await orderPaidAtProvider(setup)
  const file = Buffer.concat([
    await cabinetRegister(),
    Buffer.from('Оплата;1001;вчера;1,00;0;1,00;RUB;Успешно;x\r\n'),
  ])
  expect(await upload(file)).toMatchObject({
    status: 422,
    body: { code: 'register_unreadable', details: { lines: [{ line: 3, column: 'at' }] } },
  })
  const keptOperations = setup.api.ctx.db
    .selectFrom('register_operations')
    .select('key')
    .where('invoice_id', '=', id)
  expect(await keptOperations.execute()).toEqual([])
})

test('the register of another shop is refused whole', async () => {
  const lines = Array.from({ length: 60 }, (_, index) => `${900_000_000 + index};1;2026-03-01T10:00:00Z`)
  expect(await upload(Buffer.from(['InvId;OutSum;Date', ...lines].join('\n')))).toMatchObject({
    status: 409,
    body: { code: 'register_foreign' },
  })
})

test('registers are listed with the days that they cover, the newest first', async () => {
  const { id } = await orderPaidAtProvider(setup)
  const lines = [`${id};2500.00;2026-03-03T20:59:00Z`, `${id};2500.00;2026-03-01T22:30:00Z`]
  await upload(Buffer.from(`InvId;OutSum;Date\n${lines.join('\n')}\n`))
  const [latest, ...older] = await admin.call('GET /api/admin/registers')
  expect(latest).toMatchObject({
    operations: 2,
    is_repeated: false,
    // The period of the register starts at midnight in Moscow on the day of the first operation. It ends with the last
    // operation.
    covers_from: '2026-03-01T21:00:00Z',
    covers_to: '2026-03-03T20:59:00Z',
  })
  expect(older.map((one) => one.id)).toEqual(older.map((one) => one.id).toSorted((a, b) => b - a))
})
