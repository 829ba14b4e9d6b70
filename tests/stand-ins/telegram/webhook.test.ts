import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ada, bob, type Rig, telegramWithBot } from './rig.ts'

interface Delivery {
  secret: unknown
  text: string
  chat: number
}

let rig: Rig
let deliveries: Delivery[]
let statuses: number[]
let answerWith: object
const hook = () => {
  const app = Fastify()
  app.post<{ Body: { message: { text: string; chat: { id: number } } } }>('/hook', (request, reply) => {
    const { text, chat } = request.body.message
    deliveries.push({ secret: request.headers['x-telegram-bot-api-secret-token'], text, chat: chat.id })
    return reply.code(statuses.shift() ?? 200).send(answerWith)
  })
  return app
}
let app: ReturnType<typeof hook>

beforeEach(async () => {
  deliveries = []
  statuses = []
  answerWith = {}
  app = hook()
  rig = await telegramWithBot()
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  await rig.api.setWebhook(`${origin}/hook`, { secret_token: 'very_secret-1' })
})
afterEach(async () => {
  await rig.telegram.close()
  await app.close()
})

test('an update comes with the secret, and polling is refused meanwhile', async () => {
  await rig.post(`/users/${bob}/start`)
  await expect.poll(() => deliveries).toEqual([{ secret: 'very_secret-1', text: '/start', chat: bob }])
  await expect(rig.api.getUpdates()).rejects.toThrow(/can't use getUpdates method while webhook is active/)
})

test('a failure is repeated, and later words of the same chat wait while another chat goes on', async () => {
  await rig.post('/settings', { time_scale: 20 })
  statuses = [500, 500]
  await rig.post(`/users/${bob}/send`, { text: 'раз' })
  await rig.post(`/users/${bob}/send`, { text: 'два' })
  await rig.post(`/users/${ada}/send`, { text: 'другое' })
  await expect.poll(() => deliveries.length, { timeout: 5000 }).toBe(5)
  const ofBob = deliveries.filter(({ chat }) => chat === bob).map(({ text }) => text)
  expect(ofBob.indexOf('два')).toBeGreaterThan(ofBob.lastIndexOf('раз'))
  expect(await rig.api.getWebhookInfo()).toMatchObject({ pending_update_count: 0 })
  expect((await rig.api.getWebhookInfo()).last_error_message).toMatch(/500/)
})

test('a call in the reply is carried out', async () => {
  answerWith = { method: 'sendMessage', chat_id: bob, text: 'из ответа' }
  await rig.post(`/users/${bob}/start`)
  await expect.poll(() => rig.get(`/messages?chat_id=${bob}&text=из ответа`)).toHaveLength(1)
})

test('only sound addresses and secrets are taken', async () => {
  await expect(rig.api.setWebhook('http://example.com/hook')).rejects.toThrow(/HTTPS URL must be provided/)
  await expect(rig.api.setWebhook('https://a.b', { secret_token: 'so so' })).rejects.toThrow(
    /unallowed characters/,
  )
})
