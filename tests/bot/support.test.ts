import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createBot } from '#services/bot/bot.ts'
import { pollUpdates } from '#services/bot/updates/polling.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { insertOrder } from '#tests/workers/setup.ts'
import { buttonsOf, type DeskMessage, openSupport, wordsOf } from './support-desk.ts'

let desk: Awaited<ReturnType<typeof openSupport>>
beforeAll(async () => {
  desk = await openSupport()
  return desk.close
})

/** Stops the bot, runs `whileStopped`, and starts the bot again. */
async function restartBot(whileStopped: () => Promise<unknown>): Promise<void> {
  const { setup } = desk
  await polling?.stop()
  await setup.polling.stop()
  await whileStopped()
  const bot = createBot(setup.ctx)
  await bot.init()
  polling = await pollUpdates(setup.ctx, bot)
}
let polling: Awaited<ReturnType<typeof pollUpdates>> | undefined
afterAll(() => polling?.stop())

describe.each([
  ['a group with topics', { is_forum: true, bot_manages_topics: true }],
  ['a group without topics', { is_forum: false, bot_manages_topics: false }],
  ['a group whose topics the bot may not manage', { is_forum: true, bot_manages_topics: false }],
])('in %s', (_name, rights) => {
  const hasTopics = rights.is_forum && rights.bot_manages_topics
  beforeEach(() => desk.forum(rights))

  test('a question with a photo, an answer, a second question, closing and opening again, over restarts', async () => {
    const { setup, ops, picture, waitForMessage, countMessages, openPerson, answer, pressButton, chat } = desk
    const lastIdBefore = Math.max(0, ...(await desk.readMessages(ops)).map(({ message_id }) => message_id))
    const waitInOps = (fragment: string) =>
      waitForMessage(ops, fragment, ({ message_id }) => message_id > lastIdBefore)
    const notes = await countMessages(ops, 'закроется само')
    const anna = await openPerson({ username: 'anna_zerno' })
    const order = await insertOrder(setup, anna.id, { status: 'published' })
    await anna.startSupport()

    // The person's question arrives while the bot is stopped.
    await restartBot(() => anna.sendMessage({ photo: picture, caption: 'Оплатила, а заказ ждёт <оплаты>' }))
    const receipt = await waitForMessage(anna.telegram_id, 'Передали в поддержку')
    const case_id = (await anna.findCase())?.id ?? 0
    expect(wordsOf(receipt)).toContain(`Обращение ${case_id}.`)
    expect(buttonsOf(receipt)).toEqual(['Вопрос решён'])
    const card = await waitInOps(`Обращение ${case_id}, открыто`)
    expect(wordsOf(card)).toContain('Анна, @anna_zerno, пишет по-русски')
    expect(wordsOf(card)).toContain('телефон не подтверждён')
    expect(wordsOf(card)).toContain('Оплат не было')
    expect(wordsOf(card)).toContain(`Открытые: заказ ${order}`)
    expect(buttonsOf(card)).toEqual(['Взять', 'Закрыть', 'О человеке'])
    const questionMessage = await waitInOps('Оплатила, а заказ ждёт <оплаты>')
    expect(questionMessage.photo).toBeDefined()
    const topic = (await chat())?.topics?.findLast(({ name }) => name.startsWith(`${case_id} · `))
    if (hasTopics) {
      expect(topic).toMatchObject({ name: `${case_id} · Анна`, is_closed: false })
      expect([card.message_thread_id, questionMessage.message_thread_id]).toEqual([
        topic?.message_thread_id,
        topic?.message_thread_id,
      ])
    } else {
      expect(topic).toBeUndefined()
      expect(questionMessage.reply_to_message?.message_id).toBe(card.message_id)
    }

    // The operator's answer also arrives while the bot is stopped.
    let sentCard = card
    await restartBot(async () => {
      sentCard = (await answer(questionMessage, { photo: picture, caption: 'Видим оплату' })) as DeskMessage
    })
    const reply = await waitForMessage(anna.telegram_id, 'Видим оплату')
    expect(wordsOf(reply)).toBe('Мария, поддержка:\nВидим оплату')
    expect(reply.photo).toBeDefined()
    expect(reply.reply_to_message?.from.id).toBe(anna.telegram_id)
    const closingNotice = await waitInOps(`Обращение ${case_id} закроется само через 3 дня тишины`)
    expect(closingNotice.reply_to_message?.message_id).toBe(sentCard.message_id)
    expect(buttonsOf(closingNotice)).toEqual(['Закрыть сейчас'])
    await eventually(async () =>
      wordsOf(await waitInOps(`Обращение ${case_id}, открыто`)).includes('Отвечает Мария'),
    )

    await anna.sendMessage({ text: 'А второй заказ тоже оплачен?' })
    await waitForMessage(anna.telegram_id, `Добавили к обращению ${case_id}.`)
    const second = await waitInOps('А второй заказ тоже оплачен?')
    expect(second.message_thread_id).toBe(topic?.message_thread_id)

    expect((await pressButton(closingNotice, 'Закрыть сейчас')).answer?.text).toBe(
      `Обращение ${case_id} закрыто`,
    )
    await waitForMessage(anna.telegram_id, `Обращение ${case_id} закрыто. Если вопрос остался`)
    expect(buttonsOf(await waitInOps(`Обращение ${case_id}, закрыто`))).toEqual(['О человеке'])
    const topicNow = async () =>
      (await chat())?.topics?.find((one) => one.message_thread_id === topic?.message_thread_id)
    if (hasTopics) await eventually(async () => (await topicNow())?.is_closed)

    // A further message from the person reopens the same support case.
    await restartBot(() => anna.sendMessage({ text: 'Всё-таки нет' }))
    const reopenedCard = await waitInOps('Всё-таки нет')
    expect(reopenedCard.message_thread_id).toBe(topic?.message_thread_id)
    expect((await topicNow())?.is_closed).toBe(hasTopics ? false : undefined)
    await waitInOps(`Обращение ${case_id}, открыто`)
    await eventually(async () => (await countMessages(anna.telegram_id, 'Передали в поддержку')) === 2)
    await answer(reopenedCard, { text: 'Проверяем' })
    await waitForMessage(anna.telegram_id, 'Проверяем')
    await eventually(async () => (await countMessages(ops, 'закроется само')) === notes + 2)

    // Each message of the person reaches the operators exactly once.
    const operatorsMessages = (await desk.readMessages(ops)).filter(
      (one) => one.from.is_bot && one.message_id >= card.message_id,
    )
    expect(operatorsMessages.map(wordsOf).filter(Boolean)).toEqual([
      expect.stringContaining(`Обращение ${case_id}, открыто`),
      `Обращение ${case_id}, Анна\nОплатила, а заказ ждёт <оплаты>`,
      expect.stringContaining('Ответ доставлен'),
      `Обращение ${case_id}, Анна\nА второй заказ тоже оплачен?`,
      `Обращение ${case_id}, Анна\nВсё-таки нет`,
      expect.stringContaining('Ответ доставлен'),
    ])
    const annasTexts = (await desk.readMessages(anna.telegram_id))
      .filter(({ from }) => from.is_bot)
      .map(wordsOf)
    expect(annasTexts.slice(2)).toEqual([
      expect.stringContaining('Передали в поддержку'),
      'Мария, поддержка:\nВидим оплату',
      `Добавили к обращению ${case_id}.`,
      expect.stringContaining(`Обращение ${case_id} закрыто`),
      expect.stringContaining('Передали в поддержку'),
      'Мария, поддержка:\nПроверяем',
    ])
    const storedMessages = await setup.ctx.db
      .selectFrom('support_messages')
      .select(['side', 'content', 'state'])
      .where('case_id', '=', case_id)
      .orderBy('id')
      .execute()
    expect(storedMessages).toEqual([
      { side: 'person', content: 'Оплатила, а заказ ждёт <оплаты>', state: 'passed' },
      { side: 'staff', content: 'Видим оплату', state: 'passed' },
      { side: 'person', content: 'А второй заказ тоже оплачен?', state: 'passed' },
      { side: 'person', content: 'Всё-таки нет', state: 'passed' },
      { side: 'staff', content: 'Проверяем', state: 'passed' },
    ])
  })
})

