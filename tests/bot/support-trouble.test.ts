import { beforeAll, expect, test } from 'vitest'
import { notifyLate } from '#services/support/schedule.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { buttonsOf, openSupport, remindLater, wordsOf } from './support-desk.ts'
import { createAccount } from './telegram.ts'

/** Messages between a person and support fail to arrive, or do not belong to the support case. */

let desk: Awaited<ReturnType<typeof openSupport>>
beforeAll(async () => {
  desk = await openSupport()
  return desk.close
})

/**
 * Runs the job for late messages as if three minutes had passed. It tells senders that their message has not arrived.
 */
async function sendLateNotices(ctx: typeof desk.setup.ctx): Promise<void> {
  const { now } = ctx
  ctx.now = () => new Date(now().getTime() + 3 * 60_000)
  await notifyLate(ctx, 100)
  ctx.now = now
  await ctx.db
    .updateTable('deliveries')
    .set({ next_at: now().toISOString() })
    .where('kind', '=', 'support_told')
    .where('state', '=', 'pending')
    .execute()
}

test('what the operators’ chat does not take is kept, told, and brought once it does', async () => {
  const { setup, ops, waitForMessage, countMessages, openPerson } = desk
  const { telegram } = setup
  const anna = await openPerson()
  const botKickedError = {
    error_code: 403,
    description: 'Forbidden: bot was kicked from the supergroup chat',
  }
  await telegram.post('/faults', {
    method: 'sendMessage',
    match: `"chat_id":${ops}`,
    times: 0,
    ...botKickedError,
  })
  await anna.startSupport()
  await anna.sendMessage({ text: 'Меня кто-нибудь слышит?' })
  // Telegram refuses messages to the operators' group. The person's message waits, and the bot tells the person so
  // after a while.
  await eventually(async () => {
    const chats = setup.ctx.db.selectFrom('staff_chats').select('silent_since')
    return (await chats.where('chat_id', '=', ops).executeTakeFirst())?.silent_since
  })
  await sendLateNotices(setup.ctx)
  await waitForMessage(anna.telegram_id, 'ещё не дошло до поддержки')
  await telegram.delete('/faults')
  const nowText = setup.ctx.now().toISOString()
  await setup.ctx.db
    .updateTable('deliveries')
    .set({ next_at: nowText })
    .where('state', '=', 'pending')
    .execute()
  await waitForMessage(ops, 'Меня кто-нибудь слышит?')
  await waitForMessage(anna.telegram_id, 'Передали в поддержку')
  expect(await countMessages(ops, 'Меня кто-нибудь слышит?')).toBe(1)
})

const refusal = { error_code: 400, description: 'Bad Request: not this one' }

test('an answer and the end of the case meanwhile do not make a message that never came forgotten', async () => {
  const { setup, ops, waitForMessage, countMessages, openPerson, answer, pressButton } = desk
  const { telegram } = setup
  const anna = await openPerson()
  const { case_id, card } = await anna.openCase('Как изменить срок?')
  await telegram.post('/faults', { method: 'sendMessage', match: 'А цену?', times: 0, ...refusal })
  await anna.sendMessage({ text: 'А цену?' })
  await waitForMessage(anna.telegram_id, 'Пока не смогли это передать')
  await answer(card, { text: 'Срок меняют в объявлении' })
  await pressButton(await waitForMessage(ops, `Обращение ${case_id} закроется само`), 'Закрыть сейчас')
  await waitForMessage(anna.telegram_id, `Обращение ${case_id} закрыто.`)
  await telegram.delete('/faults')
  await remindLater(desk)
  await waitForMessage(ops, 'А цену?')
  // Telegram shows the message in the chat before the bot has recorded that it was sent.
  await expect
    .poll(() => anna.findCase())
    .toMatchObject({ id: case_id, state: 'open', last_side: 'person', remind_at: expect.any(String) })
  await waitForMessage(ops, `Обращение ${case_id}, открыто`)
  expect(await countMessages(ops, 'А цену?')).toBe(1)
})

