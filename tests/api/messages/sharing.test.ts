import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTelegram } from '#stand-ins/telegram/server.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { paidOrder, publishedOrder } from '#tests/support/orders/order-life.ts'
import { type ControlApi, openControlApi } from '#tests/support/servers/stand-in-control.ts'

const token = '7654321098:a-token-of-a-test-for-sharing'
let api: Api
let telegram: ControlApi
beforeAll(async () => {
  const desk = await startTelegram({ bot_token: token, bot_username: 'otklik_demo_bot' })
  afterAll(() => desk.close())
  telegram = openControlApi(`${desk.origin}/__desk/api`)
  api = await openApi({ BOT_TOKEN: token, BOT_API_ROOT: desk.origin })
})

test('a card is prepared for the person who shares, and for nobody else', async () => {
  const { anna, order } = await publishedOrder(api)
  const { id } = anna.account
  await telegram.post('/users', { id, first_name: 'Анна' })
  await telegram.post('/users', { id: id + 500_000, first_name: 'Пётр' })
  const shareRequest = { body: { listing_id: order.id } }
  const { prepared_id } = await anna.call('POST /api/app/prepare_share', shareRequest)
  const sharedMessage = await telegram.post<{ text: string }>(`/users/${id}/share`, {
    to: id + 500_000,
    prepared_id,
  })
  expect(sharedMessage.text).toBe(`Заказ: ${order.title}\n25\u00a0000\u00a0₽ · Сайты под ключ`)
  await expect(telegram.post(`/users/${id + 500_000}/share`, { to: id, prepared_id })).rejects.toThrow(
    'EXPIRED',
  )
})

test('what nobody may see yet is not shared, and Telegram’s silence is told', async () => {
  const { anna, order } = await paidOrder(api)
  const prepareShare = (listing_id: number) =>
    anna.call('POST /api/app/prepare_share', { body: { listing_id } })
  expect(await codeOf(prepareShare(order.id))).toBe('not_found')
  const publishedListing = await publishedOrder(api, {}, anna)
  await telegram.post('/faults', { method: 'savePreparedInlineMessage', error_code: 500 })
  expect(await prepareShare(publishedListing.order.id)).toEqual({ prepared_id: null })
})

test('links open the main mini-app, or lead into the bot’s chat where there is none', async () => {
  const { anna, order } = await publishedOrder(api)
  const { id } = anna.account
  const origin = api.ctx.config.TELEGRAM_LINK_ORIGIN
  const links = async (server: typeof api.server) => {
    const app = await server.inject('/api/app/telegram_link')
    const headers = { authorization: `Bearer ${anna.token}` }
    const shareRequest = {
      method: 'POST',
      url: '/api/app/prepare_share',
      headers,
      payload: { listing_id: order.id },
    }
    const { prepared_id } = (await server.inject(shareRequest as never)).json()
    const sharedMessage = await telegram.post<SharedMessage>(`/users/${id}/share`, {
      to: id + 700_000,
      prepared_id,
    })
    return [app.json().url, sharedMessage.reply_markup.inline_keyboard[0]?.[0]?.url]
  }
  type SharedMessage = { reply_markup: { inline_keyboard: { url: string }[][] } }
  await telegram.post('/users', { id, first_name: 'Анна' })
  await telegram.post('/users', { id: id + 700_000, first_name: 'Ян' })
  const bot = `${origin}/otklik_demo_bot`
  const card = `page_order___orderId_${order.id}`
  expect(await links(api.server)).toEqual([
    `${bot}?startapp=page_search-personal&start=page_search-personal`,
    `${bot}?startapp=${card}&start=${card}`,
  ])
  const withoutMainApp = await api.startAnother({ BOT_HAS_MAIN_APP: '0' })
  expect(await links(withoutMainApp)).toEqual([`${bot}?start=page_search-personal`, `${bot}?start=${card}`])
})
