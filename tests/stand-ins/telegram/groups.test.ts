import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ada, bob, moderators, type Rig, telegramWithBot, token } from './rig.ts'

let rig: Rig

beforeAll(async () => {
  rig = await telegramWithBot()
})
afterAll(() => rig.telegram.close())
beforeEach(async () => {
  await rig.post('/reset')
  await rig.post('/limits', { enabled: false })
})

type Chat = { id: number; type: string; members: number[] }
const patchChat = (id: number, body: object) =>
  fetch(`${rig.telegram.origin}/__desk/api/chats/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const updates = () => rig.api.getUpdates()

test('a group that becomes a supergroup refuses messages and names the id under which it goes on', async () => {
  await patchChat(moderators, { type: 'group' })
  const oldMessage = await rig.api.sendMessage(moderators, 'до')
  const next = await rig.post<Chat>(`/chats/${moderators}/migrate`)
  const parameters = { migrate_to_chat_id: next.id }
  await expect(rig.api.sendMessage(moderators, 'после')).rejects.toMatchObject({
    error_code: 400,
    description: 'Bad Request: group chat was upgraded to a supergroup chat',
    parameters,
  })
  await expect(rig.api.getChatMember(moderators, 7_000_000_000)).rejects.toMatchObject({ parameters })
  await expect(rig.api.editMessageText(moderators, oldMessage.message_id, 'иначе')).rejects.toMatchObject({
    description: "Bad Request: message can't be edited",
  })
  expect((await rig.api.sendMessage(next.id, 'здесь')).chat).toMatchObject({
    id: next.id,
    type: 'supergroup',
  })
  const membershipUpdates = (await updates()).map(({ message, my_chat_member }) => ({
    chat: message?.chat.id ?? my_chat_member?.chat.id,
    to: message?.migrate_to_chat_id,
    from: message?.migrate_from_chat_id,
    status: my_chat_member?.new_chat_member.status,
  }))
  expect(membershipUpdates).toEqual([
    { chat: next.id, status: 'member' },
    { chat: moderators, to: next.id },
    { chat: next.id, from: moderators },
  ])
})

test('a group without the bot refuses it by the words of its kind, and the bot hears of being let in', async () => {
  await rig.post(`/chats/${moderators}/bot`, { status: 'kicked' })
  await expect(rig.api.sendMessage(moderators, 'слово')).rejects.toMatchObject({
    description: 'Forbidden: bot was kicked from the supergroup chat',
  })
  await patchChat(moderators, { type: 'group' })
  await rig.post(`/chats/${moderators}/bot`, { status: 'left' })
  await expect(rig.api.sendMessage(moderators, 'слово')).rejects.toMatchObject({
    description: 'Forbidden: bot is not a member of the group chat',
  })
  await rig.post(`/chats/${moderators}/bot`, { status: 'restricted' })
  await expect(rig.api.sendMessage(moderators, 'слово')).rejects.toMatchObject({
    description: 'Bad Request: not enough rights to send text messages to the chat',
  })
  await rig.post(`/chats/${moderators}/bot`, { status: 'member' })
  await rig.api.sendMessage(moderators, 'слово')
  const statuses = (await updates()).map(({ my_chat_member }) => my_chat_member?.new_chat_member.status)
  expect(statuses).toEqual(['kicked', 'left', 'restricted', 'member'])
})

test('who writes in the name of a chat is a bot of Telegram; a press names the person', async () => {
  const sendToGroup = (body: object) => rig.post(`/users/${ada}/send`, { chat_id: moderators, ...body })
  const { message_id } = await rig.api.sendMessage(moderators, 'Карточка', {
    reply_markup: { inline_keyboard: [[{ text: 'Да', callback_data: 'yes' }]] },
  })
  await sendToGroup({ text: '/queue', as: 'group' })
  await sendToGroup({ text: '/queue', as: 'channel' })
  await sendToGroup({ text: '/queue', as: 'linked_channel' })
  await rig.post(`/users/${ada}/tap`, { chat_id: moderators, message_id, wait_ms: 0 })
  const heard = await updates()
  expect(
    heard.map(({ message }) => [message?.from?.id, message?.from?.is_bot, message?.sender_chat?.type]),
  ).toEqual([
    [1_087_968_824, true, 'supergroup'],
    [136_817_688, true, 'channel'],
    [777_000, false, 'channel'],
    [undefined, undefined, undefined],
  ])
  expect(heard[0]?.message?.sender_chat?.id).toBe(moderators)
  expect(heard[3]?.callback_query?.from.id).toBe(ada)
})

test('a person chooses a group by a button of the keyboard, and only one that fits', async () => {
  await rig.post(`/users/${ada}/start`)
  const request_chat = { request_id: 7, chat_is_channel: false, bot_is_member: true, request_title: true }
  await rig.api.sendMessage(ada, 'Какая?', {
    reply_markup: { keyboard: [[{ text: 'Группа', request_chat }]] },
  })
  await rig.drain()
  await rig.post(`/users/${ada}/share-chat`, { request_id: 7, chat_id: moderators })
  const [{ message } = {}] = await updates()
  expect(message?.chat_shared).toEqual({ request_id: 7, chat_id: moderators, title: 'Модераторы' })
  const refusalOf = async (body: object) =>
    (await rig.post<{ error?: string }>(`/users/${ada}/share-chat`, body)).error
  expect(await refusalOf({ request_id: 8, chat_id: moderators })).toContain('no such button')
  await rig.post(`/chats/${moderators}/bot`, { status: 'left' })
  expect(await refusalOf({ request_id: 7, chat_id: moderators })).toContain('does not offer')
  await expect(
    rig.api.sendMessage(moderators, 'x', { reply_markup: { keyboard: [[{ text: 'x', request_chat }]] } }),
  ).rejects.toThrow()
})

test('a chat is described with what every chat of its kind has', async () => {
  await rig.post(`/users/${bob}/start`)
  const bobs = await rig.api.getChat(bob)
  expect(bobs).toMatchObject({
    type: 'private',
    first_name: 'Боб',
    accent_color_id: 0,
    max_reaction_count: 11,
  })
  const group = await rig.api.getChat(moderators)
  expect(group).toMatchObject({ type: 'supergroup', permissions: { can_send_messages: true } })
  expect(group.accepted_gift_types.unique_gifts).toBe(true)
})

test('a button to an account is refused when the account hides itself or is nobody', async () => {
  const button = (id: number) => ({
    reply_markup: { inline_keyboard: [[{ text: 'Написать', url: `tg://user?id=${id}` }]] },
  })
  await rig.post(`/users/${ada}/start`)
  await rig.api.sendMessage(ada, 'Боб', button(bob))
  await fetch(`${rig.telegram.origin}/__desk/api/users/${bob}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ has_private_forwards: true }),
  })
  await expect(rig.api.sendMessage(ada, 'Боб', button(bob))).rejects.toMatchObject({
    description: 'Bad Request: BUTTON_USER_PRIVACY_RESTRICTED',
  })
  await expect(rig.api.sendMessage(ada, 'Никто', button(1))).rejects.toMatchObject({
    description: 'Bad Request: BUTTON_USER_INVALID',
  })
})

test.each([
  ['http://otklik.example/updates', 'An HTTPS URL must be provided for webhook'],
  ['https://otklik.example:3001/updates', 'Webhook can be set up only on ports 80, 88, 443 or 8443'],
  ['https://10.0.0.7/updates', 'IP address 10.0.0.7 is reserved'],
])('a webhook at %s is refused', async (url, reason) => {
  await expect(rig.api.setWebhook(url)).rejects.toMatchObject({
    description: `Bad Request: bad webhook: ${reason}`,
  })
})

test('a webhook on any of the four ports is taken; loopback only while addresses need not be strict', async () => {
  for (const port of ['', ':80', ':88', ':8443'])
    await rig.api.setWebhook(`https://otklik.example${port}/updates`)
  await rig.api.setWebhook('http://127.0.0.1:39999/updates')
  await rig.api.deleteWebhook()
  await rig.post('/settings', { strict_urls: true })
  await expect(rig.api.setWebhook('https://127.0.0.1/updates')).rejects.toMatchObject({
    description: 'Bad Request: bad webhook: IP address 127.0.0.1 is reserved',
  })
})

