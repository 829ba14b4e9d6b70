import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { startTelegram } from '#stand-ins/telegram/server.ts'
import { ada, bob, moderators, telegramWithBot, token } from './rig.ts'

test('with a state file, what was said and not yet heard survives a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'telegram-'))
  const state_file = join(folder, 'state.json')
  const firstRig = await telegramWithBot({ state_file })
  await firstRig.post(`/users/${bob}/start`, { payload: 'abc' })
  await firstRig.telegram.close()
  const restartedRig = await telegramWithBot({ state_file })
  expect(await restartedRig.get(`/messages?chat_id=${bob}`)).toMatchObject([{ text: '/start abc' }])
  expect(await restartedRig.api.getUpdates()).toHaveLength(1)
  await restartedRig.telegram.close()
  rmSync(folder, { recursive: true })
})

test('it does not run in production', async () => {
  process.env.NODE_ENV = 'production'
  try {
    await expect(startTelegram({ bot_token: token, bot_username: 'b' })).rejects.toThrow(/production/)
  } finally {
    process.env.NODE_ENV = 'test'
  }
})

test('everything else goes to the app with its headers kept both ways', async () => {
  const app = Fastify()
  app.get('/search/personal', (request, reply) =>
    reply.header('content-security-policy', "default-src 'self'").send({ host: request.headers.host }),
  )
  const app_origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const rig = await telegramWithBot({ app_origin })
  const reply = await fetch(`${rig.telegram.app_origin}/search/personal`)
  expect(reply.headers.get('content-security-policy')).toBe("default-src 'self'")
  expect(await reply.json()).toEqual({ host: new URL(rig.telegram.app_origin).host })
  await rig.telegram.close()
  await app.close()
})

test('only members of a group press its buttons', async () => {
  const rig = await telegramWithBot()
  const reply_markup = { inline_keyboard: [[{ text: 'Одобрить', callback_data: 'v1:approve:1' }]] }
  await rig.api.sendMessage(moderators, 'Заказ', { reply_markup })
  const tapButton = (id: number) =>
    rig.post(`/users/${id}/tap`, { chat_id: moderators, text: 'Одобрить', wait_ms: 0 })
  expect(await tapButton(bob)).toMatchObject({ error: expect.stringContaining('not a member') })
  expect(await tapButton(ada)).toMatchObject({ kind: 'callback' })
  await rig.telegram.close()
})

test('Stars are paid when the bot agrees in time, and come back once', async () => {
  const rig = await telegramWithBot()
  await rig.post(`/users/${bob}/start`)
  const link = await rig.api.createInvoiceLink('Место в ленте', 'На сутки', 'payment-1', '', 'XTR', [
    { label: 'Место', amount: 100 },
  ])
  const slug = link.split('$')[1]
  await rig.post('/settings', { time_scale: 100 })
  expect(await rig.post(`/users/${bob}/pay`, { slug })).toMatchObject({ status: 'failed' })
  await rig.post('/settings', { time_scale: 1 })
  await rig.api.getUpdates({ offset: -1 })
  const paying = rig.post(`/users/${bob}/pay`, { slug })
  await expect
    .poll(async () => (await rig.api.getUpdates({ offset: -1 }))[0]?.pre_checkout_query?.id)
    .toBeTruthy()
  const query = (await rig.api.getUpdates({ offset: -1 }))[0]?.pre_checkout_query
  await rig.api.answerPreCheckoutQuery(query?.id ?? '', true)
  expect(await paying).toEqual({ status: 'paid' })
  const successfulPayment = (await rig.api.getUpdates({ offset: -1 }))[0]?.message?.successful_payment
  expect(successfulPayment).toMatchObject({ total_amount: 100, invoice_payload: 'payment-1' })
  await rig.api.refundStarPayment(bob, successfulPayment?.telegram_payment_charge_id ?? '')
  await expect(
    rig.api.refundStarPayment(bob, successfulPayment?.telegram_payment_charge_id ?? ''),
  ).rejects.toThrow(/CHARGE_ALREADY_REFUNDED/)
  expect(await rig.api.raw.getMyStarBalance()).toEqual({ amount: 0 })
  await rig.telegram.close()
})
