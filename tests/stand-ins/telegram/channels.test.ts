import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ada, type Rig, telegramWithBot } from './rig.ts'

let rig: Rig

beforeAll(async () => {
  rig = await telegramWithBot()
})
afterAll(() => rig.telegram.close())
beforeEach(async () => {
  await rig.post('/reset')
})

type Chat = { id: number }
const all = { can_post_messages: true, can_edit_messages: true, can_delete_messages: true }
const none = { can_post_messages: false, can_edit_messages: false, can_delete_messages: false }

const createChannel = (fields: object = {}) =>
  rig.post<Chat>('/channels', { title: 'Заказы', username: 'otklik_design', members: [ada], ...fields })
const setBot = (id: number, status: string, rights?: object) =>
  rig.post(`/chats/${id}/bot`, { status, ...(rights && { rights }) })
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    ({ description }) => description,
  )

test('a channel is posted to by its id and its name, and numbers its own posts', async () => {
  const { id } = await createChannel()
  expect((await rig.api.sendMessage(id, 'раз')).message_id).toBe(1)
  expect(await rig.api.sendMessage('@Otklik_Design', 'два')).toMatchObject({
    message_id: 2,
    chat: { id, type: 'channel', title: 'Заказы', username: 'otklik_design' },
  })
  expect(await rig.api.getChat('@otklik_design')).toMatchObject({ id, type: 'channel', title: 'Заказы' })
  expect(await rig.api.getChatMember(id, 7_000_000_000)).toMatchObject({ status: 'administrator', ...all })
})

test('without the right to post nothing is posted; old posts are edited with either right', async () => {
  const { id } = await createChannel()
  const { message_id } = await rig.api.sendMessage(id, 'раз')
  await setBot(id, 'administrator', { can_post_messages: false })
  expect(await refusal(rig.api.sendMessage(id, 'два'))).toBe(
    'Bad Request: need administrator rights in the channel chat',
  )
  await rig.api.editMessageText(id, message_id, 'иначе')
  await setBot(id, 'administrator', { can_post_messages: true, can_edit_messages: false })
  await rig.api.editMessageText(id, message_id, 'ещё иначе')
  await setBot(id, 'administrator', none)
  expect(await refusal(rig.api.editMessageText(id, message_id, 'никак'))).toBe(
    "Bad Request: message can't be edited",
  )
  expect(await refusal(rig.api.deleteMessage(id, message_id))).toBe("Bad Request: message can't be deleted")
  await setBot(id, 'administrator', { can_delete_messages: true })
  await rig.api.deleteMessage(id, message_id)
  expect(await refusal(rig.api.editMessageText(id, message_id, 'нет'))).toBe(
    'Bad Request: message to edit not found',
  )
  expect(await refusal(rig.api.deleteMessage(id, message_id))).toBe(
    'Bad Request: message to delete not found',
  )
})

test('the right to post deletes own posts, and a post that an administrator deleted is not found', async () => {
  const { id } = await createChannel()
  const first = await rig.api.sendMessage(id, 'раз')
  const second = await rig.api.sendMessage(id, 'два')
  await setBot(id, 'administrator', { can_delete_messages: false })
  await rig.api.deleteMessage(id, first.message_id)
  await fetch(`${rig.telegram.origin}/__desk/api/chats/${id}/messages/${second.message_id}`, {
    method: 'DELETE',
  })
  expect(await refusal(rig.api.editMessageText(id, second.message_id, 'нет'))).toBe(
    'Bad Request: message to edit not found',
  )
})

