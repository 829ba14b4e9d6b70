import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { startRobokassa } from '#stand-ins/robokassa/server.ts'
import type { GuideStep } from '#stand-ins/telegram/state/types.ts'
import { ada, bob, telegramWithBot } from './rig.ts'

const words = { title_ru: 'Шаг', title_en: 'Step', hint_ru: 'Подсказка', hint_en: 'Hint' }
const step = (id: string, done_when: GuideStep['done_when']) => ({ id, user_id: bob, ...words, done_when })
const guide = [
  step('baked', [{ request: 'POST /cakes', answer: '"id":(?<cake>\\d+)' }]),
  step('praised', [{ message: 'cake_{{cake}}"' }]),
  step('eaten', [{ request: 'GET /cakes/{{cake}}', answer: '"is_whole":false' }]),
]

async function openBakeryBot() {
  const app = Fastify()
  let isWhole = true
  app.post('/cakes', (_request, reply) => reply.code(isWhole ? 200 : 409).send({ id: 17 }))
  app.get('/cakes/:id', () => ({ is_whole: isWhole }))
  const app_origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const rig = await telegramWithBot({ app_origin, guide })
  const steps = async () => {
    const steps = await rig.get<{ id: string; is_done: boolean }[]>('/guide')
    return steps.filter(({ is_done }) => is_done).map(({ id }) => id)
  }
  const callApi = async (method: string, path: string) => {
    const reply = await fetch(`${rig.telegram.app_origin}${path}`, { method })
    return [reply.status, await reply.json()]
  }
  const createPraiseButton = (invoice: number) =>
    rig.api.sendMessage(bob, 'Вкусно', {
      reply_markup: { inline_keyboard: [[{ text: 'Торт', callback_data: `cake_${invoice}` }]] },
    })
  await rig.post(`/users/${bob}/start`)
  const closeServers = () => Promise.all([rig.telegram.close(), app.close()])
  return {
    rig,
    steps,
    ask: callApi,
    praise: createPraiseButton,
    close: closeServers,
    eat: () => (isWhole = false),
  }
}

test('a step is ticked by what has happened to the thing of the first one, and by nothing else', async () => {
  const { rig, steps, ask, praise, eat, close } = await openBakeryBot()
  await praise(17)
  expect(await ask('GET', '/cakes/17')).toEqual([200, { is_whole: true }])
  expect(await steps()).toEqual([])
  expect(await ask('POST', '/cakes')).toEqual([200, { id: 17 }])
  expect(await steps()).toEqual(['baked'])
  await praise(171)
  expect(await steps()).toEqual(['baked'])
  await praise(17)
  expect(await ask('GET', '/cakes/17?slice=1')).toEqual([200, { is_whole: true }])
  expect(await steps()).toEqual(['baked', 'praised'])
  eat()
  expect(await ask('GET', '/cakes/17')).toEqual([200, { is_whole: false }])
  expect(await steps()).toEqual(['baked', 'praised', 'eaten'])
  await fetch(`${rig.telegram.origin}/__desk/api/guide`, { method: 'DELETE' })
  expect(await steps()).toEqual([])
  expect(await ask('POST', '/cakes')).toEqual([409, { id: 17 }])
  expect(await steps()).toEqual([])
  await close()
})

test('a person cannot tick a step by writing what the bot would write', async () => {
  const { rig, steps, ask, close } = await openBakeryBot()
  await ask('POST', '/cakes')
  await rig.post(`/users/${ada}/send`, { text: 'cake_17"' })
  expect(await steps()).toEqual(['baked'])
  await close()
})

test('faults of payments are planned through Telegram’s desk, and only where there is a provider', async () => {
  const address = 'http://127.0.0.1:9'
  const provider = await startRobokassa({
    merchant: 'demo',
    password1: 'first',
    password2: 'second',
    result_url: address,
    success_url: address,
    fail_url: address,
  })
  const rig = await telegramWithBot({ payments_origin: provider.origin })
  expect(await rig.get('/config')).toMatchObject({ has_payments: true })
  const faults = [{ kind: 'drop', times: 1 }]
  expect(await rig.post('/payments', { faults })).toMatchObject({ faults })
  expect(provider.shop.faults.list()).toEqual(faults)
  expect(await rig.get('/payments')).toMatchObject({ faults })
  expect(await rig.post('/payments', { faults: [{ kind: 'rain' }] })).toMatchObject({ statusCode: 400 })
  await provider.close()
  expect(await rig.get('/payments')).toEqual({ error: 'the payment provider does not answer' })
  await rig.telegram.close()
  const alone = await telegramWithBot()
  expect(await alone.get('/config')).toMatchObject({ has_payments: false })
  expect(await alone.get('/payments')).toEqual({ error: 'there is no payment provider here' })
  await alone.telegram.close()
})
