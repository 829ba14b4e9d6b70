import { beforeAll, expect, test } from 'vitest'
import type { ListingStatus, ResponseStatus } from '#contract/lifecycle.ts'
import { claimTasks } from '#db/outbox.ts'
import { type Payload, record, type Topic } from '#services/core/records/events.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { responseNotifications } from '#workers/events/response-notifications.ts'
import { everyMessage } from '#workers/telegram/messages.ts'
import { insertOrder, insertPerson, setUpWorkers, type WorkerSetup } from './setup.ts'

let setup: WorkerSetup
let author: number

const insertUser = async () => (await insertPerson(setup, { in_telegram: false })).id

beforeAll(async () => {
  setup = await setUpWorkers()
  author = await insertUser()
})

/** Records the event, and runs the worker twice on the task of the event. */
async function runEvent<T extends Topic>(topic: T, payload: Payload<T>): Promise<void> {
  const { ctx } = setup
  await ctx.db.transaction().execute((tx) => record(ctx, tx, topic, payload))
  const now = new Date().toISOString()
  const tasks = await claimTasks(ctx.db, { limit: 10, now, waits: [3_600_000] })
  for (const task of [...tasks, ...tasks]) await responseNotifications.handle(ctx, task)
}

async function insertAnswered(status: ResponseStatus, listing: ListingStatus = 'in_progress') {
  const listing_id = await insertOrder(setup, author, { title: 'Сайт <b>', status: listing })
  const user_id = await insertUser()
  const { id: response_id } = await setup.ctx.db
    .insertInto('responses')
    .values({ listing_id, user_id, status, response_text: 'Сделаю' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { listing_id, user_id, response_id }
}

function readNotified(user_id: number) {
  return setup.ctx.db
    .selectFrom('deliveries')
    .select(['kind', 'lane', 'payload'])
    .where('user_id', '=', user_id)
    .execute()
}

const reader = (language: 'ru' | 'en') => ({ chat_id: 1, language, is_private: true })

test.each([
  [
    'response_chosen',
    'chosen',
    'in_progress',
    'Вас выбрали исполнителем: «Сайт &lt;b&gt;». Заказчик ждёт вас в чате.',
    'You were chosen for “Сайт &lt;b&gt;”. The client is waiting for you in the chat.',
  ],
  [
    'response_declined',
    'declined',
    'published',
    'Заказчик отклонил ваш отклик на «Сайт &lt;b&gt;».',
    'The client declined your response to “Сайт &lt;b&gt;”.',
  ],
  [
    'response_released',
    'declined',
    'published',
    'Заказчик отменил выбор: на «Сайт &lt;b&gt;» вы больше не исполнитель.',
    'The client of “Сайт &lt;b&gt;” cancelled your selection.',
  ],
  [
    'response_passed',
    'not_chosen',
    'in_progress',
    'На «Сайт &lt;b&gt;» выбрали другого исполнителя.',
    'Someone else was chosen for “Сайт &lt;b&gt;”.',
  ],
  [
    'response_passed',
    'not_chosen',
    'deleted',
    'На «Сайт &lt;b&gt;» исполнителя больше не ищут: заказчик закрыл объявление.',
    '“Сайт &lt;b&gt;” is closed: the client is no longer looking for anyone.',
  ],
] as const)('%s while the response is %s and the order %s', async (kind, status, listing, ru, en) => {
  const { response_id } = await insertAnswered(status, listing)
  const composeMessage = (language: 'ru' | 'en') =>
    everyMessage[kind].compose(setup.ctx, { response_id }, reader(language)).then((message) => message?.text)
  expect([await composeMessage('ru'), await composeMessage('en')]).toEqual([ru, en])
  await placeRows(setup.owner, 'responses', { id: response_id }, { status: 'shown' })
  expect(await composeMessage('ru')).toBeUndefined()
})

test('everybody learns their own fate, once', async () => {
  const chosenUser = await insertAnswered('chosen')
  const passedPerson = await insertUser()
  const { id: response_id } = await setup.ctx.db
    .insertInto('responses')
    .values({
      listing_id: chosenUser.listing_id,
      user_id: passedPerson,
      status: 'not_chosen',
      response_text: 'И я',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await runEvent('response.chosen', { response_id: chosenUser.response_id })
  await runEvent('responses.passed', { listing_id: chosenUser.listing_id })
  const lane = 'transactional'
  const payload = { response_id: chosenUser.response_id }
  expect(await readNotified(chosenUser.user_id)).toEqual([{ kind: 'response_chosen', lane, payload }])
  expect(await readNotified(passedPerson)).toEqual([
    { kind: 'response_passed', lane, payload: { response_id } },
  ])
})

test('the executor hears that the work is done', async () => {
  const { listing_id, user_id } = await insertAnswered('chosen', 'completed')
  await setup.ctx.db
    .updateTable('listings')
    .set({ executor_id: user_id })
    .where('id', '=', listing_id)
    .execute()
  await runEvent('listing.completed', { listing_id })
  expect(await readNotified(user_id)).toMatchObject([{ kind: 'listing_completed', payload: { listing_id } }])
  const message = await everyMessage.listing_completed.compose(setup.ctx, { listing_id }, reader('en'))
  expect(message?.text).toBe('“Сайт &lt;b&gt;”: the work is done. Thank you!')
})

test('a placement that ends is told with a way to extend it, and not after it was extended', async () => {
  const listing_id = await insertOrder(setup, author, { title: 'Логотип' })
  const composeMessage = (kind: 'listing_expiring' | 'listing_expired') =>
    everyMessage[kind].compose(setup.ctx, { listing_id }, reader('ru'))
  const reminder = await composeMessage('listing_expiring')
  expect(reminder?.text).toBe('Размещение заказа «Логотип» скоро закончится.')
  const { href } = new URL(`/order/${listing_id}?pay=extend`, setup.ctx.config.APP_ORIGIN)
  expect(reminder?.keyboard?.[0]?.[0]).toMatchObject({ web_app: { url: href } })
  expect(await composeMessage('listing_expired')).toBeNull()
  await placeRows(setup.owner, 'listings', { id: listing_id }, { status: 'expired' })
  expect(await composeMessage('listing_expiring')).toBeNull()
  expect((await composeMessage('listing_expired'))?.keyboard?.[0]?.[0]?.text).toBe('Продлить')
})

test('beside the end of a response stand similar orders with their prices, as long as they are open', async () => {
  const { response_id } = await insertAnswered('declined', 'published')
  const insertSimilar = (columns: Record<string, unknown>) =>
    insertOrder(setup, author, { price: null, ...columns })
  const similar = [
    await insertSimilar({ title: 'Второй', min_stake: 100_000, max_stake: 200_000 }),
    await insertSimilar({ title: 'Снятый', price: 50_000, status: 'deleted' }),
    await insertSimilar({ title: 'Отданный', price: 50_000, executor_id: await insertUser() }),
    await insertSimilar({ title: 'Первый', price: 75_000 }),
  ]
  const payload = { response_id, similar: similar.toReversed() }
  const message = await everyMessage.response_declined.compose(setup.ctx, payload, reader('en'))
  const lines = message?.text.split('\n').filter((line) => line.startsWith('•'))
  expect(lines?.map((line) => line.replace(/<[^>]*>/g, ''))).toEqual([
    '• Первый, ₽750',
    '• Второй, ₽1,000 – ₽2,000',
  ])
})
