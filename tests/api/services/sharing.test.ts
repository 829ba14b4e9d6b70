import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTelegram } from '#stand-ins/telegram/server.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { client } from '#tests/support/people/people.ts'
import { type ControlApi, openControlApi } from '#tests/support/servers/stand-in-control.ts'
import { serviceOwner } from './service-scenes.ts'

const token = '7654321098:a-token-of-a-test-for-services'
let api: Api
let telegram: ControlApi
beforeAll(async () => {
  const desk = await startTelegram({ bot_token: token, bot_username: 'otklik_demo_bot' })
  afterAll(() => desk.close())
  telegram = openControlApi(`${desk.origin}/__desk/api`)
  api = await openApi({ BOT_TOKEN: token, BOT_API_ROOT: desk.origin })
})

test('a service is shared as a card that names its price, category and freelancer and opens its page', async () => {
  const anna = await client(api)
  const { boris, service } = await serviceOwner(api, { service_name: 'Разбор <экрана>' })
  const { id } = anna.account
  await telegram.post('/users', { id, first_name: 'Анна' })
  await telegram.post('/users', { id: id + 500_000, first_name: 'Пётр' })
  const prepare = () => anna.call('POST /api/services/:id/prepare_share', { params: { id: service.id } })
  const { prepared_id } = await prepare()
  const message = await telegram.post<{
    text: string
    reply_markup: { inline_keyboard: { url: string }[][] }
  }>(`/users/${id}/share`, { to: id + 500_000, prepared_id })
  expect(message.text).toBe(
    `Услуга: Разбор <экрана>\n12\u00a0000\u00a0₽ за проект · Сайты под ключ · ${boris.user.full_name}`,
  )
  expect(message.reply_markup.inline_keyboard[0]?.[0]?.url).toContain(
    `startapp=page_service___serviceId_${service.id}`,
  )
  await boris.call('POST /api/blocks/:user_id', { params: { user_id: anna.id } })
  expect(await codeOf(prepare())).toBe('not_found')
})
