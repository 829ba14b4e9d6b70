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

function write(sender: Person, file_ids: number[], room = room_id, extraFields: Rest = {}) {
  const body = { content: 'Вот файлы', room_id: room, sender_id: sender.id, file_ids, ...extraFields }
  return sender.call('POST /chat/send_msg', { body })
}
type Rest = { content?: string; reply_to?: number }

test('a photo and a document come with a message; both people of the room open them, the photo has a small one', async () => {
  const bytes = await photo(900, 600).jpeg().toBuffer()
  const picture = (await send(api, worker, { name: 'Кадр.jpg', bytes })).file
  const document = await upload(worker)
  const sentMessage = await write(worker, [picture.id, document.id])
  expect(sentMessage.files.map(({ name }) => name)).toEqual(['Кадр.jpg', 'Договор.pdf'])
  const receivedMessage = (await messagesOf(author, room_id)).at(-1)
  const [receivedPicture, receivedDocument] = receivedMessage?.files ?? []
  expect(receivedDocument?.thumbnail_url).toBeNull()
  expect((await fetchFile(api, receivedPicture?.thumbnail_url ?? '')).status).toBe(200)
  const fetched = await fetchFile(api, receivedDocument?.file_url ?? '')
  expect(fetched.bytes.equals(pdf)).toBe(true)
  expect(fetched.headers['content-disposition']).toMatch(/^attachment/)
  expect((await fetchFile(api, (receivedDocument?.file_url ?? '').split('?')[0] ?? '')).status).toBe(404)
})

test('nobody outside the room reaches its files, a moderator neither', async () => {
  const { id } = await upload(worker)
  await write(worker, [id])
  const project_id = await insertPublished(api, author.id)
  await insertResponse(api, project_id, stranger.id)
  const otherRoom = await openRoomWith(author, stranger, { project_id })
  for (const person of [stranger, await moderator(api)]) {
    expect(await codeOf(messagesOf(person, room_id))).toBe('not_found')
    expect(await codeOf(person.call('DELETE /api/files/delete', { body: { id } }))).toBe('not_found')
  }
  expect(await codeOf(write(stranger, [id], otherRoom.id))).toBe('invalid_input')
  expect(await codeOf(write(author, [id]))).toBe('invalid_input')
  expect(await codeOf(write(worker, [id]))).toBe('invalid_input')
})

test('another’s waiting file, an eleventh and one given up stay outside, and no message is written', async () => {
  const countBefore = (await messagesOf(author, room_id)).length
  const strangersFile = await upload(stranger)
  const deletedFile = await upload(worker)
  await worker.call('DELETE /api/files/delete', { body: { id: deletedFile.id } })
  expect(await codeOf(write(worker, [strangersFile.id]))).toBe('invalid_input')
  expect(await codeOf(write(worker, [deletedFile.id]))).toBe('invalid_input')
  const elevenIds = Array.from({ length: 11 }, (_, index) => strangersFile.id + index)
  expect(await codeOf(write(worker, elevenIds))).toBe('invalid_input')
  expect(await messagesOf(author, room_id)).toHaveLength(countBefore)
})

test('a message taken back takes its files along; until then they cannot be pulled out of it', async () => {
  const file = await upload(author)
  const { id, files } = await write(author, [file.id])
  const address = files[0]?.file_url ?? ''
  expect(await codeOf(author.call('DELETE /api/files/delete', { body: { id: file.id } }))).toBe('wrong_state')
  const deleted = await author.call('DELETE /chat/messages/:id', { params: { id } })
  expect(deleted).toMatchObject({ is_deleted: true, files: [] })
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
  const sentMessage = await write(author, [firstFile.id, secondFile.id], room_id, { content: ' ' })
  expect(sentMessage).toMatchObject({ content: '', files: [{ name: 'Смета.pdf' }, { name: 'Кадр.jpg' }] })
  const messageIds = { id: sentMessage.id, sender_id: author.id }
  const answered = await write(worker, [], room_id, { reply_to: sentMessage.id })
  expect(answered.reply_to).toEqual({
    ...messageIds,
    content: '',
    files: [
      { name: 'Смета.pdf', is_photo: false },
      { name: 'Кадр.jpg', is_photo: true },
    ],
  })
  await author.call('DELETE /chat/messages/:id', { params: { id: sentMessage.id } })
  const quotingMessage = (await messagesOf(worker, room_id)).find(({ id }) => id === answered.id)
  expect(quotingMessage?.reply_to).toEqual({ ...messageIds, content: null, files: [] })
  for (const content of ['', ' ', '\u200b'])
    expect(await codeOf(write(author, [], room_id, { content }))).toBe('invalid_input')
})

test('of the hostile corpus nothing runs, nothing hides and no name misleads in a room', async () => {
  const parcels = await sendHostileFiles(api, worker)
  for (const fileIds of parcels) await write(worker, fileIds)
  const ids = parcels.flat()
  const receivedFiles = (await messagesOf(author, room_id)).flatMap(({ files }) => files)
  const shownFiles = receivedFiles.filter(({ id }) => ids.includes(id))
  expect(shownFiles).toHaveLength(ids.length)
  await expectHarmless(api, shownFiles)
})