test('a short question stands on the card itself, and who takes it is told to the person', async () => {
  const { ops, maria, readMessages, waitForMessage, openPerson, pressButton } = desk
  const anna = await openPerson()
  const { case_id, card } = await anna.openCase('Где мои деньги?')
  expect(wordsOf(card)).toContain('Где мои деньги?')
  expect((await readMessages(ops)).filter((one) => wordsOf(one).includes('Где мои деньги?'))).toHaveLength(1)
  expect((await pressButton(card, 'Взять')).answer?.text).toBe(`Обращение ${case_id} за вами`)
  await waitForMessage(anna.telegram_id, `На обращение ${case_id} отвечает Мария.`)
  const takenCard = await waitForMessage(ops, 'Отвечает Мария', (one) => one.message_id === card.message_id)
  expect(buttonsOf(takenCard)).toEqual(['Закрыть', 'О человеке'])
  expect((await anna.findCase())?.staff_id).toBe(maria.id)
})

test('a person ends the case, and the same update twice adds nothing', async () => {
  const { setup, ops, waitForMessage, countMessages, openPerson } = desk
  const anna = await openPerson()
  const { case_id } = await anna.openCase('Как продлить?')
  const sentMessage = await anna.sendMessage({ text: 'И сколько это стоит?' })
  await waitForMessage(anna.telegram_id, 'Добавили к обращению')
  await setup.bot.handleUpdate({ update_id: 980_001, message: sentMessage } as never)
  expect(await countMessages(ops, 'И сколько это стоит?')).toBe(1)
  const receipt = await waitForMessage(anna.telegram_id, 'Передали в поддержку')
  expect((await anna.tapButton(receipt, 'Вопрос решён')).answer?.text).toContain(
    `Обращение ${case_id} закрыто`,
  )
  await waitForMessage(ops, `Обращение ${case_id}, закрыто: вопрос решён`)
  expect(await countMessages(anna.telegram_id, 'Добавили')).toBe(1)
})

