import { beforeAll, expect, test } from 'vitest'
import { seed } from '#db/seed.ts'
import { docx, photo } from '#tests/api/files/uploads-corpus.ts'
import { send } from '#tests/api/files/uploads-sending.ts'
import { confirmPayment, draftOrder, invoiceFor, publishedOrder } from '#tests/support/orders/order-life.ts'
import { client, confirmPhone, type Person } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { buttons, type MarkedMessage, openModeratorsChat, withPlainSpaces } from './moderators-chat.ts'
import type { Message } from './telegram.ts'

/** The review card describes the submission, its author and the findings of the automatic checks. */

type Media = Message & {
  photo?: object[]
  document?: { file_name: string }
  reply_to_message?: { message_id: number }
}

let chat: Awaited<ReturnType<typeof openModeratorsChat>>
beforeAll(async () => {
  chat = await openModeratorsChat()
  chat.setup.ctx.config.MODERATION_UNDO_MS = 0
  return chat.close
})

async function attachFile(
  person: Person,
  listing_id: number,
  sample: Parameters<typeof send>[2],
): Promise<void> {
  const { file } = await send(chat.api, person, sample)
  const body = { id: file.id, user_id: person.id, project_id: listing_id }
  await person.call('PUT /api/files/assign-project', { body })
}

/** Returns the files that were sent as replies to a review card. */
const filesBelow = (card: Message) =>
  eventually(async () => {
    const { MODERATORS_CHAT_ID: chat_id } = chat.setup.ctx.config
    const messages = await chat.setup.telegram.get<Media[]>(`/messages?chat_id=${chat_id}`)
    const files = messages.filter(
      ({ reply_to_message: to, photo, document }) =>
        to?.message_id === card.message_id && (photo || document),
    )
    return files.length > 0 && files
  })

test('the card says what is sold, for how long, by whom, and has its files below it', async () => {
  const { api, cardOf, pressButton } = chat
  const anna = await client(api)
  await confirmPhone(api, anna)
  const { order } = await draftOrder(
    api,
    { is_urgent: true, skills: ['рерайт', 'маркетплейсы'], region: 'Казань', price: 12_000 },
    anna,
  )
  await attachFile(anna, order.id, { name: 'brief.docx', bytes: docx })
  await attachFile(anna, order.id, { name: 'photo.jpg', bytes: await photo(900, 600).jpeg().toBuffer() })
  await confirmPayment(api, await invoiceFor(anna, order.id))
  const card = await cardOf(order.id)
  const text = withPlainSpaces(card.text)
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
    const albumMessages = await filesBelow(card)
    return albumMessages.length === 2 && albumMessages
  })
  expect(files.map((file) => (file.photo ? 'photo' : file.document?.file_name))).toEqual([
    'brief.docx',
    'photo',
  ])
  await pressButton(card, 'Файлы, 2')
  await eventually(async () => (await filesBelow(card)).length === 4)
})

test('a file that the author adds in moderation stands on the card and below it', async () => {
  const { api, cardOf, setup } = chat
  const anna = await client(api)
  const { order } = await draftOrder(api, {}, anna)
  await confirmPayment(api, await invoiceFor(anna, order.id))
  const card = await cardOf(order.id)
  expect(card.text).not.toContain('Файлы')
  const readHash = () =>
    setup.ctx.db
      .selectFrom('moderation_tasks')
      .select('content_hash')
      .where('listing_id', '=', order.id)
      .executeTakeFirstOrThrow()
  const hashBefore = await readHash()
  await attachFile(anna, order.id, { name: 'brief.docx', bytes: docx })
  expect((await cardOf(order.id, 'Файлы (1), ниже: brief.docx')).message_id).toBe(card.message_id)
  expect(await filesBelow(card)).toHaveLength(1)
  // A moderator who has read the earlier content cannot approve it any more.
  expect(await readHash()).not.toEqual(hashBefore)
})

test('what the machine noticed is named with its words; the record counts what was decided before', async () => {
  const { setup, api, cardOf } = chat
  const anna = await client(api)
  const first = await publishedOrder(api, {}, anna)
  await setup.ctx.db
    .insertInto('reports')
    .values({
      reporter_id: chat.maria.id,
      subject_type: 'listing',
      subject_id: first.order.id,
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
  const { text = '', entities = [] } = (await cardOf(order.id)) as MarkedMessage
  expect(withPlainSpaces(text)).toContain(
    'Проверка: 3 замечания\nконтакты в тексте: «t.me/anna_design», «8 905 123-45-67»\nссылки в тексте: «t.me/anna_design»\nпохоже на обман: «Лёгкий заработок»\n',
  )
  const underlinedParts = entities.filter(({ type }) => type === 'underline')
  expect(underlinedParts.map(({ offset, length }) => text.slice(offset, offset + length))).toEqual([
    't.me/anna_design',
    '8 905 123-45-67',
    'Лёгкий заработок',
  ])
  expect(withPlainSpaces(text)).toContain('опубликовано 1, отклонено 0, жалоб принято 1')
  expect(withPlainSpaces(text)).toMatch(/оплата 2 500 ₽, .+; раньше оплат: 1/)
})

test('what waits in the demo market has its card, with what the checks notice', async () => {
  const { setup } = chat
  await seed(setup.owner_url, { demo: true })
  const waitingTask = await setup.ctx.db
    .selectFrom('listings')
    .select(['id', 'kind'])
    .where('status', '=', 'moderation')
    .where('content_hash', 'like', 'demo:%')
    .execute()
  expect(waitingTask.length).toBeGreaterThan(2)
  const { MODERATORS_CHAT_ID: chat_id } = setup.ctx.config
  await eventually(async () => {
    const messages = await setup.telegram.get<Message[]>(`/messages?chat_id=${chat_id}`)
    return waitingTask.every(({ id, kind }) =>
      messages.some(
        (card) =>
          new RegExp(`^${kind === 'order' ? 'Заказ' : 'Вакансия'} ${id}\\b`).test(card.text ?? '') &&
          card.text?.includes('Проверка: '),
      ),
    )
  })
})
