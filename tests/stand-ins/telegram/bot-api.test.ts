import { Api, InlineKeyboard } from 'grammy'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ada, addStartedUser, bob, moderators, type Rig, telegramWithBot } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await telegramWithBot()
  await rig.post('/limits', { enabled: false })
})
afterAll(() => rig.telegram.close())

test('a stranger cannot be written to first, an unknown one does not exist', async () => {
  const { id } = await rig.post<{ id: number }>('/users', { first_name: 'Тихий' })
  await expect(rig.api.sendMessage(id, 'привет')).rejects.toThrow(
    /403.*can't initiate conversation with a user/,
  )
  await expect(rig.api.sendMessage(1, 'привет')).rejects.toThrow(/400.*chat not found/)
  await rig.post(`/users/${id}/write-access`)
  await expect(rig.api.sendMessage(id, 'привет')).resolves.toMatchObject({ text: 'привет' })
})

test('HTML becomes entities counted in UTF-16', async () => {
  const message = await rig.api.sendMessage(
    await addStartedUser(rig),
    '😀 <b>Заказ &lt;1&gt;</b> <a href="https://a.b/c">тут</a>',
    {
      parse_mode: 'HTML',
    },
  )
  expect(message.text).toBe('😀 Заказ <1> тут')
  expect(message.entities).toEqual([
    { type: 'bold', offset: 3, length: 9 },
    { type: 'text_link', offset: 13, length: 3, url: 'https://a.b/c' },
  ])
})

