import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBot } from '#services/bot/bot.ts'
import { listWaitingPrompts } from '#services/bot/dialog/prompt-rows.ts'
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

/** An author whom a moderator has asked a question, and the bot's prompt after "Answer", if it is pressed. */
async function createAskedTask(title: string, pressesAnswer = true) {
  const { setup, cardOf, pressButton, replyToPrompt, orderOf } = chat
  const order = await orderOf(title)
  await pressButton(await cardOf(order.listing_id), 'Спросить автора')
  await replyToPrompt(order.task_id, 'Какого размера вывеска?')
  const { id } = order
  const questionMessage = await order.waitForMessage('Какого размера вывеска?')
  const tapButton = (text: string) => setup.telegram.post<TapResult>(`/users/${id}/tap`, { text })
  const pressAnswer = () =>
    setup.telegram.post(`/users/${id}/tap`, { message_id: questionMessage.message_id, text: 'Ответить' })
  if (pressesAnswer) await pressAnswer()
  const prompt = pressesAnswer
    ? await order.waitForMessage(`Номер объявления: ${order.listing_id}`)
    : questionMessage
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
  // The answer is complete, so the next message is not part of it.
  expect((await sendReply({ text: 'Спасибо' })).text).toBe('Это сообщение никуда не ушло. Передать его?')
})

test('a message that was written before the question does not answer it', async () => {
  const { id, prompt } = await createAskedTask('Вывеска раньше вопроса')
  const { ctx } = chat.setup
  const person = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('telegram_id', '=', id)
    .executeTakeFirstOrThrow()
  const waitingAt = async (message_id: number) => {
    const message = { user_id: person.id, chat_id: id, message_id, sent_at: ctx.now() }
    return (await listWaitingPrompts(ctx, message)).map((one) => one.message_id)
  }
  const [question] = await waitingAt(prompt.message_id + 1)
  expect(question).toBeDefined()
  expect(await waitingAt((question ?? 0) - 1)).toEqual([])
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
  const { sendReply, waitForAnswerOnCard } = await createAskedTask('Вывеска четвёртая')
  const help = await sendReply({ text: '/help' })
  expect(help.text).toContain('Что умеет бот')
  const voice = { file_id: 'voice', file_unique_id: 'voice', duration: 2 }
  expect((await sendReply({ voice })).text).toContain('Вопрос ещё открыт')
  const foreignReply = { text: 'Не вам', reply_to_message_id: help.message_id }
  expect((await sendReply(foreignReply)).text).toContain('никуда не ушло')
  await sendReply({ text: 'Метр на метр' })
  await waitForAnswerOnCard('Метр на метр')
})

test('after Cancel a plain message goes nowhere without a press, though the moderator still waits', async () => {
  const { listing_id, prompt, tapButton, pressAnswer, sendReply, waitForAnswerOnCard } =
    await createAskedTask('Вывеска пятая')
  expect((await tapButton('Отмена')).answer?.text).toBe('Отменили, ничего не отправлено')
  const offer = await sendReply({ text: 'Обед в час' })
  expect(buttons(offer)).toEqual(['Это ответ модератору', 'Нет'])
  expect((await tapButton('Нет')).answer?.text).toBe('Отменили, ничего не отправлено')
  const lateAnswer = { text: 'Всё же так', reply_to_message_id: prompt.message_id }
  expect((await sendReply(lateAnswer)).text).toContain('никуда не ушло')
  expect((await chat.cardOf(listing_id))?.text).not.toContain('Ответ автора')
  await pressAnswer()
  await sendReply({ text: 'Два метра' })
  await waitForAnswerOnCard('Два метра')
})

/** Runs with a clock that is ten minutes slow, so that all questions asked meanwhile have lapsed afterwards. */
async function tenMinutesAgo<T>(act: () => Promise<T>): Promise<T> {
  const { ctx } = chat.setup
  const { now } = ctx
  ctx.now = () => new Date(now().getTime() - 10 * 60_000 - 1000)
  return act().finally(() => {
    ctx.now = now
  })
}

test('after ten minutes a text is shown first, and is the answer to the moderator by a press or a reply', async () => {
  const { listing_id, prompt, tapButton, sendReply, waitForAnswerOnCard } = await tenMinutesAgo(() =>
    createAskedTask('Вывеска шестая'),
  )
  const offer = (await sendReply({ text: 'Три метра' })) as Media
  expect(offer.text).toContain('Прошло больше десяти минут')
  expect(offer.reply_to_message?.text).toBe('Три метра')
  expect(buttons(offer)).toEqual(['Это ответ модератору', 'Нет'])
  expect((await chat.cardOf(listing_id))?.text).not.toContain('Ответ автора')
  await tapButton('Это ответ модератору')
  await waitForAnswerOnCard('Три метра')
  expect((await sendReply({ text: 'Спасибо' })).text).toContain('никуда не ушло')
  const late = { text: 'Четыре метра', reply_to_message_id: prompt.message_id }
  expect((await sendReply(late)).text).toContain('никуда не ушло')
})

