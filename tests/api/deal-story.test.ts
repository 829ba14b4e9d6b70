import { beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api.ts'
import { codeOf } from '#tests/support/call.ts'
import { publishedOrder } from '#tests/support/order-life.ts'
import { freelancer, login } from '#tests/support/people.ts'
import { finishedOrder } from './running-work.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const tell = 'GET /api/projects/:id/story'
const check = 'POST /api/deals/check'

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
    client: anna.user.full_name,
    executor: boris.user.full_name,
    told_to: 'executor',
    own_messages: [{ text: 'Понял, синий.' }],
  })
  expect(story.moments.accepted_at).not.toBeNull()
  const text = JSON.stringify(story)
  expect(text).not.toContain(anna.account.username)
  expect(text).not.toContain('Логотип синий.')
  expect((await anna.call(tell, { params })).story.own_messages).toMatchObject([{ text: 'Логотип синий.' }])

  const genuine = async (shown: object, by = signature) =>
    (await anna.call(check, { body: { story: shown as never, signature: by } })).is_genuine
  // As it comes out of a file.
  expect(await genuine(JSON.parse(text))).toBe(true)
  expect(await genuine({ ...story, client: 'Другой' })).toBe(false)
  expect(await genuine(story, `${signature.slice(0, 17)}${'0'.repeat(128)}`)).toBe(false)
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
    (await reader.call(check, { body: { story: kept.story as never, signature } })).is_genuine
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
