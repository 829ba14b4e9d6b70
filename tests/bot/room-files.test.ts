import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { buildServer } from '#services/api/server.ts'
import { createBot } from '#services/bot/bot.ts'
import { messagesOf } from '#tests/api/chat/chat-scenes.ts'
import {
  archiveBombs,
  damagedFiles,
  docx,
  hiddenBombs,
  makePolyglots,
  pdf,
  photo,
  type Sample,
  wrongTypes,
} from '#tests/api/files/uploads-corpus.ts'
import { fetchFile } from '#tests/api/files/uploads-sending.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { login, newAccount } from '#tests/support/people/people.ts'
import { contextWith } from '#tests/workers/setup.ts'
import { roomScenes } from './room-scenes.ts'
import { type Message, openBot, waitForReply } from './telegram.ts'

type Scenes = ReturnType<typeof roomScenes>
let setup: Awaited<ReturnType<typeof openBot>>
let openNotifiedRoom: Scenes['openNotifiedRoom']
let sendToBot: Scenes['sendToBot']
let server: Awaited<ReturnType<typeof buildServer>>['app']

beforeAll(async () => {
  setup = await openBot()
  ;({ openNotifiedRoom, sendToBot } = roomScenes(setup))
  // The people of this test write faster than Telegram's limits allow.
  await setup.telegram.post('/limits', { enabled: false })
  ;({ app: server } = await buildServer(setup.ctx))
  return async () => server.close()
})

const base64 = (bytes: Buffer) => bytes.toString('base64')
const documentOf = ({ name, bytes }: Sample) => ({ document: { name, base64: base64(bytes) } })
const openApp = (id?: number) => login({ ctx: setup.ctx, server }, newAccount(id ? { id } : {}))
const fetchRoomFile = (address = '') => fetchFile({ server, ctx: setup.ctx }, address)

async function readMessages(room_id: number) {
  const rows = await setup.ctx.db
    .selectFrom('chat_messages as message')
    .leftJoin('files as file', 'file.message_id', 'message.id')
    .select(['message.content', 'message.reply_to', 'file.name', 'file.file_format'])
    .where('message.room_id', '=', room_id)
    .orderBy('message.id')
    .execute()
  return rows.slice(1)
}

test('a photo goes into the room in its full size; both sides open it, and nobody else', async () => {
  const { anna, boris, room_id, chatMessage, noticeId } = await openNotifiedRoom()
  const bytes = await photo(900, 600)
    .withExif({ IFD0: { Make: 'canary-camera' } })
    .jpeg()
    .toBuffer()
  const picture = { photo: { name: 'a.jpg', base64: base64(bytes) } }
  const answer = await sendToBot(anna.telegram_id, { ...picture, reply_to_message_id: noticeId })
  expect(answer.text).toContain('Отправили в чат')
  for (const person of [anna, boris]) {
    const reader = await openApp(person.telegram_id)
    const message = (await messagesOf(reader, room_id)).at(-1)
    expect(message).toMatchObject({ sender_id: anna.id, content: '', reply_to: { id: chatMessage } })
    const [file] = message?.files ?? []
    expect(file?.name).toMatch(/^photo-\d+\.jpg$/)
    const fullFile = await fetchRoomFile(file?.file_url)
    expect(fullFile.status).toBe(200)
    expect(fullFile.bytes.length).toBeGreaterThan(10_000)
    expect(fullFile.bytes.includes('canary')).toBe(false)
    expect((await fetchRoomFile(file?.thumbnail_url ?? '')).status).toBe(200)
    expect((await fetchRoomFile(file?.file_url.split('?')[0])).status).toBe(404)
  }
  expect(await codeOf(messagesOf(await openApp(), room_id))).toBe('not_found')
})

test('a document keeps its name and bytes, and its caption is the text', async () => {
  const { anna, boris, room_id, noticeId } = await openNotifiedRoom()
  const sample = documentOf({ name: 'Смета.docx', bytes: docx })
  await sendToBot(anna.telegram_id, { ...sample, caption: ' Посмотрите ', reply_to_message_id: noticeId })
  const message = (await messagesOf(await openApp(boris.telegram_id), room_id)).at(-1)
  expect(message).toMatchObject({ content: 'Посмотрите', files: [{ name: 'Смета.docx', size: docx.length }] })
  expect((await fetchRoomFile(message?.files[0]?.file_url)).bytes.equals(docx)).toBe(true)
})

