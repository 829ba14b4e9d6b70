import { beforeAll, expect, test } from 'vitest'
import { sweepFiles } from '#services/files/sweep.ts'
import { expectHarmless, sendHostileFiles } from '#tests/api/files/hostile-files.ts'
import { pdf, photo } from '#tests/api/files/uploads-corpus.ts'
import { fetchFile, send } from '#tests/api/files/uploads-sending.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { client, freelancer, moderator, type Person } from '#tests/support/people/people.ts'
import { insertPublished, insertResponse, messagesOf, openRoomWith } from './chat-scenes.ts'

let api: Api
let author: Person
let worker: Person
let stranger: Person
let room_id: number

beforeAll(async () => {
  api = await openApi()
  author = await client(api)
  worker = await freelancer(api)
  stranger = await freelancer(api)
  const project_id = await insertPublished(api, author.id)
  await insertResponse(api, project_id, worker.id)
  const room = await openRoomWith(author, worker, { project_id })
  room_id = room.id
})

const upload = async (person: Person, name = 'Договор.pdf') =>
  (await send(api, person, { name, bytes: pdf })).file

function sendFiles(sender: Person, file_ids: number[], room = room_id, extraFields: ExtraFields = {}) {
  const body = { content: 'Вот файлы', room_id: room, sender_id: sender.id, file_ids, ...extraFields }
  return sender.call('POST /chat/send_msg', { body })
}
type ExtraFields = { content?: string; reply_to?: number }

test('a photo and a document come with a message; both people of the room open them, the photo has a small one', async () => {
  const bytes = await photo(900, 600).jpeg().toBuffer()
  const picture = (await send(api, worker, { name: 'Кадр.jpg', bytes })).file
  const document = await upload(worker)
  const sentMessage = await sendFiles(worker, [picture.id, document.id])
  expect(sentMessage.files.map(({ name }) => name)).toEqual(['Кадр.jpg', 'Договор.pdf'])
  const receivedMessage = (await messagesOf(author, room_id)).at(-1)
  const [receivedPicture, receivedDocument] = receivedMessage?.files ?? []
  expect(receivedDocument?.thumbnail_url).toBeNull()
  expect((await fetchFile(api, receivedPicture?.thumbnail_url ?? '')).status).toBe(200)
  const fetchedFile = await fetchFile(api, receivedDocument?.file_url ?? '')
  expect(fetchedFile.bytes.equals(pdf)).toBe(true)
  expect(fetchedFile.headers['content-disposition']).toMatch(/^attachment/)
  expect((await fetchFile(api, (receivedDocument?.file_url ?? '').split('?')[0] ?? '')).status).toBe(404)
})

test('nobody outside the room reaches its files, a moderator neither', async () => {
  const { id } = await upload(worker)
  await sendFiles(worker, [id])
  const project_id = await insertPublished(api, author.id)
  await insertResponse(api, project_id, stranger.id)
  const otherRoom = await openRoomWith(author, stranger, { project_id })
  for (const person of [stranger, await moderator(api)]) {
    expect(await codeOf(messagesOf(person, room_id))).toBe('not_found')
    expect(await codeOf(person.call('DELETE /api/files/delete', { body: { id } }))).toBe('not_found')
  }
  expect(await codeOf(sendFiles(stranger, [id], otherRoom.id))).toBe('invalid_input')
  expect(await codeOf(sendFiles(author, [id]))).toBe('invalid_input')
  expect(await codeOf(sendFiles(worker, [id]))).toBe('invalid_input')
})

test('another’s waiting file, an eleventh and one given up stay outside, and no message is written', async () => {
  const countBefore = (await messagesOf(author, room_id)).length
  const strangersFile = await upload(stranger)
  const deletedFile = await upload(worker)
  await worker.call('DELETE /api/files/delete', { body: { id: deletedFile.id } })
  expect(await codeOf(sendFiles(worker, [strangersFile.id]))).toBe('invalid_input')
  expect(await codeOf(sendFiles(worker, [deletedFile.id]))).toBe('invalid_input')
  const elevenIds = Array.from({ length: 11 }, (_, index) => strangersFile.id + index)
  expect(await codeOf(sendFiles(worker, elevenIds))).toBe('invalid_input')
  expect(await messagesOf(author, room_id)).toHaveLength(countBefore)
})

test('a message taken back takes its files along; until then they cannot be pulled out of it', async () => {
  const file = await upload(author)
  const { id, files } = await sendFiles(author, [file.id])
  const address = files[0]?.file_url ?? ''
  expect(await codeOf(author.call('DELETE /api/files/delete', { body: { id: file.id } }))).toBe('wrong_state')
  const deletedMessage = await author.call('DELETE /chat/messages/:id', { params: { id } })
  expect(deletedMessage).toMatchObject({ is_deleted: true, files: [] })
  expect((await fetchFile(api, address)).status).toBe(404)
  await sweepFiles(api.ctx, 100)
  const row = api.ctx.db.selectFrom('files').select('id').where('id', '=', file.id)
  expect(await row.execute()).toEqual([])
})

test('files need no words; without files words are needed; a quote tells what it was sent with until it is gone', async () => {
  const bytes = await photo(900, 600).jpeg().toBuffer()
  const [firstFile, secondFile] = [
    await upload(author, 'Смета.pdf'),
    (await send(api, author, { name: 'Кадр.jpg', bytes })).file,
  ]
  const sentMessage = await sendFiles(author, [firstFile.id, secondFile.id], room_id, { content: ' ' })
  expect(sentMessage).toMatchObject({ content: '', files: [{ name: 'Смета.pdf' }, { name: 'Кадр.jpg' }] })
  const messageIds = { id: sentMessage.id, sender_id: author.id }
  const replyMessage = await sendFiles(worker, [], room_id, { reply_to: sentMessage.id })
  expect(replyMessage.reply_to).toEqual({
    ...messageIds,
    content: '',
    files: [
      { name: 'Смета.pdf', is_photo: false },
      { name: 'Кадр.jpg', is_photo: true },
    ],
  })
  await author.call('DELETE /chat/messages/:id', { params: { id: sentMessage.id } })
  const quotingMessage = (await messagesOf(worker, room_id)).find(({ id }) => id === replyMessage.id)
  expect(quotingMessage?.reply_to).toEqual({ ...messageIds, content: null, files: [] })
  for (const content of ['', ' ', '\u200b'])
    expect(await codeOf(sendFiles(author, [], room_id, { content }))).toBe('invalid_input')
})

test('of the hostile corpus nothing runs, nothing hides and no name misleads in a room', async () => {
  const hostileMessages = await sendHostileFiles(api, worker)
  for (const fileIds of hostileMessages) await sendFiles(worker, fileIds)
  const ids = hostileMessages.flat()
  const receivedFiles = (await messagesOf(author, room_id)).flatMap(({ files }) => files)
  const shownFiles = receivedFiles.filter(({ id }) => ids.includes(id))
  expect(shownFiles).toHaveLength(ids.length)
  await expectHarmless(api, shownFiles)
})
