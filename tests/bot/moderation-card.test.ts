import { beforeAll, beforeEach, expect, test } from 'vitest'
import { seed } from '#db/seed.ts'
import { applyDecision } from '#services/lifecycle/decide.ts'
import { docx, photo } from '#tests/api/uploads-corpus.ts'
import { send } from '#tests/api/uploads-sending.ts'
import { eventually } from '#tests/support/eventually.ts'
import { confirmPayment, draftOrder, invoiceFor, publishedOrder } from '#tests/support/order-life.ts'
import { client, confirmPhone, type Person } from '#tests/support/people.ts'
import { placeRows } from '#tests/support/placing.ts'
import { buttons, openModeratorsChat } from './moderators-chat.ts'
import { type Message, moderatorInChat, pressInGroup, stranger, submittedOrder } from './telegram.ts'

type Media = Message & {
  photo?: object[]
  document?: { file_name: string }
  reply_to_message?: { message_id: number }
}

let chat: Awaited<ReturnType<typeof openModeratorsChat>>
beforeAll(async () => {
  chat = await openModeratorsChat()
  return chat.close
})
beforeEach(() => {
  chat.setup.ctx.config.MODERATION_UNDO_MS = 0
})

const plain = (text = '') => text.replace(/[\u00a0\u202f]/g, ' ')

async function attach(person: Person, listing_id: number, sample: Parameters<typeof send>[2]): Promise<void> {
  const { file } = await send(chat.api, person, sample)
  const body = { id: file.id, user_id: person.id, project_id: listing_id }
  await person.call('PUT /api/files/assign-project', { body })
}

/** What came into the chat as an answer to a card. */
const below = (card: Message) =>
  eventually(async () => {
    const { MODERATORS_CHAT_ID: chat_id } = chat.setup.ctx.config
    const all = await chat.setup.telegram.get<Media[]>(`/messages?chat_id=${chat_id}`)
    const files = all.filter(
      ({ reply_to_message: to, photo, document }) =>
        to?.message_id === card.message_id && (photo || document),
    )
    return files.length > 0 && files
  })

test('the card says what is sold, for how long, by whom, and has its files below it', async () => {
  const { api, cardOf, press } = chat
  const anna = await client(api)
  await confirmPhone(api, anna)
  const { order } = await draftOrder(
    api,
    { is_urgent: true, skills: ['рерайт', 'маркетплейсы'], region: 'Казань', price: 12_000 },
    anna,
  )
  await attach(anna, order.id, { name: 'brief.docx', bytes: docx })
  await attach(anna, order.id, { name: 'photo.jpg', bytes: await photo(900, 600).jpeg().toBuffer() })
  await confirmPayment(api, await invoiceFor(anna, order.id))
  const card = await cardOf(order.id)
  const text = plain(card.text)
  expect(text).toMatch(new RegExp(`^Заказ ${order.id}, срочный, оплачен\n`))
  expect(text).toContain('12 000 ₽ за проект\n')
  expect(text).toContain('Навыки: Рерайтинг, Менеджер маркетплейсов')
  expect(text).toContain('Место: Казань')
  expect(text).toContain('Размещение: 30 дней')
  expect(text).toContain('в «Отклике» с сегодняшнего дня\nтелефон подтверждён\nпервая оплата: 2 500 ₽')
  expect(text).toContain('опубликовано 0, отклонено 0, жалоб принято 0')
  expect(text).toMatch(/Файлы \(2\), ниже: brief\.docx, .+; ?photo\.jpg|Файлы \(2\), ниже: brief\.docx, /)
  expect(buttons(card)).toContain('Файлы, 2')
  const files = await eventually(async () => {
    const found = await below(card)
    return found.length === 2 && found
  })
  expect(files.map((file) => (file.photo ? 'photo' : file.document?.file_name))).toEqual([
    'brief.docx',
    'photo',
  ])
  await press(card, 'Файлы, 2')
  await eventually(async () => (await below(card)).length === 4)
})