test('the message with the question itself takes plain words, for ten minutes, and a reply at any time', async () => {
  const first = await createAskedTask('Вывеска сразу', false)
  await first.sendReply({ text: 'Метр на два' })
  await first.waitForAnswerOnCard('Метр на два')
  const second = await createAskedTask('Вывеска потом', false)
  // The worker that sent the question has a clock of its own, so the row is made older.
  const holds_until = new Date(Date.now() - 1000).toISOString()
  await eventually(async () => {
    const { numUpdatedRows } = await chat.setup.ctx.db
      .updateTable('bot_prompts')
      .set({ holds_until })
      .where('message_id', '=', second.questionMessage.message_id)
      .where('chat_id', '=', second.id)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  })
  expect(buttons(await second.sendReply({ text: 'Метр на три' }))).toEqual(['Это ответ модератору', 'Нет'])
  await second.sendReply({ text: 'Метр на пять', reply_to_message_id: second.questionMessage.message_id })
  await second.waitForAnswerOnCard('Метр на пять')
})

test('of two open questions the person names one by a button, and nothing is passed on before', async () => {
  const { id, listing_id, sendReply, tapButton, prompt, waitForAnswerOnCard } =
    await createAskedTask('Вывеска седьмая')
  const command = await chat.setup.telegram.post<Message>(`/users/${id}/send`, { text: '/support' })
  await waitForReply(chat.setup, id, command.message_id)
  const choice = (await sendReply({ text: 'Пять метров' })) as Media
  expect(choice.text).toBe('Кому это? Ждут двое.')
  expect(choice.reply_to_message?.text).toBe('Пять метров')
  expect(buttons(choice)).toEqual(['В поддержку', 'Модератору по «Вывеска седьмая»', 'Никому'])
  expect((await chat.cardOf(listing_id))?.text).not.toContain('Ответ автора')
  await tapButton('Модератору по «Вывеска седьмая»')
  await waitForAnswerOnCard('Пять метров')
  const messages = () => chat.setup.telegram.get<Message[]>(`/messages?chat_id=${id}`)
  expect((await messages()).filter(({ text }) => text === choice.text)).toEqual([])
  expect(
    buttons((await messages()).find(({ message_id }) => message_id === prompt.message_id) ?? choice),
  ).toBeUndefined()
  // One question is left, so words are its answer again.
  expect((await sendReply({ text: 'Где деньги?' })).text).toContain('Передали в поддержку')
})

test('an album among two questions is asked about once, and is sent again for the chosen one', async () => {
  const { id, sendReply, tapButton, waitForAnswerOnCard } = await createAskedTask('Вывеска в альбоме')
  const command = await chat.setup.telegram.post<Message>(`/users/${id}/send`, { text: '/support' })
  await waitForReply(chat.setup, id, command.message_id)
  const album = { photo: picture, media_group_id: '78' }
  const choice = await sendReply({ ...album, caption: 'Эскизы' })
  await chat.setup.telegram.post(`/users/${id}/send`, album)
  await tapButton('Модератору по «Вывеска в альбоме»')
  await eventually(async () => {
    const path = `/messages?chat_id=${id}&after=${choice.message_id - 1}`
    const messages = await chat.setup.telegram.get<Message[]>(path)
    const texts = messages.filter(({ from }) => from.is_bot).map(({ text }) => text)
    return texts.join() === 'Пришлите это ещё раз: следующее сообщение уйдёт туда.'
  })
  await sendReply({ ...album, media_group_id: '79', caption: 'Эскизы' })
  await waitForAnswerOnCard('Эскизы')
})

test('“No one” passes nothing on, and a choice among questions that ended says so', async () => {
  const { id, listing_id, sendReply, tapButton, waitForAnswerOnCard } =
    await createAskedTask('Вывеска никому')
  const command = await chat.setup.telegram.post<Message>(`/users/${id}/send`, { text: '/support' })
  await waitForReply(chat.setup, id, command.message_id)
  await sendReply({ text: 'Мысли вслух' })
  expect((await tapButton('Никому')).answer?.text).toBe('Отменили, ничего не отправлено')
  const first = await sendReply({ text: 'Шесть метров' })
  const second = await sendReply({ text: 'Семь метров' })
  const pressOn = ({ message_id }: Message) =>
    chat.setup.telegram.post<TapResult>(`/users/${id}/tap`, {
      message_id,
      text: 'Модератору по «Вывеска никому»',
    })
  await pressOn(first)
  await waitForAnswerOnCard('Шесть метров')
  expect((await pressOn(second)).answer).toMatchObject({ text: 'Этот вопрос уже закрыт', show_alert: true })
  expect((await chat.cardOf(listing_id))?.text).not.toContain('Мысли вслух')
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