test('an answer that did not know a message does not answer it: once it comes, the case waits again', async () => {
  const { setup, ops, waitForMessage, countMessages, openPerson, answer } = desk
  const anna = await openPerson()
  const { case_id, card } = await anna.openCase('Как продлить?')
  await setup.telegram.post('/faults', { method: 'sendMessage', match: 'И почём?', times: 0, ...refusal })
  await anna.sendMessage({ text: 'И почём?' })
  await waitForMessage(anna.telegram_id, 'Пока не смогли это передать')
  await answer(card, { text: 'Кнопкой «Продлить»' })
  await waitForMessage(anna.telegram_id, 'Кнопкой «Продлить»')
  await setup.telegram.delete('/faults')
  await remindLater(desk)
  await waitForMessage(ops, 'И почём?')
  await expect
    .poll(() => anna.findCase())
    .toMatchObject({ id: case_id, state: 'open', last_side: 'person', remind_at: expect.any(String) })
  expect(await countMessages(ops, 'И почём?')).toBe(1)
})

test('words too long to stand below their photo follow it, both ways, and never come without it', async () => {
  const { setup, ops, picture, readMessages, waitForMessage, openPerson, answer } = desk
  const { telegram } = setup
  const anna = await openPerson()
  const longName = (name: string) => `${name} ${'очень '.repeat(165)}`.trim()
  await telegram.post('/faults', { method: 'sendPhoto', match: `"chat_id":${ops}`, times: 1, ...refusal })
  await anna.startSupport()
  await anna.sendMessage({ photo: picture, caption: longName('Первый') })
  await waitForMessage(anna.telegram_id, 'Пока не смогли это передать')
  await anna.sendMessage({ photo: picture, caption: longName('Второй') })
  const questionMessage = await waitForMessage(ops, longName('Второй'))
  expect(questionMessage.photo).toBeUndefined()
  const operatorsMessages = (await readMessages(ops)).filter(
    (one) => one.from.is_bot && one.message_id <= questionMessage.message_id,
  )
  expect(operatorsMessages.at(-2)?.photo).toBeDefined()
  expect(operatorsMessages.filter((one) => wordsOf(one).includes('Первый'))).toEqual([])
  await answer(questionMessage, { photo: picture, caption: longName('Ответ') })
  const reply = await waitForMessage(anna.telegram_id, longName('Ответ'))
  const annasMessages = (await readMessages(anna.telegram_id)).filter(
    (one) => one.message_id < reply.message_id,
  )
  expect(annasMessages.at(-1)?.photo).toBeDefined()
  await waitForMessage(ops, 'Ответ доставлен')
})

test('a message that is long on its way is told of once', async () => {
  const { setup, waitForMessage, countMessages, openPerson } = desk
  const { ctx, telegram } = setup
  const anna = await openPerson()
  await telegram.post('/faults', { method: 'sendMessage', match: 'Далеко ли', times: 0, error_code: 500 })
  await anna.startSupport()
  await anna.sendMessage({ text: 'Далеко ли?' })
  await eventually(
    async () => (await telegram.get<unknown[]>('/calls?method=sendMessage')).length > 0 && anna.findCase(),
  )
  for (const _time of [1, 2]) await sendLateNotices(ctx)
  await waitForMessage(anna.telegram_id, 'ещё не дошло до поддержки')
  expect(await countMessages(anna.telegram_id, 'ещё не дошло до поддержки')).toBe(1)
  await telegram.delete('/faults')
})

test('an answer that does not arrive is told to the operators', async () => {
  const { setup, ops, waitForMessage, openPerson, answer } = desk
  const anna = await openPerson()
  const { case_id, card } = await anna.openCase('Кому писать?')
  await setup.telegram.post(`/users/${anna.telegram_id}/block`)
  await eventually(async () => {
    const row = await setup.ctx.db
      .selectFrom('users')
      .select('notify_blocked_at')
      .where('id', '=', anna.id)
      .executeTakeFirst()
    return row?.notify_blocked_at
  })
  await answer(card, { text: 'Нам' })
  const note = await waitForMessage(ops, 'Ответ не доставлен')
  expect(wordsOf(note)).toContain(`Обращение ${case_id} остаётся открытым`)
})

