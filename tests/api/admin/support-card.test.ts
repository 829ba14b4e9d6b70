import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Language } from '#contract/languages.ts'
import { receivePersonMessage } from '#services/support/actions.ts'
import { queueCard } from '#services/support/deliveries.ts'
import { supportMessages } from '#services/support/messages.ts'
import { scenes } from '#tests/support/money/case-scenes.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { setUpProvider } from '#tests/support/money/provider.ts'
import { orderPaidAtProvider } from '#tests/support/money/provider-orders.ts'
import { draftOrder, invoiceFor } from '#tests/support/orders/order-life.ts'

/** Facts about a person's money that operators see on a case card before they answer. */
const setup = await setUpProvider()
const { ctx } = setup.api

async function cardOf(user_id: number, language: Language): Promise<string> {
  const { id: case_id } = await ctx.db
    .selectFrom('support_cases')
    .select('id')
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  const operators = { chat_id: ctx.config.OPS_CHAT_ID, language, is_private: false }
  const card = await supportMessages.support_card.compose(ctx, { case_id, message_id: null }, operators)
  return (card?.text ?? '').replace(/[\u00a0\u202f]/g, ' ')
}

test('the card says how often the person paid, what is not paid, and what went wrong last', async () => {
  const { anna } = await orderPaidAtProvider(setup)
  await orderPaidAtProvider(setup, anna)
  const { order } = await draftOrder(setup.api, {}, anna)
  const { invoice_id, payment_url } = await invoiceFor(anna, order.id)
  await setup.robokassa.post('/_control/pay', { payment_url, outcome: 'decline' })
  await setup.verify(invoice_id)
  await receivePersonMessage(ctx, anna.id, { chat_id: 1, message_id: 1, content: 'Где деньги?' })

  const ru = await cardOf(anna.id, 'ru')
  expect(ru).toMatch(/Оплат: 2, последняя \d+ [а-я]+, 2 500 ₽\n/)
  expect(ru).toContain(`\nПлатёж ${invoice_id}, 2 500 ₽: ждёт оплаты\n`)
  expect(ru).toMatch(new RegExp(`Последняя ошибка: платёж ${invoice_id}, .+, банк отказал`))
  const en = await cardOf(anna.id, 'en')
  expect(en).toMatch(/Payments: 2, the last one \d+ [A-Z][a-z]+, ₽2,500\n/)
  expect(en).toMatch(new RegExp(`Last error: payment ${invoice_id}, .+, the bank refused`))
})

test('money that waits for a person is named with its case', async () => {
  const invoice_id = await scenes.amount_mismatch['another sum was paid by a link of before']?.(setup)
  const { payer_id, case_id } = await ctx.db
    .selectFrom('payments')
    .innerJoin('payment_cases', 'payment_cases.payment_id', 'payments.id')
    .select(['payments.payer_id', 'payment_cases.id as case_id'])
    .where('payments.id', '=', invoice_id ?? 0)
    .executeTakeFirstOrThrow()
  await receivePersonMessage(ctx, payer_id, { chat_id: 2, message_id: 1, content: 'Оплатил, и ничего' })
  const card = await cardOf(payer_id, 'ru')
  expect(card).toContain('Оплат не было\n')
  expect(card).toMatch(new RegExp(`Последняя ошибка: .+, деньги ждут разбора, случай ${case_id}\\b`))
})

test('a card that waits in another group does not keep one from the operators', async () => {
  const { anna } = await orderPaidAtProvider(setup)
  await receivePersonMessage(ctx, anna.id, { chat_id: 3, message_id: 1, content: 'Вопрос' })
  const { id: case_id } = await ctx.db
    .selectFrom('support_cases')
    .select('id')
    .where('user_id', '=', anna.id)
    .executeTakeFirstOrThrow()
  const queueIn = (chat_id: number, reason: string) => {
    const config = { ...ctx.config, OPS_CHAT_ID: chat_id }
    return ctx.db.transaction().execute((tx) => queueCard({ ...ctx, config }, tx, case_id, reason))
  }
  const leftChat = ctx.config.OPS_CHAT_ID - 1
  const countCards = async (chat_id: number) =>
    (
      await ctx.db
        .selectFrom('deliveries')
        .select('id')
        .where('kind', '=', 'support_card')
        .where('chat_id', '=', chat_id)
        .where(sql<boolean>`(payload ->> 'case_id')::bigint = ${case_id}`)
        .where('dedupe_key', 'like', '%:test%')
        .execute()
    ).length
  await queueIn(leftChat, 'test 1')
  await queueIn(leftChat, 'test 2')
  expect(await countCards(leftChat)).toBe(1)
  await ctx.db
    .updateTable('deliveries')
    .set({ state: 'sent' })
    .where('chat_id', '=', ctx.config.OPS_CHAT_ID)
    .execute()
  await queueIn(ctx.config.OPS_CHAT_ID, 'test 3')
  expect(await countCards(ctx.config.OPS_CHAT_ID)).toBe(1)
})

test('the last payment is the one that was paid last, whatever was ordered last', async () => {
  const { anna, id } = await orderPaidAtProvider(setup)
  const later = await orderPaidAtProvider(setup, anna)
  const { owner } = setup.api
  await placeRows(owner, 'payments', { id }, { paid_at: '2026-03-14T12:00:00Z' })
  const refused_at = '2026-03-04T12:00:00Z'
  const refused = { paid_at: '2026-03-05T12:00:00Z', refused_at, refusal_at: refused_at }
  await placeRows(owner, 'payments', { id: later.id }, refused)
  await receivePersonMessage(ctx, anna.id, { chat_id: 4, message_id: 1, content: 'Чек?' })
  const card = await cardOf(anna.id, 'ru')
  expect(card).toMatch(/Оплат: 2, последняя 14 марта/)
  expect(card).toMatch(new RegExp(`Последняя ошибка: платёж ${later.id}, 4 марта.*, банк отказал`))
})