test('a post older than 48 hours is deleted by no right, but can still be edited', async () => {
  const { id } = await createChannel()
  const { message_id, date } = await rig.api.sendMessage(id, 'раз')
  const setAge = (seconds: number) =>
    fetch(`${rig.telegram.origin}/__desk/api/chats/${id}/messages/${message_id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ date: date - seconds }),
    })
  await setAge(48 * 3600)
  expect(await refusal(rig.api.deleteMessage(id, message_id))).toBe("Bad Request: message can't be deleted")
  await rig.api.editMessageText(id, message_id, 'два')
  await setAge(47 * 3600)
  await rig.api.deleteMessage(id, message_id)
})

test('posts of others are edited and deleted with the rights for it alone', async () => {
  const { id } = await createChannel()
  const { message_id } = await rig.post<{ message_id: number }>(`/chats/${id}/posts`, { text: 'Рукой' })
  await setBot(id, 'administrator', { ...none, can_post_messages: true })
  expect(await refusal(rig.api.editMessageText(id, message_id, 'иначе'))).toBe(
    "Bad Request: message can't be edited",
  )
  expect(await refusal(rig.api.deleteMessage(id, message_id))).toBe("Bad Request: message can't be deleted")
  await setBot(id, 'administrator', { can_edit_messages: true, can_delete_messages: true })
  await rig.api.editMessageText(id, message_id, 'иначе')
  await rig.api.deleteMessage(id, message_id)
})

test('a bot that was thrown out of a public channel is refused by its name as well', async () => {
  const { id } = await createChannel()
  const { message_id } = await rig.api.sendMessage(id, 'раз')
  await setBot(id, 'kicked')
  const words = 'Forbidden: bot was kicked from the channel chat'
  for (const chat of [id, '@otklik_design']) {
    expect(await refusal(rig.api.getChat(chat))).toBe(words)
    expect(await refusal(rig.api.sendMessage(chat, 'два'))).toBe(words)
    expect(await refusal(rig.api.editMessageText(chat, message_id, 'два'))).toBe(words)
  }
  await setBot(id, 'left')
  expect(await refusal(rig.api.editMessageText(id, 99, 'два'))).toBe(
    'Forbidden: bot is not a member of the channel chat',
  )
})

test('a bot outside is refused by the words of a channel, and a deleted channel is not found', async () => {
  const { id } = await createChannel({ username: undefined })
  await setBot(id, 'kicked')
  expect(await refusal(rig.api.sendMessage(id, 'раз'))).toBe(
    'Forbidden: bot was kicked from the channel chat',
  )
  await setBot(id, 'left')
  expect(await refusal(rig.api.getChat(id))).toBe('Forbidden: bot is not a member of the channel chat')
  await setBot(id, 'administrator')
  await rig.api.sendMessage(id, 'раз')
  const statuses = (await rig.api.getUpdates()).map(({ my_chat_member }) => my_chat_member?.new_chat_member)
  expect(statuses.map((member) => member?.status)).toEqual(['kicked', 'left', 'administrator'])
  expect(statuses[2]).toMatchObject(all)
  await fetch(`${rig.telegram.origin}/__desk/api/chats/${id}`, { method: 'DELETE' })
  expect(await refusal(rig.api.sendMessage(id, 'раз'))).toBe('Bad Request: chat not found')
})

test('a public channel can be looked at from outside, but not its administrators', async () => {
  const { id } = await createChannel()
  await setBot(id, 'left')
  expect(await rig.api.getChat('@otklik_design')).toMatchObject({ id })
  expect(await refusal(rig.api.getChatMember(id, 7_000_000_000))).toBe(
    'Bad Request: member list is inaccessible',
  )
})

test('edits count towards the limit of a channel', async () => {
  const { id } = await createChannel()
  await rig.post('/limits', { group_per_minute: 2 })
  const { message_id } = await rig.api.sendMessage(id, 'раз')
  await rig.api.editMessageText(id, message_id, 'два')
  expect(await refusal(rig.api.editMessageText(id, message_id, 'два'))).toMatch('message is not modified')
  await expect(rig.api.editMessageText(id, message_id, 'три')).rejects.toMatchObject({
    error_code: 429,
    parameters: { retry_after: expect.any(Number) },
  })
})

test('a person chooses a channel by a button, which gives the bot the rights it names', async () => {
  const { id } = await createChannel()
  await setBot(id, 'administrator', none)
  await rig.post(`/users/${ada}/start`)
  const request_chat = {
    request_id: 7,
    chat_is_channel: true,
    request_title: true,
    request_username: true,
    bot_administrator_rights: all as never,
  }
  await rig.api.sendMessage(ada, 'Какой?', {
    reply_markup: { keyboard: [[{ text: 'Канал', request_chat }]] },
  })
  await rig.drain()
  await rig.post(`/users/${ada}/share-chat`, { request_id: 7, chat_id: id })
  const shared = (await rig.api.getUpdates()).find(({ message }) => message?.chat_shared)
  expect(shared?.message?.chat_shared).toEqual({
    request_id: 7,
    chat_id: id,
    title: 'Заказы',
    username: 'otklik_design',
  })
  expect(await rig.api.getChatMember(id, 7_000_000_000)).toMatchObject(all)
})
