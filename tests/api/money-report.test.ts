import { beforeAll, expect, test } from 'vitest'
import { dayOf, sendReport } from '#services/payments/register/daily-report.ts'
import { reportMessages } from '#services/payments/register/messages.ts'
import { scenes } from '#tests/support/case-scenes.ts'
import { moderator } from '#tests/support/people.ts'
import { type Market, openMarket } from '#tests/support/provider.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})

const at = (iso: string) => ({ ...market.api.ctx, now: () => new Date(iso) })
const sent = () =>
  market.api.ctx.db
    .selectFrom('deliveries')
    .select(['chat_id', 'payload'])
    .where('kind', '=', 'money_report')
    .orderBy('id')
    .execute()

test('goes to the operators once a day, from nine in Moscow, however many processes run', async () => {
  await sendReport(at('2030-01-02T05:59:00Z'))
  expect(await sent()).toEqual([])
  await Promise.all([1, 2, 3].map(() => sendReport(at('2030-01-02T06:00:00Z'))))
  await sendReport(at('2030-01-02T20:00:00Z'))
  const chat_id = market.api.ctx.config.OPS_CHAT_ID
  expect(await sent()).toEqual([{ chat_id, payload: { day: '2030-01-01' } }])
  await sendReport(at('2030-01-03T06:00:00Z'))
  expect(await sent()).toHaveLength(2)
})

test('counts what the books differ in, what is owed and where the money is, in both languages', async () => {
  await scenes.double_payment['one order was paid twice']?.(market)
  await scenes.surplus['an invoice is not ours']?.(market)
  const admin = await moderator(market.api)
  const day = dayOf(market.api.ctx.now())
  expect(await admin.call('GET /api/admin/money_report')).toEqual({
    ...{ day, matched: 0, late: 0, missing: 0, surplus: 1, returned_outside: 0, credits: 1 },
    open_cases: [
      { kind: 'double_payment', count: 1 },
      { kind: 'surplus', count: 1 },
    ],
    balances: [
      { account: 'credit', currency: 'RUB', amount: 2500 },
      { account: 'product', currency: 'RUB', amount: 2500 },
      { account: 'provider', currency: 'RUB', amount: -5990 },
      { account: 'suspense', currency: 'RUB', amount: 990 },
    ],
  })
  const say = async (language: 'ru' | 'en') => {
    const reader = { chat_id: 1, language, is_private: false }
    const said = await reportMessages.money_report.compose(market.api.ctx, { day }, reader)
    return said?.text.replaceAll('\u00a0', ' ') ?? ''
  }
  expect(await say('ru')).toContain('Лишние деньги: 1')
  expect(await say('ru')).toContain('• Оплачено дважды: 1')
  expect(await say('ru')).toContain('Ждут разбора: 990 ₽')
  expect(await say('en')).toContain('Free placements owed: 1')
})