test('each photo of an album is a message, and what is said about them is said once', async () => {
  const { anna, room_id, noticeId } = await openNotifiedRoom()
  const { telegram } = setup
  const album = { media_group_id: '7', reply_to_message_id: noticeId }
  const bytes = await photo(200, 100).jpeg().toBuffer()
  const addToAlbum = (caption: string | undefined, content: Buffer) =>
    telegram.post<Message>(`/users/${anna.telegram_id}/send`, {
      ...album,
      caption,
      photo: { name: 'a.jpg', base64: base64(content) },
    })
  for (const caption of ['Три кадра', undefined, undefined]) await addToAlbum(caption, bytes)
  await addToAlbum(undefined, bytes.subarray(0, bytes.length >> 1))
  const answers = async () => {
    const messages = await telegram.get<Message[]>(`/messages?chat_id=${anna.telegram_id}&after=${noticeId}`)
    return messages.filter(({ from }) => from.is_bot).map(({ text }) => text)
  }
  await expect
    .poll(answers)
    .toEqual([expect.stringContaining('Отправили в чат'), expect.stringContaining('повреждён')])
  expect(await readMessages(room_id)).toMatchObject([
    { content: 'Три кадра', file_format: 'jpg' },
    { content: '', file_format: 'jpg' },
    { content: '', file_format: 'jpg' },
  ])
})

test('of the hostile corpus nothing gets in that uploads would refuse, and every refusal is told in words', async () => {
  const { anna, room_id, noticeId } = await openNotifiedRoom()
  const reply = async (sample: Sample) =>
    (await sendToBot(anna.telegram_id, { ...documentOf(sample), reply_to_message_id: noticeId })).text
  for (const bomb of archiveBombs()) expect([bomb.name, await reply(bomb)]).toEqual([bomb.name, tooLarge])
  for (const sample of wrongTypes)
    expect([sample.name, await reply(sample)]).toEqual([sample.name, expect.stringContaining(wrongType)])
  for (const sample of await damagedFiles())
    expect([sample.name, await reply(sample)]).toEqual([sample.name, expect.stringContaining('повреждён')])
  expect(await readMessages(room_id)).toEqual([])
  for (const sample of hiddenBombs())
    expect([sample.name, await reply(sample)]).toEqual([
      sample.name,
      expect.stringMatching(/^(Отправили в чат|Не отправили)/),
    ])
  const messagesBefore = await readMessages(room_id)
  for (const sample of await makePolyglots()) expect(await reply(sample)).toContain('Отправили в чат')
  const newMessages = (await readMessages(room_id)).slice(messagesBefore.length)
  expect(newMessages).toHaveLength(6)
  for (const { name } of newMessages) expect(name).toMatch(/^[\w-]+\.(png|jpg)$/)
})

const tooLarge =
  'Не отправили: слишком большой. Подойдёт файл до 20 МБ, а картинка — ещё и до 25 мегапикселей.'
const wrongType = 'Такой формат не поддерживается. Сюда можно отправить текст, фото или документ'

test('what is too large is not even asked for; what Telegram does not give can be sent again', async () => {
  const { anna, room_id, noticeId } = await openNotifiedRoom()
  const largeFile = documentOf({ name: 'a.zip', bytes: Buffer.alloc(20 * 1024 * 1024 + 1) })
  const fetchesBefore = await setup.telegram.get<unknown[]>('/calls?method=getFile')
  expect((await sendToBot(anna.telegram_id, { ...largeFile, reply_to_message_id: noticeId })).text).toBe(
    tooLarge,
  )
  expect(await setup.telegram.get('/calls?method=getFile')).toHaveLength(fetchesBefore.length)
  const smallFile = { ...documentOf({ name: 'Договор.pdf', bytes: pdf }), reply_to_message_id: noticeId }
  const tooBigFault = { error_code: 400, description: 'Bad Request: file is too big' }
  await setup.telegram.post('/faults', { method: 'getFile', ...tooBigFault })
  expect((await sendToBot(anna.telegram_id, smallFile)).text).toBe(tooLarge)
  for (const fault of [{ error_code: 404 }, { drop: 'before' }]) {
    await setup.telegram.post('/faults', { method: 'file', ...fault })
    expect((await sendToBot(anna.telegram_id, smallFile)).text).toContain('Telegram не отдал нам файл')
  }
  expect(await readMessages(room_id)).toEqual([])
  expect((await sendToBot(anna.telegram_id, smallFile)).text).toContain('Отправили в чат')
  expect(await readMessages(room_id)).toHaveLength(1)
})

