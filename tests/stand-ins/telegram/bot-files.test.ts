import { InputFile } from 'grammy'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addStartedUser, type Rig, telegramWithBot } from './rig.ts'

/** Files that people send to the bot, and files that the bot sends to people. */

let rig: Rig
beforeAll(async () => {
  rig = await telegramWithBot()
  await rig.post('/limits', { enabled: false })
})
afterAll(() => rig.telegram.close())

test('files travel both ways', async () => {
  const id = await addStartedUser(rig)
  const sentMessage = await rig.api.sendDocument(id, new InputFile(Buffer.from('договор'), 'Договор.txt'), {
    caption: 'Вот',
  })
  expect(sentMessage).toMatchObject({ caption: 'Вот', document: { file_name: 'Договор.txt' } })
  const { file_path } = await rig.api.getFile(sentMessage.document.file_id)
  const reply = await fetch(`${rig.telegram.origin}/file/bot${rig.bot.token}/${file_path}`)
  expect(await reply.text()).toBe('договор')
})

test('a photo of a person comes in two sizes, the larger as it was given, with caption and quote', async () => {
  const id = await addStartedUser(rig)
  const notice = await rig.api.sendMessage(id, 'Новое сообщение')
  await rig.drain()
  const photo = { name: 'a.jpg', base64: Buffer.from('снимок').toString('base64') }
  const album = { photo, caption: 'Вот', media_group_id: '1', reply_to_message_id: notice.message_id }
  await rig.post(`/users/${id}/send`, album)
  const [heard] = await rig.api.getUpdates({ offset: 0 })
  const { message } = heard ?? {}
  expect(message).toMatchObject({
    ...{ caption: 'Вот', media_group_id: '1', reply_to_message: { message_id: notice.message_id } },
    photo: [{ width: 90 }, { width: 1280, file_size: 12 }],
  })
  const { file_path } = await rig.api.getFile(message?.photo?.at(-1)?.file_id ?? '')
  const at = (token: string, path = file_path) => fetch(`${rig.telegram.origin}/file/bot${token}/${path}`)
  expect(await (await at(rig.bot.token)).text()).toBe('снимок')
  expect([(await at('1:wrong')).status, (await at(rig.bot.token, 'photos/none.jpg')).status]).toEqual([
    404, 404,
  ])
})

test('files over 20 MB are not given to bots', async () => {
  const id = await addStartedUser(rig)
  const document = { name: 'a.zip', base64: Buffer.alloc(20 * 1024 * 1024 + 1).toString('base64') }
  const sentMessage = await rig.post<{ document: { file_id: string } }>(`/users/${id}/send`, { document })
  await expect(rig.api.getFile(sentMessage.document.file_id)).rejects.toThrow('Bad Request: file is too big')
})
