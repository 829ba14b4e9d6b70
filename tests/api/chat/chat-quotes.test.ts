import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { isPresent } from '#services/chat/presence.ts'
import { openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { freelancer, type Person } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { listenTo } from './chat-listener.ts'
import { messagesOf, openRoomWith, sendMessage } from './chat-scenes.ts'

const api = await openApi()

/** Opens a chat room in which both people have written. */
async function openTalk() {
  const [writer, partner] = [await freelancer(api), await freelancer(api)]
  const { id } = await openRoomWith(writer, partner)
  const question = await sendMessage(writer, id, 'Когда начнём?')
  const greeting = await sendMessage(partner, id, 'Добрый день')
  return { writer, partner, id, question, greeting }
}

const sendReply = (sender: Person, room_id: number, reply_to: number) =>
  sender.call('POST /chat/send_msg', { body: { content: 'Завтра', room_id, sender_id: sender.id, reply_to } })

test('an answer quotes a message of its room, cut to a line, until that one is deleted', async () => {
  const { writer, partner, id, question } = await openTalk()
  expect(question.reply_to).toBeNull()
  const longMessage = await sendMessage(writer, id, 'Ж'.repeat(500))
  expect((await sendReply(partner, id, longMessage.id)).reply_to).toEqual({
    id: longMessage.id,
    sender_id: writer.id,
    content: 'Ж'.repeat(limits.chat.quote),
    files: [],
  })
  const { id: quoting } = await sendReply(partner, id, question.id)
  await writer.call('DELETE /chat/messages/:id', { params: { id: question.id } })
  const deletedQuote = { id: question.id, sender_id: writer.id, content: null, files: [] }
  expect((await messagesOf(writer, id)).find((message) => message.id === quoting)?.reply_to).toEqual(
    deletedQuote,
  )
  // A reply is sent even if the quoted message has just been deleted.
  expect((await sendReply(partner, id, question.id)).reply_to).toEqual(deletedQuote)
})

test('nothing of another room is quoted', async () => {
  const { partner, id } = await openTalk()
  const otherTalk = await openTalk()
  for (const unreachableId of [otherTalk.question.id, 999_999])
    expect(await codeOf(sendReply(partner, id, unreachableId))).toBe('invalid_input')
  expect(await messagesOf(partner, id)).toHaveLength(2)
})

test('the other side learns at once that an answer is written; few words of it go out, and nothing is kept', async () => {
  const { writer, partner, id } = await openTalk()
  const writerStream = await listenTo(api.server, writer, id)
  const partnerStream = await listenTo(await api.startAnother(), partner, id)
  await eventually(
    async () => (await isPresent(api.ctx, id, writer.id)) && (await isPresent(api.ctx, id, partner.id)),
  )
  const type = (person: Person) => person.call('POST /chat/typing', { body: { room_id: id } })
  for (let n = 0; n < 5; n++) await type(writer)
  await eventually(() => partnerStream.events.length > 0)
  const warmUp = await sendMessage(writer, id, 'Завтра')
  await eventually(() => partnerStream.events.some(({ event }) => event === 'message'))
  expect(partnerStream.events).toEqual([
    { event: 'typing', id: undefined, data: { room_id: id, user_id: writer.id } },
    { event: 'message', id: String(warmUp.id), data: warmUp },
  ])
  expect(writerStream.events.map(({ event }) => event)).toEqual(['message'])
  expect(await messagesOf(writer, id)).toHaveLength(3)
})

test('strangers and blocked people write unseen', async () => {
  const { writer, partner, id, greeting } = await openTalk()
  const stranger = await freelancer(api)
  const type = (person: Person) => person.call('POST /chat/typing', { body: { room_id: id } })
  expect(await codeOf(type(stranger))).toBe('not_found')
  await partner.call('POST /api/blocks/:user_id', { params: { user_id: writer.id } })
  const stream = await listenTo(api.server, partner, id)
  await eventually(() => isPresent(api.ctx, id, partner.id))
  await type(writer)
  await type(partner)
  // Signals of a chat come in their order, so the signals of typing would have come before the one of a deletion.
  await partner.call('DELETE /chat/messages/:id', { params: { id: greeting.id } })
  await eventually(() => stream.events.some(({ event }) => event === 'deleted'))
  expect(stream.events.filter(({ event }) => event === 'typing')).toEqual([])
})
