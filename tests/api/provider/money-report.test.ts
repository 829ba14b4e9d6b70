import { beforeAll, expect, test } from 'vitest'
import { openCase } from '#services/payments/money/cases.ts'
import { moscowDate, readReport, sendReport } from '#services/payments/register/daily-report.ts'
import { findMissing } from '#services/payments/register/import.ts'
import { reportMessages } from '#services/payments/register/messages.ts'
import { openCaseForUnknownStars } from '#services/payments/stars/star-receipts.ts'
import { scenes } from '#tests/support/money/case-scenes.ts'
import { type ProviderSetup, setUpProvider } from '#tests/support/money/provider.ts'
import { orderPaidAtProvider } from '#tests/support/money/provider-orders.ts'
import { moderator } from '#tests/support/people/people.ts'

let setup: ProviderSetup
beforeAll(async () => {
  setup = await setUpProvider()
})

const contextAt = (iso: string) => ({ ...setup.api.ctx, now: () => new Date(iso) })
const readReports = () =>
  setup.api.ctx.db
    .selectFrom('deliveries')
    .select(['chat_id', 'payload'])
    .where('kind', '=', 'money_report')
    .orderBy('id')
    .execute()

test('a day without differences is one line with its date, and no line says zero', async () => {
  const composeQuietDay = async (language: 'ru' | 'en') => {
    const reader = { chat_id: 1, language, is_private: false }
    const report = await reportMessages.money_report.compose(setup.api.ctx, { day: '2020-11-25' }, reader)
    return report?.text
  }
  expect(await composeQuietDay('ru')).toBe('<b>25 ноября: платежи сошлись</b>')
  expect(await composeQuietDay('en')).toBe('<b>25 November: payments match</b>')
})

test('goes to the operators once a day, from nine in Moscow, however many processes run', async () => {
  await sendReport(contextAt('2030-01-02T05:59:00Z'))
  expect(await readReports()).toEqual([])
  await Promise.all([1, 2, 3].map(() => sendReport(contextAt('2030-01-02T06:00:00Z'))))
  await sendReport(contextAt('2030-01-02T20:00:00Z'))
  const chat_id = setup.api.ctx.config.OPS_CHAT_ID
  expect(await readReports()).toEqual([{ chat_id, payload: { day: '2030-01-01' } }])
  await sendReport(contextAt('2030-01-03T06:00:00Z'))
  expect(await readReports()).toHaveLength(2)
})

test('each kind has a count of its own, of its day in Moscow alone', async () => {
  const { api } = setup
  const admin = await moderator(api)
  const moments = [
    '2029-05-01T20:59:59Z',
    '2029-05-01T21:00:00Z',
    '2029-05-02T20:59:59Z',
    '2029-05-02T21:00:00Z',
  ]
  const kinds = { late: 1, missing: 2, surplus: 3, returned_outside: 4 } as const
  let n = 0
  await api.ctx.db.transaction().execute(async (tx) => {
    for (const [kind, count] of Object.entries(kinds))
      for (const [index, reportedAt] of moments.entries())
        for (let copyIndex = 0; copyIndex < count * 2 ** index; copyIndex++)
          await openCase(
            contextAt(reportedAt),
            tx,
            kind as keyof typeof kinds,
            ++n + 880_000_000,
            null,
            {},
            `of-a-day:${n}`,
          )
  })
  for (const [index, imported_at] of moments.entries()) {
    const importRow = { covers_from: imported_at, covers_to: imported_at, operations: 2, missing: 0 }
    const { id: import_id } = await api.ctx.db
      .insertInto('register_imports')
      .values({ file_hash: `of-a-day-${index}`, imported_by: admin.id, imported_at, ...importRow })
      .returning('id')
      .executeTakeFirstOrThrow()
    const line = { import_id, type: 'payment', amount: 1, currency: 'RUB', operated_at: imported_at } as const
    for (const verdict of ['matched', 'late'] as const)
      await api.ctx.db
        .insertInto('register_operations')
        .values({ ...line, key: `${index} ${verdict}`, invoice_id: 880_000_000, verdict })
        .execute()
  }
  const report = await readReport(api.ctx, '2029-05-02')
  const { late, missing, surplus, returned_outside, matched } = report
  expect({ late, missing, surplus, returned_outside, matched }).toEqual({
    // The report includes the first and the last millisecond of the day. So the second and third cases count.
    late: 6,
    missing: 12,
    surplus: 18,
    returned_outside: 24,
    matched: 2,
  })
  await api.owner.deleteFrom('payment_cases').where('entry_key', 'like', 'of-a-day:%').execute()
})