test.each([
  ['<b>жирный', /can't parse entities: Can't find end tag corresponding to start tag "b"/],
  ['<div>x</div>', /can't parse entities: Unsupported start tag "div" at byte offset 0/],
  ['<b>x</i>', /can't parse entities: Unmatched end tag at byte offset 4, expected "<\/b>", found "<\/i>"/],
  ['', /message text is empty/],
  ['я'.repeat(4097), /message is too long/],
  ['😀'.repeat(2049), /message is too long/],
])('text %# is refused as Telegram refuses it', async (text, reason) => {
  await expect(rig.api.sendMessage(await addStartedUser(rig), text, { parse_mode: 'HTML' })).rejects.toThrow(
    reason,
  )
})

test('buttons that real clients refuse are refused', async () => {
  const id = await addStartedUser(rig)
  const sendKeyboard = (chat: number, keyboard: InlineKeyboard) =>
    rig.api.sendMessage(chat, 'x', { reply_markup: keyboard })
  await expect(sendKeyboard(id, new InlineKeyboard().text('x', 'я'.repeat(33)))).rejects.toThrow(
    /BUTTON_DATA_INVALID/,
  )
  await expect(sendKeyboard(id, new InlineKeyboard().webApp('x', 'http://example.com'))).rejects.toThrow(
    /Only HTTPS links/,
  )
  await expect(sendKeyboard(moderators, new InlineKeyboard().webApp('x', 'https://a.b'))).rejects.toThrow(
    /BUTTON_TYPE_INVALID/,
  )
  await expect(
    sendKeyboard(id, new InlineKeyboard().webApp('x', 'http://127.0.0.1:1/')),
  ).resolves.toBeTruthy()
})

test('a moment in a text is an entity with its time and format', async () => {
  const id = await addStartedUser(rig)
  const html = (content: string) => rig.api.sendMessage(id, `Сдать до ${content}`, { parse_mode: 'HTML' })
  const messageWithTime = await html('<tg-time unix="1795881600" format="Dt">28 ноября, 18:00</tg-time>')
  expect(messageWithTime.text).toBe('Сдать до 28 ноября, 18:00')
  expect(messageWithTime.entities).toEqual([
    { type: 'date_time', offset: 9, length: 16, unix_time: 1_795_881_600, date_time_format: 'Dt' },
  ])
  expect((await html('<tg-time unix="1795881600">завтра</tg-time>')).entities).toMatchObject([
    { type: 'date_time', date_time_format: '' },
  ])
  await expect(html('<tg-time>завтра</tg-time>')).rejects.toThrow(/can't parse entities: Invalid Unix time/)
  await expect(html('<tg-time unix="1" format="tD">завтра</tg-time>')).rejects.toThrow(
    /can't parse entities: Invalid date-time format/,
  )
  const entities = [
    { type: 'date_time', offset: 0, length: 1, unix_time: -1, date_time_format: 'r' },
  ] as const
  await expect(rig.api.sendMessage(id, 'x', { entities: [...entities] })).rejects.toThrow(/Invalid Unix time/)
})

test('an effect is one of the free ones and for private chats', async () => {
  const id = await addStartedUser(rig)
  const sendWithEffect = (chat: number, message_effect_id: string) =>
    rig.api.sendMessage(chat, 'Вас выбрали', { message_effect_id })
  expect(await sendWithEffect(id, '5046509860389126442')).toMatchObject({ effect_id: '5046509860389126442' })
  await expect(sendWithEffect(id, '1')).rejects.toThrow(/400: Bad Request: EFFECT_ID_INVALID/)
  await expect(sendWithEffect(moderators, '5046509860389126442')).rejects.toThrow(/Can't use message effects/)
})

test('a message for one person of a group needs their fresh press, and nobody else sees it', async () => {
  await rig.drain()
  const keyboard = new InlineKeyboard().text('Взять', 'v1:take:1')
  const { message_id } = await rig.api.sendMessage(moderators, 'Карточка', { reply_markup: keyboard })
  await rig.post(`/users/${ada}/tap`, { chat_id: moderators, message_id, wait_ms: 0 })
  const [update] = await rig.api.getUpdates({ offset: 0, allowed_updates: ['callback_query', 'message'] })
  const queryId = update?.callback_query?.id ?? ''
  const whisper = (chat: number, receiver_user_id: number, callback_query_id?: string, extraFields = {}) =>
    rig.api.sendMessage(chat, 'Уже решено', {
      ephemeral_message_parameters: { receiver_user_id, callback_query_id },
      ...extraFields,
    })
  const sentMessage = await whisper(moderators, ada, queryId)
  expect(sentMessage).toMatchObject({ message_id: 0, receiver_user: { id: ada } })
  expect(sentMessage.ephemeral_message_id).toBeGreaterThan(0)
  const texts = async (query: string) =>
    (await rig.get<{ text?: string }[]>(`/messages?chat_id=${moderators}${query}`)).map(({ text }) => text)
  expect(await texts(`&user_id=${ada}`)).toContain('Уже решено')
  expect(await texts('')).not.toContain('Уже решено')
  await expect(whisper(moderators, ada)).rejects.toThrow(/BOT_NOT_ADMIN/)
  await expect(whisper(moderators, bob, queryId)).rejects.toThrow(/USER_NOT_PARTICIPANT/)
  await expect(whisper(moderators, ada, '1')).rejects.toThrow(/query is too old/)
  await expect(whisper(await addStartedUser(rig), ada, queryId)).rejects.toThrow(/BOT_NOT_ADMIN/)
  await expect(whisper(moderators, ada, queryId, { reply_markup: keyboard })).rejects.toThrow(/REPLY_MARKUP/)
  await expect(rig.api.editMessageText(moderators, 0, 'x')).rejects.toThrow(/identifier is not specified/)
})

test('an edit must change something', async () => {
  const id = await addStartedUser(rig)
  const { message_id } = await rig.api.sendMessage(id, 'раз')
  await expect(rig.api.editMessageText(id, message_id, 'раз')).rejects.toThrow(/message is not modified/)
  await expect(rig.api.editMessageText(id, message_id, 'два')).resolves.toMatchObject({ text: 'два' })
  await rig.api.deleteMessage(id, message_id)
  await expect(rig.api.editMessageText(id, message_id, 'три')).rejects.toThrow(/message to edit not found/)
})

test('a press is answered once and while it is fresh', async () => {
  const id = await addStartedUser(rig)
  await rig.drain()
  await rig.api.sendMessage(id, 'Выбор', { reply_markup: new InlineKeyboard().text('Да', 'v1:yes:7') })
  const tapResult = rig.post<{ answer?: object }>(`/users/${id}/tap`, { text: 'Да' })
  const updates = await rig.api.getUpdates({
    offset: 0,
    timeout: 5,
    allowed_updates: ['callback_query', 'message'],
  })
  const query = updates.find((update) => update.callback_query)?.callback_query
  expect(query).toMatchObject({ data: 'v1:yes:7', from: { id } })
  await rig.api.answerCallbackQuery(query?.id ?? '', { text: 'Принято' })
  expect((await tapResult).answer).toMatchObject({ text: 'Принято' })
  await expect(rig.api.answerCallbackQuery(query?.id ?? '')).rejects.toThrow(/query is too old/)
})

test('polling holds, confirms by offset and ends the other poller with 409', async () => {
  const id = await addStartedUser(rig)
  await rig.drain()
  // The call that came first is ended, whichever of the two that is.
  const rivals = [1, 2].map(() => rig.api.getUpdates({ timeout: 20 }).catch((error: Error) => error.message))
  expect(await Promise.race(rivals)).toMatch(/409.*terminated by other getUpdates request/)
  await rig.post(`/users/${id}/send`, { text: '/help' })
  const updates = (await Promise.all(rivals)).flatMap((reply) => (typeof reply === 'string' ? [] : reply))
  expect(updates.map(({ message }) => message?.text)).toEqual(['/help'])
  expect(await rig.api.getUpdates({ offset: (updates[0]?.update_id ?? 0) + 1 })).toEqual([])
})

test('blocking is told to the bot and stops its messages', async () => {
  const id = await addStartedUser(rig)
  await rig.api.getUpdates({ offset: -1, allowed_updates: ['message', 'my_chat_member'] })
  await rig.post(`/users/${id}/block`)
  const updates = await rig.api.getUpdates({ offset: 0 })
  expect(updates.at(-1)?.my_chat_member).toMatchObject({
    chat: { id },
    new_chat_member: { status: 'kicked' },
  })
  await expect(rig.api.sendMessage(id, 'ау')).rejects.toThrow(/403.*bot was blocked by the user/)
})

test('in groups the bot hears only what privacy mode lets through', async () => {
  await rig.api.getUpdates({ offset: -1, allowed_updates: ['message'] })
  const card = await rig.api.sendMessage(moderators, 'Карточка', { reply_markup: { force_reply: true } })
  await rig.post(`/users/${ada}/send`, { chat_id: moderators, text: 'между нами' })
  await rig.post(`/users/${ada}/send`, {
    chat_id: moderators,
    text: 'причина',
    reply_to_message_id: card.message_id,
  })
  const updates = await rig.api.getUpdates({ offset: 0 })
  const texts = updates.map(({ message }) => message?.text)
  expect(texts).toContain('причина')
  expect(texts).not.toContain('между нами')
})

test('topics need a group that has them and a bot that may manage them, and are what they are in Telegram', async () => {
  const { api, telegram, post, get, drain } = rig
  const patch = (body: object) =>
    fetch(`${telegram.origin}/__desk/api/chats/${moderators}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await expect(api.createForumTopic(moderators, 'Раз')).rejects.toThrow('the chat is not a forum')
  await expect(api.sendMessage(moderators, 'Ау', { message_thread_id: 7 })).rejects.toThrow(
    'message thread not found',
  )
  await patch({ is_forum: true })
  await expect(api.createForumTopic(moderators, 'Раз')).rejects.toThrow('not enough rights to create a topic')
  await patch({ bot_manages_topics: true })
  expect(await api.getChat(moderators)).toMatchObject({ is_forum: true })
  const { message_thread_id } = await api.createForumTopic(moderators, 'Раз')
  const sentMessage = await api.sendMessage(moderators, 'В теме', { message_thread_id })
  expect(sentMessage).toMatchObject({ message_thread_id, is_topic_message: true })
  expect(sentMessage.reply_to_message).toBeUndefined()
  const copy = await api.copyMessage(moderators, moderators, sentMessage.message_id, { message_thread_id })
  expect(copy.message_id).toBeGreaterThan(sentMessage.message_id)

  // A message in a group's topic arrives as a reply to the topic's first message, even if the person did not reply to
  // any message.
  await drain()
  await post('/settings', { privacy: false })
  const topicMessage = { chat_id: moderators, message_thread_id }
  await post(`/users/${ada}/send`, { ...topicMessage, text: 'Просто так' })
  await post(`/users/${ada}/send`, {
    chat_id: moderators,
    text: 'Ответ',
    reply_to_message_id: sentMessage.message_id,
  })
  await post('/settings', { privacy: true })
  const [plain, reply] = (await api.getUpdates()).map(({ message }) => message)
  expect(plain?.reply_to_message).toMatchObject({
    message_id: message_thread_id,
    forum_topic_created: { name: 'Раз' },
  })
  expect(reply).toMatchObject({ message_thread_id, reply_to_message: { message_id: sentMessage.message_id } })

  await api.closeForumTopic(moderators, message_thread_id)
  await expect(api.closeForumTopic(moderators, message_thread_id)).rejects.toThrow('TOPIC_NOT_MODIFIED')
  expect(await post(`/users/${ada}/send`, { ...topicMessage, text: 'Поздно' })).toMatchObject({
    error: expect.stringContaining('TOPIC_CLOSED'),
  })
  await api.reopenForumTopic(moderators, message_thread_id)
  await expect(api.reopenForumTopic(moderators, 999_999)).rejects.toThrow('TOPIC_ID_INVALID')
  await fetch(`${telegram.origin}/__desk/api/chats/${moderators}/topics/${message_thread_id}`, {
    method: 'DELETE',
  })
  await expect(api.sendMessage(moderators, 'Куда?', { message_thread_id })).rejects.toThrow(
    'message thread not found',
  )
  await expect(api.deleteForumTopic(moderators, message_thread_id)).rejects.toThrow('Not Found')
  const missingReply = { reply_parameters: { message_id: 999_999 } }
  await expect(api.sendPhoto(moderators, 'https://example.org/a.jpg', missingReply)).rejects.toThrow(
    'message to be replied not found',
  )
  await patch({ is_forum: false, bot_manages_topics: false })
  expect(await get(`/messages?chat_id=${moderators}&text=В теме`)).toEqual([])
})

test('a wrong token and an unknown method are told apart', async () => {
  const wrongTokenAnswer = await fetch(`${rig.telegram.origin}/bot1:wrong/getMe`)
  expect([wrongTokenAnswer.status, await wrongTokenAnswer.json()]).toEqual([
    401,
    { ok: false, error_code: 401, description: 'Unauthorized' },
  ])
  const unknown = await fetch(`${rig.telegram.origin}/bot${rig.bot.token}/doMagic`)
  expect(await unknown.json()).toEqual({ ok: false, error_code: 404, description: 'Not Found' })
  expect(bob).toBeGreaterThan(2 ** 31)
})

/** Bot API methods that the stand-in implements. All other methods must fail, so that no test relies on them. */
const implementedMethods =
  `answerCallbackQuery answerInlineQuery answerPreCheckoutQuery answerWebAppQuery close copyMessage
  createInvoiceLink deleteMessage deleteMessages deleteMyCommands deleteWebhook editMessageCaption
  editMessageReplyMarkup editMessageText closeForumTopic createForumTopic reopenForumTopic getChat getChatAdministrators getChatMember getChatMemberCount
  getChatMenuButton getFile getMe getMyCommands getMyDescription getMyName getMyShortDescription getMyStarBalance
  getStarTransactions getUpdates getUserProfilePhotos getWebhookInfo logOut refundStarPayment
  savePreparedInlineMessage sendChatAction sendDocument sendInvoice sendMessage sendPhoto setChatMenuButton
  setMyCommands setMyDescription setMyName setMyShortDescription setWebhook`.split(/\s+/)

test('what is not played is refused as a method that Telegram does not have', async () => {
  const methodNames = Object.getOwnPropertyNames(Api.prototype).filter((name) => /^[a-z]+[A-Z]/.test(name))
  const unplayed = methodNames.filter((name) => !implementedMethods.includes(name))
  expect(unplayed).toContain('sendVideo')
  expect(unplayed.length).toBeGreaterThan(100)
  for (const name of unplayed) {
    const answer = await fetch(`${rig.telegram.origin}/bot${rig.bot.token}/${name}?chat_id=${ada}`)
    expect([name, answer.status, await answer.json()]).toEqual([
      name,
      404,
      { ok: false, error_code: 404, description: 'Not Found' },
    ])
  }
})