test('who is no member of the staff answers nobody, and what operators say to each other goes nowhere', async () => {
  const { setup, ops, waitForMessage, countMessages, openPerson, answer } = desk
  const anna = await openPerson()
  const { card } = await anna.openCase('Когда проверят?')
  const newOperator = await createAccount(setup, { groups: ['ops'] })
  await answer(card, { text: 'Завтра' }, newOperator.id)
  await waitForMessage(ops, 'Не отправили: отвечать людям могут модераторы')
  await setup.telegram.post('/settings', { privacy: false })
  await setup.telegram.post(`/users/${desk.maria.telegram_id}/send`, { chat_id: ops, text: 'Кто возьмёт?' })
  await setup.telegram.post('/settings', { privacy: true })
  await answer(card, { text: 'Сегодня' })
  await waitForMessage(anna.telegram_id, 'Сегодня')
  expect(await countMessages(anna.telegram_id, 'Завтра')).toBe(0)
  expect(await countMessages(anna.telegram_id, 'Кто возьмёт?')).toBe(0)
})

test('in a topic what is no reply stays among operators, and a topic that somebody deleted is made anew', async () => {
  const { setup, ops, waitForMessage, countMessages, openPerson, chat } = desk
  await desk.forum({ is_forum: true, bot_manages_topics: true })
  const anna = await openPerson()
  const { case_id, card } = await anna.openCase('Где заказ?')
  const message_thread_id = card.message_thread_id
  await setup.telegram.post('/settings', { privacy: false })
  await setup.telegram.post(`/users/${desk.maria.telegram_id}/send`, {
    chat_id: ops,
    message_thread_id,
    text: 'Посмотри, пожалуйста',
  })
  await setup.telegram.post('/settings', { privacy: true })
  await setup.telegram.delete(`/chats/${ops}/topics/${message_thread_id}`)
  await anna.sendMessage({ text: 'Так где же он?' })
  await waitForMessage(anna.telegram_id, 'Добавили к обращению')
  const secondQuestion = await waitForMessage(ops, 'Так где же он?')
  const topics = (await chat())?.topics?.filter(({ name }) => name.startsWith(`${case_id} · `))
  expect(topics).toMatchObject([{ message_thread_id: secondQuestion.message_thread_id }])
  expect(secondQuestion.message_thread_id).not.toBe(message_thread_id)
  expect(await countMessages(anna.telegram_id, 'Посмотри')).toBe(0)
  await desk.forum({ is_forum: false, bot_manages_topics: false })
})

test('whoever is blocked reaches the support with every message, photos too', async () => {
  const { setup, ops, picture, readMessages, waitForMessage, openPerson, answer } = desk
  const anna = await openPerson()
  await setup.owner.updateTable('users').set({ status: 'blocked' }).where('id', '=', anna.id).execute()
  await anna.sendMessage({ text: 'За что?' })
  const refusal = await waitForMessage(anna.telegram_id, 'Доступ к сервису закрыт')
  expect(buttonsOf(refusal)).toEqual(['Написать в поддержку'])
  await anna.tapButton(refusal, 'Написать в поддержку')
  await waitForMessage(anna.telegram_id, 'Напишите, что случилось')
  await anna.sendMessage({ text: 'За что меня закрыли?' })
  await waitForMessage(anna.telegram_id, 'Передали в поддержку')
  const { id: case_id } = (await anna.findCase()) ?? {}
  expect(wordsOf(await waitForMessage(ops, `Обращение ${case_id}, открыто`))).toContain(
    'Доступ закрыт: причина не указана',
  )
  await anna.sendMessage({ photo: picture, caption: 'Вот переписка' })
  const operatorsPhoto = await waitForMessage(ops, 'Вот переписка')
  expect(operatorsPhoto.photo).toBeDefined()
  await answer(operatorsPhoto, { text: 'Разобрались' })
  await waitForMessage(anna.telegram_id, 'Разобрались')
  await anna.sendMessage({ text: '/settings' })
  await eventually(
    async () =>
      (await readMessages(anna.telegram_id)).filter((one) => wordsOf(one).includes('Доступ к сервису закрыт'))
        .length === 2,
  )
})
