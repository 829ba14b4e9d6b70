import { beforeAll, expect, test } from 'vitest'
import { insertPublished, openRoomWith } from '#tests/api/chat/chat-scenes.ts'
import { expectHarmless, sendHostileFiles } from '#tests/api/files/hostile-files.ts'
import { pdf } from '#tests/api/files/uploads-corpus.ts'
import { send } from '#tests/api/files/uploads-sending.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { client, freelancer, type Person } from '#tests/support/people/people.ts'
import { everyMessage } from '#workers/telegram/messages.ts'

let api: Api
let author: Person
let worker: Person
let otherFreelancer: Person
beforeAll(async () => {
  api = await openApi()
  author = await client(api)
  worker = await freelancer(api)
  otherFreelancer = await freelancer(api)
})

const upload = async (person: Person) => (await send(api, person, { name: 'Макет.pdf', bytes: pdf })).file.id
const sendResponse = (sender: Person, project_id: number, file_ids: number[]) =>
  sender.call('POST /api/projects/add_resp', {
    body: { response: { project_id, response_text: 'Сделаю за неделю.' }, file_ids },
  })
const responsesAs = (reader: Person, id: number) =>
  reader.call('GET /api/projects/:id/responses', { params: { id } })

test('of the hostile corpus nothing runs, nothing hides and no name misleads in a response', async () => {
  for (const fileIds of await sendHostileFiles(api, worker)) {
    const id = await insertPublished(api, author.id)
    await sendResponse(worker, id, fileIds)
    const shownFiles = (await responsesAs(author, id)).flatMap(({ files }) => files)
    expect(shownFiles.map((file) => file.id)).toEqual(fileIds)
    await expectHarmless(api, shownFiles)
  }
})

test('the files of a response are for its two sides; what lies in a room or with others comes into none', async () => {
  const id = await insertPublished(api, author.id)
  const file = await upload(worker)
  await sendResponse(worker, id, [file])
  expect(await responsesAs(otherFreelancer, id)).toEqual([])
  for (const person of [otherFreelancer, author])
    expect(await codeOf(person.call('DELETE /api/files/delete', { body: { id: file } }))).not.toBe('accepted')
  const room = await openRoomWith(author, worker, { project_id: id })
  const workersFile = await upload(worker)
  const body = { content: 'Вот', room_id: room.id, sender_id: worker.id, file_ids: [workersFile] }
  await worker.call('POST /chat/send_msg', { body })
  const otherOrder = await insertPublished(api, author.id)
  const elevenIds = Array.from({ length: 11 }, (_, index) => file + index)
  for (const file_ids of [[file], [workersFile], [await upload(otherFreelancer)], elevenIds])
    expect(await codeOf(sendResponse(worker, otherOrder, file_ids))).toBe('invalid_input')
  expect(await responsesAs(author, otherOrder)).toEqual([])
})

test('the message to the author counts the files that the response still has', async () => {
  const id = await insertPublished(api, author.id)
  const files = [await upload(worker), await upload(worker), await upload(worker)]
  const sent = await sendResponse(worker, id, files)
  const withoutFiles = await sendResponse(otherFreelancer, id, [])
  const deleted_at = api.ctx.now().toISOString()
  const [firstFile = 0] = files
  await api.ctx.db.updateTable('files').set({ deleted_at }).where('id', '=', firstFile).execute()
  const reader = { chat_id: 1, language: 'ru', is_private: true } as const
  const textOf = async (response_id: number) =>
    (await everyMessage.new_response.compose(api.ctx, { response_id }, reader))?.text
  expect(await textOf(sent.id)).toContain('Файлов: 2')
  expect(await textOf(withoutFiles.id)).not.toContain('Файлов')
})
