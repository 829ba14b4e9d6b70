import { beforeAll, expect, test } from 'vitest'
import { signDocument } from '#services/deals/summary.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { freelancer, login } from '#tests/support/people/people.ts'
import { finishedOrder } from './running-work.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const storyCall = 'GET /api/projects/:id/story'
const checkCall = 'POST /api/deals/check'
const today = () => api.ctx.now().toISOString().slice(0, 10)

test('each side keeps what was agreed and done, with its own words and no contacts of the other', async () => {
  const { anna, boris, order } = await finishedOrder(api)
  const params = { id: order.id }
  const roomFields = { user1_id: anna.id, user2_id: boris.id, project_id: order.id, project_chat: true }
  const { id: room_id } = await anna.call('POST /chat/create_room', { body: roomFields })
  await anna.call('POST /chat/send_msg', { body: { room_id, content: 'Логотип синий.' } })
  await boris.call('POST /chat/send_msg', { body: { room_id, content: 'Понял, синий.' } })
  const { story, signature } = await boris.call(storyCall, { params })
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
  expect((await anna.call(storyCall, { params })).story.own_messages).toMatchObject([
    { text: 'Логотип синий.' },
  ])

  const file = { story, signature }
  const checkStory = (storyText: string) => anna.call(checkCall, { body: { text: storyText } })
  const isGenuineStory = async (shownStory: object) =>
    (await checkStory(JSON.stringify(shownStory, null, 2))).is_genuine
  expect(await checkStory(JSON.stringify(file, null, 2))).toEqual({ is_genuine: true, story })
  expect(await isGenuineStory({ ...file, story: { ...story, client: boris.user.full_name } })).toBe(false)
  expect(await isGenuineStory({ ...file, signature: `${signature.slice(0, 17)}${'0'.repeat(128)}` })).toBe(
    false,
  )
  expect(await codeOf((await freelancer(api)).call(storyCall, { params }))).toBe('not_found')
})

test('a story is genuine after the session secret was rotated away, and no other key makes one', async () => {
  const { anna, order } = await finishedOrder(api)
  const story = await anna.call(storyCall, { params: { id: order.id } })
  const repeatedStory = await anna.call(storyCall, { params: { id: order.id } })
  expect(repeatedStory.signature.split('.')[0]).toBe(story.signature.split('.')[0])
  const rotatedKeys = { JWT_SECRETS: `new:${'n'.repeat(48)}` }
  const rotatedApi = { ctx: api.ctx, server: await api.startAnother(rotatedKeys) }
  const reader = await login(rotatedApi, anna.account)
  const isGenuineSignature = async (signature: string) =>
    (await reader.call(checkCall, { body: { text: JSON.stringify({ ...story, signature }) } })).is_genuine
  expect(await isGenuineSignature(story.signature)).toBe(true)
  const storyBeforeEnd = await reader.call(storyCall, { params: { id: order.id } })
  expect(storyBeforeEnd.signature.split('.')[0]).not.toBe(story.signature.split('.')[0])
  const [id] = storyBeforeEnd.signature.split('.')
  const [, signed] = story.signature.split('.')
  expect(await isGenuineSignature(`${id}.${signed}`)).toBe(false)
  expect(await isGenuineSignature(`${'0'.repeat(16)}.${signed}`)).toBe(false)
})

test('before anybody is chosen there is no story', async () => {
  const { anna, order } = await publishedOrder(api)
  expect(await codeOf(anna.call(storyCall, { params: { id: order.id } }))).toBe('wrong_state')
})

test('a file in which anything stands twice, beside or otherwise than it was saved is not genuine', async () => {
  const { anna, order } = await finishedOrder(api)
  const story = await anna.call(storyCall, { params: { id: order.id } })
  const storyText = JSON.stringify(story, null, 2)
  const forgedTexts = [
    storyText.replace('"price":', '"price": 9000000, "price":'),
    storyText.replace(
      '"client":',
      '"client": { "id": 1, "name": "Сбербанк", "since": null },\n    "client":',
    ),
    storyText.replace('{\n', '{\n  "story": { "order": { "title": "Другой" } },\n'),
    storyText.replace('{\n', '{\n  "note": "Оплачено 90 000 ₽",\n'),
    storyText.replace('"status"', '"\\u0073tatus"'),
    storyText.replace(/"price": (\d+)/, '"price": $1.0'),
    storyText.replace('"order"', `${' '.repeat(500)}"order"`),
    JSON.stringify({ signature: story.signature, story: { ...story.story, order: undefined } }),
    'null',
    '{',
  ]
  for (const text of forgedTexts) {
    expect(text).not.toBe(storyText)
    expect(await anna.call(checkCall, { body: { text } }), text).toEqual({ is_genuine: false, story: null })
  }
  for (const text of [storyText, `${storyText}\n`, storyText.replaceAll('\n', '\r\n'), JSON.stringify(story)])
    expect(await anna.call(checkCall, { body: { text } })).toEqual({ is_genuine: true, story: story.story })
})

test('the sides are called as they were at the choice, whatever they are called later', async () => {
  const { anna, boris, order } = await finishedOrder(api)
  const names = { client: anna.user.full_name, executor: boris.user.full_name }
  for (const person of [anna, boris])
    await person.call('PATCH /api/users/profile', { body: { full_name: 'Совсем другое имя' } })
  const { story } = await anna.call(storyCall, { params: { id: order.id } })
  expect({ client: story.client.name, executor: story.executor.name }).toEqual(names)
  expect(Object.keys(story.executor)).toEqual(['id', 'name', 'since'])
})

test('a story of a former release, which told names alone, is genuine and shown', async () => {
  const { anna, order } = await finishedOrder(api)
  const { story } = await anna.call(storyCall, { params: { id: order.id } })
  const olderStory = { ...story, client: 'Анна', executor: 'Борис' }
  const signature = await signDocument(api.ctx, JSON.stringify(olderStory))
  const { story: checkedStory } = await anna.call(checkCall, {
    body: { text: JSON.stringify({ story: olderStory, signature }) },
  })
  expect(checkedStory).toMatchObject({
    client: { id: null, name: 'Анна', since: null },
    agreement: story.agreement,
  })
})