test('each photo of an album is passed on, and said about once; a reply to any of the support’s messages counts', async () => {
  const { ops, picture, readMessages, waitForMessage, countMessages, openPerson, answer } = desk
  const anna = await openPerson()
  await anna.startSupport()
  const album = { photo: picture, media_group_id: `album ${anna.id}` }
  await anna.sendMessage({ ...album, caption: 'Три снимка' })
  for (const _count of [1, 2]) await anna.sendMessage(album)
  await waitForMessage(anna.telegram_id, 'Передали в поддержку')
  const { id: case_id } = (await anna.findCase()) ?? {}
  const photos = async () =>
    (await readMessages(ops)).filter((one) => one.photo && wordsOf(one).includes(`Обращение ${case_id}`))
  await eventually(async () => (await photos()).length === 3)
  const document = { name: 'Счёт.pdf', base64: Buffer.from('%PDF-1.4 an invoice').toString('base64') }
  await answer((await photos())[2] ?? (await waitForMessage(ops, '')), { document, caption: 'Вот счёт' })
  const receivedMessage = await waitForMessage(anna.telegram_id, 'Вот счёт')
  expect(receivedMessage.document).toMatchObject({ file_name: 'Счёт.pdf' })
  await anna.sendMessage({ text: 'Спасибо', reply_to_message_id: receivedMessage.message_id })
  await waitForMessage(ops, 'Спасибо')
  expect(await countMessages(anna.telegram_id, 'Передали в поддержку')).toBe(1)
  await waitForMessage(anna.telegram_id, 'Добавили к обращению')
})

test('what has no address is offered to the support; passed on, it is that very message', async () => {
  const { ops, picture, waitForMessage, openPerson } = desk
  const anna = await openPerson()
  await anna.sendMessage({ photo: picture, caption: 'Что это за списание?' })
  const offer = await waitForMessage(anna.telegram_id, 'никуда не ушло')
  expect(buttonsOf(offer)).toEqual(['В поддержку', 'Не надо'])
  await anna.tapButton(offer, 'В поддержку')
  await waitForMessage(anna.telegram_id, 'Передали в поддержку')
  expect((await waitForMessage(ops, 'Что это за списание?')).photo).toBeDefined()
  await anna.sendMessage({
    sticker: { file_id: 's', file_unique_id: 's', type: 'regular', width: 1, height: 1 },
  })
  await waitForMessage(anna.telegram_id, 'Это мы передать не можем')
})

test('ten minutes after the last message of a case a plain message goes nowhere without a press', async () => {
  const { setup, waitForMessage, countMessages, openPerson } = desk
  const anna = await openPerson()
  const { case_id } = await anna.openCase('Как сменить имя?')
  const setAge = (minutes: number) =>
    setup.ctx.db
      .updateTable('support_cases')
      .set({ last_at: new Date(Date.now() - minutes * 60_000).toISOString() })
      .where('id', '=', case_id)
      .execute()
  await setAge(9)
  await anna.sendMessage({ text: 'И город?' })
  await waitForMessage(anna.telegram_id, 'Добавили к обращению')
  await setAge(11)
  await anna.sendMessage({ text: 'И страну?' })
  const offer = await waitForMessage(anna.telegram_id, 'никуда не ушло')
  expect(buttonsOf(offer)).toEqual(['В поддержку', 'Не надо'])
  expect(await countMessages(anna.telegram_id, 'Добавили к обращению')).toBe(1)
})

test('an answer to an old case reaches its person, who has begun a newer one', async () => {
  const { setup, ops, waitForMessage, openPerson, answer, pressButton } = desk
  const anna = await openPerson()
  const { case_id, card } = await anna.openCase('Как сменить имя?')
  await pressButton(card, 'Закрыть')
  await waitForMessage(anna.telegram_id, `Обращение ${case_id} закрыто.`)
  const oldClosing = { closed_at: new Date(Date.now() - 31 * 24 * 60 * 60_000).toISOString() }
  await setup.ctx.db.updateTable('support_cases').set(oldClosing).where('id', '=', case_id).execute()
  await anna.startSupport()
  await anna.sendMessage({ text: 'Как сменить город?' })
  const newerCase = await eventually(async () => {
    const supportCase = await anna.findCase()
    return supportCase?.id !== case_id && supportCase?.id
  })
  await answer(card, { text: 'Имя меняют в профиле' })
  await waitForMessage(anna.telegram_id, 'Имя меняют в профиле')
  await waitForMessage(ops, `Ответ доставлен. Обращение ${case_id} остаётся закрытым.`)
  expect(await anna.findCase()).toMatchObject({ id: newerCase, state: 'open' })
})