test.each([
  [{ offset: 0, length: 9 }, 'ends after the end of the text at UTF-16 offset 9'],
  [{ offset: -1, length: 2 }, 'incorrect offset -1'],
  [{ offset: 1, length: 2 }, 'starts in the middle of a UTF-16 symbol'],
  [{ offset: 0, length: 1 }, 'ends in the middle of a UTF-16 symbol'],
])('an entity at %j of a short text is refused', async (offset, reason) => {
  await rig.post(`/users/${ada}/start`)
  const entities = [{ type: 'bold' as const, ...offset }]
  await expect(rig.api.sendMessage(ada, '👍ok', { entities })).rejects.toMatchObject({
    description: expect.stringContaining(reason),
  })
})

test('an answer that breaks off in its midst has had its effect', async () => {
  await rig.post(`/users/${ada}/start`)
  await rig.post('/faults', { method: 'sendMessage', drop: 'middle' })
  const text = encodeURIComponent('пол-ответа')
  const address = `${rig.telegram.origin}/bot${token}/sendMessage?chat_id=${ada}&text=${text}`
  await expect(fetch(address).then((reply) => reply.json())).rejects.toThrow('terminated')
  expect(await rig.get(`/messages?chat_id=${ada}&text=пол-ответа`)).toHaveLength(1)
})

test('a press below an inline message, or below one that is gone, names no chat', async () => {
  await rig.drain()
  const pressResult = rig.post(`/users/${bob}/press-inline`, { data: 'x' })
  const query = (await rig.api.getUpdates({ timeout: 2 }))[0]?.callback_query
  expect([query?.message, typeof query?.inline_message_id]).toEqual([undefined, 'string'])
  await rig.api.answerCallbackQuery(query?.id ?? '', { text: 'Нет' })
  expect(await pressResult).toMatchObject({ answer: { text: 'Нет' } })
})
