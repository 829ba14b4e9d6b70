import { Api, InlineKeyboard, InputFile } from 'grammy'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ada, bob, moderators, type Rig, telegramWithBot } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await telegramWithBot()
  await rig.post('/limits', { enabled: false })
})
afterAll(() => rig.telegram.close())

const someone = async () => {
  const { id } = await rig.post<{ id: number }>('/users', { first_name: 'Гость' })
  await rig.post(`/users/${id}/start`)
  return id
}

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
    await someone(),
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
  await expect(rig.api.sendMessage(await someone(), text, { parse_mode: 'HTML' })).rejects.toThrow(reason)
})

test('buttons that real clients refuse are refused', async () => {
  const id = await someone()
  const send = (chat: number, keyboard: InlineKeyboard) =>
    rig.api.sendMessage(chat, 'x', { reply_markup: keyboard })
  await expect(send(id, new InlineKeyboard().text('x', 'я'.repeat(33)))).rejects.toThrow(
    /BUTTON_DATA_INVALID/,
  )
  await expect(send(id, new InlineKeyboard().webApp('x', 'http://example.com'))).rejects.toThrow(
    /Only HTTPS links/,
  )
  await expect(send(moderators, new InlineKeyboard().webApp('x', 'https://a.b'))).rejects.toThrow(
    /BUTTON_TYPE_INVALID/,
  )
  await expect(send(id, new InlineKeyboard().webApp('x', 'http://127.0.0.1:1/'))).resolves.toBeTruthy()
})

test('an edit must change something', async () => {
  const id = await someone()
  const { message_id } = await rig.api.sendMessage(id, 'раз')
  await expect(rig.api.editMessageText(id, message_id, 'раз')).rejects.toThrow(/message is not modified/)
  await expect(rig.api.editMessageText(id, message_id, 'два')).resolves.toMatchObject({ text: 'два' })
  await rig.api.deleteMessage(id, message_id)
  await expect(rig.api.editMessageText(id, message_id, 'три')).rejects.toThrow(/message to edit not found/)
})

test('a press is answered once and while it is fresh', async () => {
  const id = await someone()
  await rig.drain()
  await rig.api.sendMessage(id, 'Выбор', { reply_markup: new InlineKeyboard().text('Да', 'v1:yes:7') })
  const tapped = rig.post<{ answer?: object }>(`/users/${id}/tap`, { text: 'Да' })
  const updates = await rig.api.getUpdates({
    offset: 0,
    timeout: 5,
    allowed_updates: ['callback_query', 'message'],
  })
  const query = updates.find((update) => update.callback_query)?.callback_query
  expect(query).toMatchObject({ data: 'v1:yes:7', from: { id } })
  await rig.api.answerCallbackQuery(query?.id ?? '', { text: 'Принято' })
  expect((await tapped).answer).toMatchObject({ text: 'Принято' })
  await expect(rig.api.answerCallbackQuery(query?.id ?? '')).rejects.toThrow(/query is too old/)
})

test('polling holds, confirms by offset and ends the other poller with 409', async () => {
  const id = await someone()
  await rig.drain()
  const waiting = rig.api.getUpdates({ timeout: 20 })
  const rival = waiting.catch((error: Error) => error.message)
  await new Promise((resolve) => setTimeout(resolve, 30))
  const second = rig.api.getUpdates({ timeout: 20 })
  expect(await rival).toMatch(/409.*terminated by other getUpdates request/)
  await rig.post(`/users/${id}/send`, { text: '/help' })
  const got = await second
  expect(got.map(({ message }) => message?.text)).toEqual(['/help'])
  expect(await rig.api.getUpdates({ offset: (got[0]?.update_id ?? 0) + 1 })).toEqual([])
})

test('blocking is told to the bot and stops its messages', async () => {
  const id = await someone()
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

test('files travel both ways', async () => {
  const id = await someone()
  const sent = await rig.api.sendDocument(id, new InputFile(Buffer.from('договор'), 'Договор.txt'), {
    caption: 'Вот',
  })
  expect(sent).toMatchObject({ caption: 'Вот', document: { file_name: 'Договор.txt' } })
  const { file_path } = await rig.api.getFile(sent.document.file_id)
  const reply = await fetch(`${rig.telegram.origin}/file/bot${rig.bot.token}/${file_path}`)
  expect(await reply.text()).toBe('договор')
})

test('a photo of a person comes in two sizes, the larger as it was given, with caption and quote', async () => {
  const id = await someone()
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
  const id = await someone()
  const document = { name: 'a.zip', base64: Buffer.alloc(20 * 1024 * 1024 + 1).toString('base64') }
  const sent = await rig.post<{ document: { file_id: string } }>(`/users/${id}/send`, { document })
  await expect(rig.api.getFile(sent.document.file_id)).rejects.toThrow('Bad Request: file is too big')
})

test('a wrong token and an unknown method are told apart', async () => {
  const wrong = await fetch(`${rig.telegram.origin}/bot1:wrong/getMe`)
  expect([wrong.status, await wrong.json()]).toEqual([
    401,
    { ok: false, error_code: 401, description: 'Unauthorized' },
  ])
  const unknown = await fetch(`${rig.telegram.origin}/bot${rig.bot.token}/doMagic`)
  expect(await unknown.json()).toEqual({ ok: false, error_code: 404, description: 'Not Found' })
  expect(bob).toBeGreaterThan(2 ** 31)
})

/** What this Telegram can do; whatever else a bot asks for must not look as if it had happened. */
const played =
  `answerCallbackQuery answerInlineQuery answerPreCheckoutQuery answerWebAppQuery close copyMessage
  createInvoiceLink deleteMessage deleteMessages deleteMyCommands deleteWebhook editMessageCaption
  editMessageReplyMarkup editMessageText getChat getChatAdministrators getChatMember getChatMemberCount
  getChatMenuButton getFile getMe getMyCommands getMyDescription getMyName getMyShortDescription getMyStarBalance
  getStarTransactions getUpdates getUserProfilePhotos getWebhookInfo logOut refundStarPayment
  savePreparedInlineMessage sendChatAction sendDocument sendInvoice sendMessage sendPhoto setChatMenuButton
  setMyCommands setMyDescription setMyName setMyShortDescription setWebhook`.split(/\s+/)

test('what is not played is refused as a method that Telegram does not have', async () => {
  const named = Object.getOwnPropertyNames(Api.prototype).filter((name) => /^[a-z]+[A-Z]/.test(name))
  const unplayed = named.filter((name) => !played.includes(name))
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
