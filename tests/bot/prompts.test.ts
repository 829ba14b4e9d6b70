import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBot } from '#services/bot/bot.ts'
import { pollUpdates } from '#services/bot/updates/polling.ts'
import { photo } from '#tests/api/files/uploads-corpus.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { buttons, openModeratorsChat } from './moderators-chat.ts'
import { type Message, type TapResult, waitForReply } from './telegram.ts'

type Media = Message & { photo?: unknown; caption?: string; reply_to_message?: Message }
let chat: Awaited<ReturnType<typeof openModeratorsChat>>
let restartedPolling: Awaited<ReturnType<typeof pollUpdates>> | undefined
let picture: { name: string; base64: string }

beforeAll(async () => {
  chat = await openModeratorsChat()
  const bytes = await photo(300, 200).jpeg().toBuffer()
  picture = { name: 'a.jpg', base64: bytes.toString('base64') }
  return chat.close
})
afterAll(() => restartedPolling?.stop())

/**
 * A moderator has asked the author a question, and the author has pressed "Answer". Returns the bot's prompt to the
 * author.
 */
async function createAskedTask(title: string) {
  const { setup, cardOf, pressButton, replyToPrompt, orderOf } = chat
  const order = await orderOf(title)
  await pressButton(await cardOf(order.listing_id), 'Спросить автора')
  await replyToPrompt(order.task_id, 'Какого размера вывеска?')
  const { id } = order
  const questionMessage = await order.waitForMessage('Какого размера вывеска?')
  const tapButton = (text: string) => setup.telegram.post<TapResult>(`/users/${id}/tap`, { text })
  const pressAnswer = () =>
    setup.telegram.post(`/users/${id}/tap`, { message_id: questionMessage.message_id, text: 'Ответить' })
  await pressAnswer()
  const prompt = await order.waitForMessage(`Номер объявления: ${order.listing_id}`)
  /** @returns the bot's reply */
  const sendReply = async (body: Record<string, unknown>) => {
    const sentMessage = await setup.telegram.post<Message>(`/users/${id}/send`, body)
    return waitForReply(setup, id, sentMessage.message_id)
  }
  const waitForAnswerOnCard = (answer: string) => cardOf(order.listing_id, `Ответ автора: ${answer}`)
  return { ...order, questionMessage, prompt, tapButton, pressAnswer, sendReply, waitForAnswerOnCard }
}

/** Waits for replies to the author's review card in the moderators' chat that match the condition. */
const waitForRepliesToCard = (listing_id: number, matches: (message: Media) => boolean) =>
  eventually(async () => {
    const { setup, cardOf } = chat
    const card = await cardOf(listing_id)
    const messages = await setup.telegram.get<Media[]>(
      `/messages?chat_id=${setup.ctx.config.MODERATORS_CHAT_ID}`,
    )
    const replies = messages.filter(
      (one) => one.reply_to_message?.message_id === card?.message_id && matches(one),
    )
    return replies.length > 0 && replies
  })

test('words without a reply are the answer, and the question loses its button', async () => {
  const { id, prompt, sendReply, waitForAnswerOnCard } = await createAskedTask('Вывеска первая')
  expect(buttons(prompt)).toEqual(['Отмена'])
  expect((await sendReply({ text: 'Два на три' })).text).toBe(
    'Ответ у модератора. О публикации или отказе напишем.',
  )
  await waitForAnswerOnCard('Два на три')
  const messages = await chat.setup.telegram.get<Message[]>(`/messages?chat_id=${id}`)
  expect(
    buttons(messages.find(({ message_id }) => message_id === prompt.message_id) ?? prompt),
  ).toBeUndefined()
  // The author has already answered the moderator, so the next message is not part of the answer.
  expect((await sendReply({ text: 'Спасибо' })).text).toContain('не отвечает на сообщения')
})

test('a photo without words and without a reply is an answer that moderators see under the card', async () => {
  const { listing_id, sendReply, waitForAnswerOnCard } = await createAskedTask('Вывеска вторая')
  expect((await sendReply({ photo: picture })).text).toBe(
    'Ответ у модератора. О публикации или отказе напишем.',
  )
  await waitForAnswerOnCard('Без слов, фото или документ ниже')
  const [evidencePhoto] = await waitForRepliesToCard(listing_id, (message) => message.photo !== undefined)
  expect(evidencePhoto?.caption).toContain('Автор прислал к объявлению «Вывеска вторая»')
})

test('an album is one answer: said once, and each of its photos is under the card', async () => {
  const { id, listing_id, prompt, sendReply, waitForAnswerOnCard } = await createAskedTask('Вывеска третья')
  const album = { photo: picture, media_group_id: '77' }
  await sendReply({ ...album, caption: 'Вот эскизы' })
  await chat.setup.telegram.post(`/users/${id}/send`, album)
  await chat.setup.telegram.post(`/users/${id}/send`, album)
  await waitForAnswerOnCard('Вот эскизы')
  await eventually(
    async () => (await waitForRepliesToCard(listing_id, (one) => Boolean(one.photo))).length === 3,
  )
  const path = `/messages?chat_id=${id}&after=${prompt.message_id}`
  const botMessages = (await chat.setup.telegram.get<Message[]>(path)).filter(({ from }) => from.is_bot)
  expect(botMessages.map(({ text }) => text)).toEqual([
    'Ответ у модератора. О публикации или отказе напишем.',
  ])
})