test('counts what the books differ in, what is owed and where the money is, in both languages', async () => {
  await scenes.double_payment['one order was paid twice']?.(setup)
  await scenes.surplus['an invoice is not ours']?.(setup)
  const admin = await moderator(setup.api)
  const day = moscowDate(setup.api.ctx.now())
  expect(await admin.call('GET /api/admin/money_report')).toEqual({
    day,
    matched: 0,
    late: 0,
    missing: 0,
    surplus: 1,
    returned_outside: 0,
    credits: 1,
    open_cases: [
      { kind: 'double_payment', count: 1 },
      { kind: 'surplus', count: 1 },
    ],
    balances: [
      { account: 'product', currency: 'RUB', amount: 2500 },
      { account: 'suspense', currency: 'RUB', amount: 990 },
      { account: 'credit', currency: 'RUB', amount: 2500 },
      { account: 'fees', currency: 'RUB', amount: -195 },
      { account: 'provider', currency: 'RUB', amount: 5795 },
    ],
  })
  const composeReport = async (language: 'ru' | 'en') => {
    const reader = { chat_id: 1, language, is_private: false }
    const report = await reportMessages.money_report.compose(setup.api.ctx, { day }, reader)
    return report?.text.replaceAll('\u00a0', ' ') ?? ''
  }
  expect((await composeReport('ru')).split('\n')).toEqual([
    `<b>Деньги за ${new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(day))}</b>`,
    ...[
      'Пришли деньги, которых не ждали: 1',
      'Ждут решения: 2',
      '• Оплачено дважды: 1',
      '• Лишние деньги: 1',
    ],
    ...['Должны бесплатных размещений: 1', 'Заработано: 2 500 ₽', 'Ждут разбора: 990 ₽'],
    ...['Зачтено людям: 2 500 ₽', 'Комиссия провайдера: −195 ₽', 'Всего пришло от провайдеров: 5 795 ₽'],
  ])
  expect(await composeReport('en')).toContain('Free listings owed: 1')
  const strayCharge = { charge: 'a stray charge', total_amount: 50, at: setup.api.ctx.now().toISOString() }
  await openCaseForUnknownStars(setup.api.ctx, strayCharge)
  expect(await composeReport('ru')).toContain('Ждут разбора: 50 ★')
})

test('registers that follow each other within a day cover the days together', async () => {
  const { ctx } = setup.api
  const [hour, day, nowMs] = [3_600_000, 24 * 3_600_000, ctx.now().getTime()]
  await orderPaidAtProvider(setup)
  const dateIn = (ms: number) => new Date(nowMs + ms)
  const importRow = { covers_from: dateIn(0).toISOString(), covers_to: dateIn(hour).toISOString() }
  const row = { file_hash: 'the first', imported_at: dateIn(0).toISOString(), operations: 0, missing: 0 }
  const { id: imported_by } = await moderator(setup.api)
  await ctx.db
    .insertInto('register_imports')
    .values({ ...row, ...importRow, imported_by })
    .execute()
  const findReport = (fromMs: number) =>
    ctx.db.transaction().execute((tx) => findMissing(ctx, tx, dateIn(fromMs), dateIn(3 * day)))
  expect([
    await findReport(hour + day + 1),
    await findReport(hour + day),
    await findReport(hour + day),
  ]).toEqual([0, 1, 0])
})
