import { beforeAll, expect, test } from 'vitest'
import { signDocument } from '#services/deals/signature.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { freelancer, login } from '#tests/support/people/people.ts'
import { finishedOrder } from './running-work.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const tell = 'GET /api/projects/:id/story'
const check = 'POST /api/deals/check'
const today = () => api.ctx.now().toISOString().slice(0, 10)

test('each side keeps what was agreed and done, with its own words and no contacts of the other', async () => {
  const { anna, boris, order } = await finishedOrder(api)
  const params = { id: order.id }
  const room = { user1_id: anna.id, user2_id: boris.id, project_id: order.id, project_chat: true }
  const { id: room_id } = await anna.call('POST /chat/create_room', { body: room })
  await anna.call('POST /chat/send_msg', { body: { room_id, content: 'Логотип синий.' } })
  await boris.call('POST /chat/send_msg', { body: { room_id, content: 'Понял, синий.' } })
  const { story, signature } = await boris.call(tell, { params })
  expect(story).toMatchObject({
    order: { id: order.id, title: order.title, status: 'completed' },
    client: { id: anna.id, name: anna.user.full_name, since: today() },
    executor: { id: boris.id, name: boris.user.full_name, since: today() },
    told_to: 'executor',
    own_messages: [{ text: 'Понял, синий.' }],
  })
  expect(story.moments.accepted_at).not.toBeNull()
  const text = JSON.stringify(story)
  expect(text).not.toContain(anna.account.username)
  expect(text).not.toContain('Логотип синий.')
  expect((await anna.call(tell, { params })).story.own_messages).toMatchObject([{ text: 'Логотип синий.' }])

  const file = { story, signature }
  const checked = (shown: string) => anna.call(check, { body: { text: shown } })
  const genuine = async (shown: object) => (await checked(JSON.stringify(shown, null, 2))).is_genuine
  expect(await checked(JSON.stringify(file, null, 2))).toEqual({ is_genuine: true, story })
  expect(await genuine({ ...file, story: { ...story, client: boris.user.full_name } })).toBe(false)
  expect(await genuine({ ...file, signature: `${signature.slice(0, 17)}${'0'.repeat(128)}` })).toBe(false)
  expect(await codeOf((await freelancer(api)).call(tell, { params }))).toBe('not_found')
})

test('a story is genuine after the session secret was rotated away, and no other key makes one', async () => {
  const { anna, order } = await finishedOrder(api)
  const kept = await anna.call(tell, { params: { id: order.id } })
  const again = await anna.call(tell, { params: { id: order.id } })
  expect(again.signature.split('.')[0]).toBe(kept.signature.split('.')[0])
  const rotated = { JWT_SECRETS: `new:${'n'.repeat(48)}` }
  const later = { ctx: api.ctx, server: await api.another(rotated) }
  const reader = await login(later, anna.account)
  const genuine = async (signature: string) =>
    (await reader.call(check, { body: { text: JSON.stringify({ ...kept, signature }) } })).is_genuine
  expect(await genuine(kept.signature)).toBe(true)
  const young = await reader.call(tell, { params: { id: order.id } })
  expect(young.signature.split('.')[0]).not.toBe(kept.signature.split('.')[0])
  const [id] = young.signature.split('.')
  const [, signed] = kept.signature.split('.')
  expect(await genuine(`${id}.${signed}`)).toBe(false)
  expect(await genuine(`${'0'.repeat(16)}.${signed}`)).toBe(false)
})

test('before anybody is chosen there is no story', async () => {
  const { anna, order } = await publishedOrder(api)
  expect(await codeOf(anna.call(tell, { params: { id: order.id } }))).toBe('wrong_state')
})

test('a file in which anything stands twice, beside or otherwise than it was saved is not genuine', async () => {
  const { anna, order } = await finishedOrder(api)
  const kept = await anna.call(tell, { params: { id: order.id } })
  const pretty = JSON.stringify(kept, null, 2)
  const forged = [
    pretty.replace('"price":', '"price": 9000000, "price":'),
    pretty.replace('"client":', '"client": { "id": 1, "name": "Сбербанк", "since": null },\n    "client":'),
    pretty.replace('{\n', '{\n  "story": { "order": { "title": "Другой" } },\n'),
    pretty.replace('{\n', '{\n  "note": "Оплачено 90 000 ₽",\n'),
    pretty.replace('"status"', '"\\u0073tatus"'),
    pretty.replace(/"price": (\d+)/, '"price": $1.0'),
    pretty.replace('"order"', `${' '.repeat(500)}"order"`),
    JSON.stringify({ signature: kept.signature, story: { ...kept.story, order: undefined } }),
    'null',
    '{',
  ]
  for (const text of forged) {
    expect(text).not.toBe(pretty)
    expect(await anna.call(check, { body: { text } }), text).toEqual({ is_genuine: false, story: null })
  }
  for (const text of [pretty, `${pretty}\n`, pretty.replaceAll('\n', '\r\n'), JSON.stringify(kept)])
    expect(await anna.call(check, { body: { text } })).toEqual({ is_genuine: true, story: kept.story })
})

test('the sides are called as they were at the choice, whatever they are called later', async () => {
  const { anna, boris, order } = await finishedOrder(api)
  const names = { client: anna.user.full_name, executor: boris.user.full_name }
  for (const person of [anna, boris])
    await person.call('PATCH /api/users/profile', { body: { full_name: 'Совсем другое имя' } })
  const { story } = await anna.call(tell, { params: { id: order.id } })
  expect({ client: story.client.name, executor: story.executor.name }).toEqual(names)
  expect(Object.keys(story.executor)).toEqual(['id', 'name', 'since'])
})

test('a story of a former release, which told names alone, is genuine and shown', async () => {
  const { anna, order } = await finishedOrder(api)
  const { story } = await anna.call(tell, { params: { id: order.id } })
  const former = { ...story, client: 'Анна', executor: 'Борис' }
  const signature = await signDocument(api.ctx, JSON.stringify(former))
  const { story: shown } = await anna.call(check, {
    body: { text: JSON.stringify({ story: former, signature }) },
  })
  expect(shown).toMatchObject({ client: { id: null, name: 'Анна', since: null }, agreement: story.agreement })
})
