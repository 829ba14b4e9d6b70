import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { isPresent } from '#services/chat/presence.ts'
import { openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { freelancer, type Person } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { listenTo } from './chat-listener.ts'
import { messagesOf, openRoomWith, write } from './chat-scenes.ts'

const api = await openApi()

/** A room in which both people have written. */
async function talk() {
  const [one, two] = [await freelancer(api), await freelancer(api)]
  const { id } = await openRoomWith(one, two)
  const asked = await write(one, id, 'Когда начнём?')
  await write(two, id, 'Добрый день')
  return { one, two, id, asked }
}

const answer = (from: Person, room_id: number, reply_to: number) =>
  from.call('POST /chat/send_msg', { body: { content: 'Завтра', room_id, sender_id: from.id, reply_to } })

test('an answer quotes a message of its room, cut to a line, until that one is deleted', async () => {
  const { one, two, id, asked } = await talk()
  expect(asked.reply_to).toBeNull()
  const long = await write(one, id, 'Ж'.repeat(500))
  expect((await answer(two, id, long.id)).reply_to).toEqual({
    ...{ id: long.id, sender_id: one.id },
    content: 'Ж'.repeat(limits.chat.quote),
    files: [],
  })
  const { id: quoting } = await answer(two, id, asked.id)
  await one.call('DELETE /chat/messages/:id', { params: { id: asked.id } })
  const gone = { id: asked.id, sender_id: one.id, content: null, files: [] }
  expect((await messagesOf(one, id)).find((message) => message.id === quoting)?.reply_to).toEqual(gone)
  // A reply to a message that was just deleted is still sent.
  expect((await answer(two, id, asked.id)).reply_to).toEqual(gone)
})

test('nothing of another room is quoted', async () => {
  const { two, id } = await talk()
  const other = await talk()
  for (const foreign of [other.asked.id, 999_999])
    expect(await codeOf(answer(two, id, foreign))).toBe('invalid_input')
  expect(await messagesOf(two, id)).toHaveLength(2)
})

test('the other side learns within a second that an answer is written; few words of it go out, and nothing is kept', async () => {
  const { one, two, id } = await talk()
  const here = await listenTo(api.server, one, id)
  const there = await listenTo(await api.another(), two, id)
  await eventually(
    async () => (await isPresent(api.ctx, id, one.id)) && (await isPresent(api.ctx, id, two.id)),
  )
  const type = (person: Person) => person.call('POST /chat/typing', { body: { room_id: id } })
  const started = performance.now()
  for (let n = 0; n < 5; n++) await type(one)
  await eventually(() => there.heard.length > 0)
  expect(performance.now() - started).toBeLessThan(1000)
  const warm = await write(one, id, 'Завтра')
  await eventually(() => there.heard.some(({ event }) => event === 'message'))
  expect(there.heard).toEqual([
    { event: 'typing', id: undefined, data: { room_id: id, user_id: one.id } },
    { event: 'message', id: String(warm.id), data: warm },
  ])
  expect(here.heard.map(({ event }) => event)).toEqual(['message'])
  expect(await messagesOf(one, id)).toHaveLength(3)
})

test('strangers and blocked people write unseen', async () => {
  const { one, two, id } = await talk()
  const stranger = await freelancer(api)
  const type = (person: Person) => person.call('POST /chat/typing', { body: { room_id: id } })
  expect(await codeOf(type(stranger))).toBe('not_found')
  await two.call('POST /api/blocks/:user_id', { params: { user_id: one.id } })
  const there = await listenTo(api.server, two, id)
  await eventually(() => isPresent(api.ctx, id, two.id))
  await type(one)
  await type(two)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(there.heard.filter(({ event }) => event === 'typing')).toEqual([])
})