test('what the machine noticed is named with its words; the record counts what was decided before', async () => {
  const { setup, api, cardOf } = chat
  const anna = await client(api)
  const first = await publishedOrder(api, {}, anna)
  await setup.ctx.db
    .insertInto('reports')
    .values({
      ...{ reporter_id: chat.maria.id, subject_type: 'listing', subject_id: first.order.id },
      reason: 'spam',
    })
    .execute()
  const { id: report_id } = await setup.ctx.db
    .selectFrom('reports')
    .select('id')
    .where('subject_id', '=', first.order.id)
    .executeTakeFirstOrThrow()
  const { id: report_task } = await setup.ctx.db
    .insertInto('moderation_tasks')
    .values({ subject: 'report', report_id, listing_id: first.order.id, state: 'open' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await setup.ctx.db
    .updateTable('reports')
    .set({ task_id: report_task, state: 'accepted' })
    .where('id', '=', report_id)
    .execute()
  const subtitle = 'Пишите на t.me/anna_design или 8 905 123-45-67. Лёгкий заработок каждому.'
  const { order } = await draftOrder(api, { subtitle }, anna)
  await confirmPayment(api, await invoiceFor(anna, order.id))
  const { text = '', entities = [] } = (await cardOf(order.id)) as Message & {
    entities?: { type: string; offset: number; length: number }[]
  }
  expect(plain(text)).toContain(
    'Проверка: 3 замечания\nконтакты в тексте: «t.me/anna_design», «8 905 123-45-67»\nссылки в тексте: «t.me/anna_design»\nпохоже на обман: «Лёгкий заработок»\n',
  )
  const underlined = entities.filter(({ type }) => type === 'underline')
  expect(underlined.map(({ offset, length }) => text.slice(offset, offset + length))).toEqual([
    't.me/anna_design',
    '8 905 123-45-67',
    'Лёгкий заработок',
  ])
  expect(plain(text)).toContain('опубликовано 1, отклонено 0, жалоб принято 1')
  expect(plain(text)).toMatch(/оплата 2 500 ₽, .+; раньше оплат: 1/)
})

test('a near-duplicate stands with its share and fate, side by side on a press, and is a reason of its own', async () => {
  const { setup, cardOf, cardWith, press, moved } = chat
  const words = 'Переписать двести карточек товаров для маркетплейса, пример во вложении, срок неделя'
  const first = await submittedOrder(setup, { subtitle: words })
  const card = await cardOf(first.listing_id)
  await press(card, 'Отклонить')
  await press(await cardWith(first.listing_id, 'Непонятное задание'), 'Непонятное задание')
  await moved(first.listing_id, 'rejected')
  const second = await submittedOrder(setup, { subtitle: words.replace('неделя', 'десять дней') })
  const twin = await cardOf(second.listing_id)
  const [, share] = /похоже на заказ \d+, (\d+) %, отказ \d+ \S+/.exec(plain(twin.text)) ?? []
  expect(Number(share)).toBeGreaterThan(70)
  expect(Number(share)).toBeLessThan(100)
  await press(
    twin,
    buttons(twin)?.find((label) => plain(label) === `Сравнить с ${first.listing_id}, ${share} %`) ?? '',
  )
  const compared = await cardWith(second.listing_id, 'К карточке')
  expect(compared.text).toContain('срок десять дней')
  expect(compared.text).toContain('срок неделя')
  expect(
    (
      await setup.ctx.db
        .selectFrom('moderation_tasks')
        .select('state')
        .where('id', '=', second.task_id)
        .executeTakeFirst()
    )?.state,
  ).toBe('open')
  await press(compared, 'К карточке')
  await press(await cardWith(second.listing_id, 'Отклонить'), 'Отклонить')
  await press(await cardWith(second.listing_id, 'Повтор объявления'), 'Повтор объявления')
  expect((await moved(second.listing_id, 'rejected')).rejection_reason).toBe('Повтор объявления')
})

test('an edit shows field by field what was and what would be, word by word, and what others see meanwhile', async () => {
  const { api, cardOf, cardWith, press } = chat
  const anna = await client(api)
  const subtitle = 'Переделать навигацию и оплату, всего 14 экранов. Ждём макеты в Figma.'
  const { order } = await publishedOrder(
    api,
    { subtitle, price: 45_000, title: 'Редизайн приложения кофейни' },
    anna,
  )
  const body = { price: 100_000, subtitle: subtitle.replace('14 экранов', '22 экрана') }
  await anna.call('PATCH /api/projects/:id', { params: { id: order.id }, body })
  // Edits of half a minute are one card.
  await chat.setup.owner
    .updateTable('event_tasks')
    .set({ due_at: new Date(0).toISOString(), next_at: new Date(0).toISOString() })
    .where('done_at', 'is', null)
    .execute()
  const card = (await cardOf(order.id, 'Правка')) as Message & {
    entities?: { type: string; offset: number; length: number }[]
  }
  const text = card.text ?? ''
  expect(plain(text)).toMatch(
    new RegExp(`^Правка заказа ${order.id}, опубликован\nРедизайн приложения кофейни\n`),
  )
  expect(plain(text)).toContain('Цена\n45 000 ₽ за проект → 100 000 ₽ за проект')
  expect(plain(text)).toMatch(/Описание, изменено \d+ %\n.*всего 14 экранов\. 22 экрана\. Ждём макеты/)
  const of = (kind: string) =>
    (card.entities ?? [])
      .filter(({ type }) => type === kind)
      .map(({ offset, length }) => plain(text.slice(offset, offset + length)))
  expect(of('strikethrough')).toEqual(['45 000 ₽ за проект', '14 экранов.'])
  expect(of('underline')).toEqual(['100 000 ₽ за проект', '22 экрана.'])
  expect(text).toMatch(/Без изменений: название, .*специальность/)
  expect(text).toContain('Ждёт: сильно изменилась цена. В ленте пока прежняя версия.')
  expect(buttons(card)).toEqual(
    expect.arrayContaining(['Одобрить правку', 'Было целиком', 'Стало целиком', 'Карточка']),
  )
  await press(card, 'Было целиком')
  expect((await cardWith(order.id, 'К карточке')).text).toContain('всего 14 экранов')
  await press(card, 'К карточке')
  await press(await cardWith(order.id, 'Стало целиком'), 'Стало целиком')
  expect((await cardWith(order.id, 'К карточке')).text).toContain('всего 22 экрана')
})

test('while the workers are late a decision is still taken back; afterwards the press says what has happened', async () => {
  const { setup, cardOf, cardWith, press, listing } = chat
  setup.ctx.config.MODERATION_UNDO_MS = 60_000
  const { listing_id, task_id } = await submittedOrder(setup)
  await press(await cardOf(listing_id), 'Одобрить')
  const late = await cardWith(listing_id, 'Отменить')
  // A minute passes and no worker comes.
  const over = { effective_at: new Date(Date.now() - 30_000).toISOString() }
  await placeRows(setup.owner, 'moderation_tasks', { id: task_id }, over)
  expect((await press(late, 'Отменить')).answer?.text).toBe('Решение отменено')
  expect((await listing(listing_id)).status).toBe('moderation')
  await press(await cardWith(listing_id, 'Одобрить'), 'Одобрить')
  const again = await cardWith(listing_id, 'Отменить')
  await placeRows(setup.owner, 'moderation_tasks', { id: task_id }, over)
  await setup.ctx.db.transaction().execute((tx) => applyDecision(setup.ctx, tx, task_id))
  const { answer } = await press(again, 'Отменить')
  expect(answer).toMatchObject({ show_alert: true })
  expect(answer?.text).toMatch(/^Поздно: объявление опубликовано в \d\d:\d\d$/)
  await cardOf(listing_id, 'Опубликовано, Мария')
})

test('a question and an own reason name the number of their order and answer its card; too short words are asked for anew', async () => {
  const { setup, maria, cardOf, cardWith, press, promptAbout, writeAbout, moved } = chat
  const { listing_id } = await submittedOrder(setup)
  const card = await cardOf(listing_id)
  await press(card, 'Спросить автора')
  const question = (await promptAbout(listing_id)) as Media
  expect(question.text).toBe(
    `Заказ ${listing_id}. Вопрос автору\n\nАнна, напишите вопрос ответом на это сообщение. Он уйдёт автору заказа ${listing_id}.`,
  )
  expect(question.reply_to_message?.message_id).toBe(card.message_id)
  await press(card, 'Отклонить')
  await press(await cardWith(listing_id, 'Своя причина'), 'Своя причина')
  await eventually(async () => (await promptAbout(listing_id)).text?.includes('Своя причина отказа'))
  await writeAbout(listing_id, 'нет')
  // Three characters are enough; two are not.
  expect((await moved(listing_id, 'rejected')).rejection_reason).toBe('нет')
  const other = await submittedOrder(setup)
  await press(await cardOf(other.listing_id), 'Спросить автора')
  await writeAbout(other.listing_id, 'а?')
  const again = (await eventually(async () => {
    const asked = await promptAbout(other.listing_id)
    return asked.text?.includes('Нужно от 3 до 500 знаков') && asked
  })) as Media
  expect(again.text).toContain(`Заказ ${other.listing_id}.`)
  expect(maria.id).toBeGreaterThan(0)
})

test('reading the whole text or the files claims nothing, and strangers do not turn the pages', async () => {
  const { setup, cardOf, cardWith, press } = chat
  const vera = await moderatorInChat(setup)
  const { listing_id, task_id } = await submittedOrder(setup, { subtitle: 'слово '.repeat(300) })
  await press(await cardOf(listing_id), 'Весь текст')
  const { state } = await setup.ctx.db
    .selectFrom('moderation_tasks')
    .select('state')
    .where('id', '=', task_id)
    .executeTakeFirstOrThrow()
  expect(state).toBe('open')
  await press(await cardWith(listing_id, 'К карточке'), 'К карточке', vera.telegram_id)
  expect(
    (await press(await cardWith(listing_id, 'Одобрить'), 'Одобрить', vera.telegram_id)).answer?.text,
  ).toBe('Одобрено')
})

test('what waits in the demo market has its card, with what the checks notice', async () => {
  const { setup } = chat
  await seed(setup.owner_url, { demo: true })
  const waiting = await setup.ctx.db
    .selectFrom('listings')
    .select(['id', 'kind'])
    .where('status', '=', 'moderation')
    .where('content_hash', 'like', 'demo:%')
    .execute()
  expect(waiting.length).toBeGreaterThan(2)
  const { MODERATORS_CHAT_ID: chat_id } = setup.ctx.config
  await eventually(async () => {
    const all = await setup.telegram.get<Message[]>(`/messages?chat_id=${chat_id}`)
    return waiting.every(({ id, kind }) =>
      all.some(
        (card) =>
          new RegExp(`^${kind === 'order' ? 'Заказ' : 'Вакансия'} ${id}\\b`).test(card.text ?? '') &&
          card.text?.includes('Проверка: '),
      ),
    )
  })
})

test('a moderator chooses the language of the chat: waiting cards are written anew, new ones come in it', async () => {
  const { setup, maria, cardOf } = chat
  const { MODERATORS_CHAT_ID: chat_id } = setup.ctx.config
  const waiting = await submittedOrder(setup)
  await cardOf(waiting.listing_id)
  const read = (part: string | RegExp) =>
    eventually(async () => {
      const all = await setup.telegram.get<Message[]>(`/messages?chat_id=${chat_id}`)
      return all.findLast(({ text }) => text?.match(part))
    })
  const { id: nobody } = await stranger(setup, { groups: ['moderators'] })
  await setup.telegram.post(`/users/${maria.telegram_id}/send`, {
    chat_id,
    text: '/language@otklik_demo_bot',
  })
  const asked = await read('На каком языке писать карточки')
  const tap = { chat_id, message_id: asked.message_id, text: 'English' }
  const refused = await pressInGroup(setup, nobody, tap)
  expect(refused.answer).toMatchObject({ text: 'Решать могут только модераторы', show_alert: true })
  expect((await pressInGroup(setup, maria.telegram_id, tap)).answer?.text).toContain(
    'Cards in this chat are in English',
  )
  const card = await read(new RegExp(`^Order ${waiting.listing_id}\\b`))
  expect(card.text).toContain('per project')
  expect(buttons(card)).toContain('Ask the author')
  const fresh = await submittedOrder(setup)
  await read(new RegExp(`^Order ${fresh.listing_id}\\b`))
  const { answer } = await pressInGroup(setup, maria.telegram_id, {
    chat_id,
    message_id: card.message_id,
    text: 'Approve',
  })
  expect(answer?.text).toBe('Одобрено')
  await read(new RegExp(`^Order ${waiting.listing_id}\\b[^]*Published by Мария`))
})

test('/queue tells a moderator what waits and how long decisions take; others get no answer', async () => {
  const { setup, maria } = chat
  const { MODERATORS_CHAT_ID: chat_id } = setup.ctx.config
  await submittedOrder(setup)
  const { id: nobody } = await stranger(setup, { groups: ['moderators'] })
  const told = async () => {
    const all = await setup.telegram.get<Media[]>(`/messages?chat_id=${chat_id}`)
    return all.filter(({ text }) =>
      text?.match(/проверки[\s\S]*(?:Авторам называем срок: до|Срок авторам не называем)/),
    )
  }
  await setup.telegram.post(`/users/${nobody}/send`, { chat_id, text: '/queue@otklik_demo_bot' })
  await setup.telegram.post(`/users/${maria.telegram_id}/send`, { chat_id, text: '/queue@otklik_demo_bot' })
  await eventually(async () => (await told()).length > 0)
  expect(await told()).toHaveLength(1)
  expect(plain((await told())[0]?.text)).toMatch(
    /Решений за 7 дней: \d+\. Половина за|За 7 дней решений не было/,
  )
})