test('a command, a voice message and a reply to something else leave the question open', async () => {
  const { questionMessage, sendReply, waitForAnswerOnCard } = await createAskedTask('Вывеска четвёртая')
  expect((await sendReply({ text: '/help' })).text).toContain('Что умеет бот')
  const voice = { file_id: 'voice', file_unique_id: 'voice', duration: 2 }
  expect((await sendReply({ voice })).text).toContain('Вопрос ещё открыт')
  const foreignReply = { text: 'Не вам', reply_to_message_id: questionMessage.message_id }
  expect((await sendReply(foreignReply)).text).toContain('не отвечает на сообщения')
  await sendReply({ text: 'Метр на метр' })
  await waitForAnswerOnCard('Метр на метр')
})

test('Cancel ends the question, and what is written then goes nowhere', async () => {
  const { listing_id, prompt, tapButton, pressAnswer, sendReply, waitForAnswerOnCard } =
    await createAskedTask('Вывеска пятая')
  expect((await tapButton('Отмена')).answer?.text).toBe('Отменили, ничего не отправлено')
  expect((await sendReply({ text: 'Обед в час' })).text).toContain('не отвечает на сообщения')
  const lateAnswer = { text: 'Всё же так', reply_to_message_id: prompt.message_id }
  expect((await sendReply(lateAnswer)).text).toContain('не отвечает на сообщения')
  expect((await chat.cardOf(listing_id))?.text).not.toContain('Ответ автора')
  await pressAnswer()
  await sendReply({ text: 'Два метра' })
  await waitForAnswerOnCard('Два метра')
})

test('after ten minutes only a reply counts, and the person is told so', async () => {
  const { ctx } = chat.setup
  const { now } = ctx
  ctx.now = () => new Date(now().getTime() - 10 * 60_000 - 1000)
  const { listing_id, prompt, sendReply, waitForAnswerOnCard } = await createAskedTask(
    'Вывеска шестая',
  ).finally(() => {
    ctx.now = now
  })
  const lapsedReply = (await sendReply({ text: 'Три метра' })) as Media
  expect(lapsedReply.text).toContain('Прошло больше десяти минут')
  expect(lapsedReply.reply_to_message?.message_id).toBe(prompt.message_id)
  expect((await chat.cardOf(listing_id))?.text).not.toContain('Ответ автора')
  await sendReply({ text: 'Четыре метра', reply_to_message_id: prompt.message_id })
  await waitForAnswerOnCard('Четыре метра')
})

test('of two questions the last one takes plain words, the other still takes a reply', async () => {
  const { id, sendReply, prompt, waitForAnswerOnCard } = await createAskedTask('Вывеска седьмая')
  await chat.setup.telegram.post(`/users/${id}/send`, { text: '/paysupport' })
  await eventually(async () => {
    const messages = await chat.setup.telegram.get<Message[]>(`/messages?chat_id=${id}`)
    return messages.some(({ text }) => text?.startsWith('Не помогло'))
  })
  expect((await sendReply({ text: 'Где деньги?' })).text).not.toContain('модератора')
  await sendReply({ text: 'Пять метров', reply_to_message_id: prompt.message_id })
  await waitForAnswerOnCard('Пять метров')
})

test('a bot that was restarted in between knows what it had asked, and an update that comes twice counts once', async () => {
  const { setup } = chat
  const { id, waitForAnswerOnCard, prompt } = await createAskedTask('Вывеска восьмая')
  const first = await setup.telegram.post<Message>(`/users/${id}/send`, { text: '/help' })
  await waitForReply(setup, id, first.message_id)
  await setup.polling.stop()
  const sentMessage = await setup.telegram.post<Message>(`/users/${id}/send`, { text: 'Шесть метров' })
  const bot = createBot(setup.ctx)
  await bot.init()
  const polling = await pollUpdates(setup.ctx, bot)
  await waitForAnswerOnCard('Шесть метров')
  await waitForReply(setup, id, sentMessage.message_id)
  const answers = async () => {
    const path = `/messages?chat_id=${id}&after=${prompt.message_id}`
    const messages = await setup.telegram.get<Message[]>(path)
    return messages.filter(({ text }) => text === 'Ответ у модератора. О публикации или отказе напишем.')
      .length
  }
  expect(await answers()).toBe(1)
  await bot.handleUpdate({ update_id: 990_001, message: sentMessage } as never)
  expect(await answers()).toBe(1)
  restartedPolling = polling
})

test('in a group only a reply counts; what moderators say to each other rejects nothing', async () => {
  const { setup, maria, cardOf, cardWith, pressButton, orderOf, listing } = chat
  const { listing_id } = await orderOf('Вывеска девятая')
  await pressButton(await cardOf(listing_id), 'Отклонить')
  await pressButton(await cardWith(listing_id, 'Своя причина'), 'Своя причина')
  const chat_id = setup.ctx.config.MODERATORS_CHAT_ID
  const questionOf = async () => {
    const messages = await setup.telegram.get<Media[]>(`/messages?chat_id=${chat_id}`)
    return messages.find(({ text }) => text?.endsWith(`Её прочитает автор заказа ${listing_id}.`))
  }
  const prompt = await eventually(questionOf)
  expect(prompt.reply_to_message?.text).toMatch(new RegExp(`^Заказ ${listing_id}`))
  const sendAnswer = (text: string, fields = {}) =>
    setup.telegram.post(`/users/${maria.telegram_id}/send`, { chat_id, text, ...fields })
  await setup.telegram.post('/settings', { privacy: false })
  await sendAnswer('Пойду на обед')
  await setup.telegram.post('/settings', { privacy: true })
  await sendAnswer('Укажите размеры вывески', { reply_to_message_id: prompt.message_id })
  await cardOf(listing_id, 'Укажите размеры вывески')
  expect((await listing(listing_id)).rejection_reason).not.toBe('Пойду на обед')
  // The bot deletes the answered prompt.
  await eventually(async () => !(await questionOf()))
})