test('a file that does not end is left at the limit', async () => {
  const { anna, room_id, noticeId } = await openNotifiedRoom()
  const sentTexts: unknown[] = []
  let megabytesSent = 0
  function* gigabyte() {
    for (; megabytesSent < 1024; megabytesSent++) yield Buffer.alloc(1024 * 1024)
  }
  const endlessServer = Fastify()
  endlessServer.get('/file/*', (_request, reply) => reply.send(Readable.from(gigabyte())))
  endlessServer.post<{ Body: { text?: string } }>('/*', ({ body }) => {
    if (body.text) sentTexts.push(body.text)
    return { ok: true, result: { message_id: 920_002, file_path: 'documents/endless.zip' } }
  })
  const BOT_API_ROOT = await endlessServer.listen({ host: '127.0.0.1', port: 0 })
  const bot = createBot(contextWith(setup.ctx, { BOT_API_ROOT }))
  bot.botInfo = setup.bot.botInfo
  const chat = { id: anna.telegram_id, type: 'private', first_name: 'Анна' }
  const message = { message_id: 920_001, date: 1, chat, from: { ...chat, is_bot: false } }
  const reply_to_message = { message_id: noticeId, date: 1, chat, from: bot.botInfo }
  const document = { file_id: 'endless', file_unique_id: 'endless', file_size: 10 }
  const update = { update_id: 920_001, message: { ...message, reply_to_message, document } }
  await bot.handleUpdate(update as never)
  await endlessServer.close()
  expect(sentTexts).toEqual([tooLarge])
  // The test allows 40 MB, because data already in the socket buffers counts as sent.
  expect(megabytesSent).toBeLessThan(40)
  expect(await readMessages(room_id)).toEqual([])
})

test('a room that takes no messages and a day that is full say so, and nothing is taken from Telegram', async () => {
  const { anna, boris, room_id, noticeId } = await openNotifiedRoom()
  const { db } = setup.ctx
  const file = { ...documentOf({ name: 'Договор.pdf', bytes: pdf }), reply_to_message_id: noticeId }
  const fetchesBefore = await setup.telegram.get<unknown[]>('/calls?method=getFile')
  await db.insertInto('user_blocks').values({ user_id: boris.id, blocked_id: anna.id }).execute()
  expect((await sendToBot(anna.telegram_id, file)).text).toContain('Этот чат закрыт')
  await db.deleteFrom('user_blocks').where('user_id', '=', boris.id).execute()
  await db.insertInto('user_blocks').values({ user_id: anna.id, blocked_id: boris.id }).execute()
  expect((await sendToBot(anna.telegram_id, file)).text).toContain('Этому человеку нельзя написать')
  await db.deleteFrom('user_blocks').where('user_id', '=', anna.id).execute()
  await db.updateTable('chat_rooms').set({ is_read_only: true }).where('id', '=', room_id).execute()
  expect((await sendToBot(anna.telegram_id, file)).text).toContain('Этот чат закрыт')
  await db.updateTable('chat_rooms').set({ is_read_only: false }).where('id', '=', room_id).execute()
  expect(await setup.telegram.get('/calls?method=getFile')).toHaveLength(fetchesBefore.length)
  const fileColumns = {
    owner_id: anna.id,
    purpose: 'attachment' as const,
    file_format: 'pdf',
    mime_type: 'x',
    bytes: 1,
  }
  const day = Array.from({ length: 20 }, (_, n) => ({
    ...fileColumns,
    storage_key: `full-${n}`,
    name: 'a.pdf',
  }))
  await db.insertInto('files').values(day).execute()
  expect((await sendToBot(anna.telegram_id, file)).text).toContain('Лимит файлов на сегодня исчерпан')
  expect(await readMessages(room_id)).toEqual([])
})

test('an update that comes twice puts its file in once, and a stranger’s reply puts in nothing', async () => {
  const { anna, boris, room_id, noticeId } = await openNotifiedRoom()
  const file = { ...documentOf({ name: 'Договор.pdf', bytes: pdf }), reply_to_message_id: noticeId }
  const message = await setup.telegram.post<Message>(`/users/${anna.telegram_id}/send`, file)
  await waitForReply(setup, anna.telegram_id, message.message_id)
  const fetchesBefore = await setup.telegram.get<unknown[]>('/calls?method=getFile')
  // Simulates a process that stored the chat message and died before it marked the update as done.
  await setup.bot.handleUpdate({ update_id: 910_001, message } as never)
  expect(await setup.telegram.get('/calls?method=getFile')).toHaveLength(fetchesBefore.length)
  const borisSender = { ...message.from, id: boris.telegram_id }
  const foreignMessage = {
    ...message,
    message_id: 910_002,
    from: borisSender,
    chat: { ...message.chat, id: boris.telegram_id },
  }
  await setup.bot.handleUpdate({ update_id: 910_002, message: foreignMessage } as never)
  expect(await readMessages(room_id)).toHaveLength(1)
  const fileRows = setup.ctx.db.selectFrom('files').select('id').where('owner_id', 'in', [anna.id, boris.id])
  expect(await fileRows.execute()).toHaveLength(1)
})
