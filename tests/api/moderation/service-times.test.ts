import { beforeAll, expect, test } from 'vitest'
import { queueText } from '#services/moderation/messages/text.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { paidOrder } from '#tests/support/orders/order-life.ts'
import { moderator, type Person } from '#tests/support/people/people.ts'
import { everyMessage } from '#workers/telegram/messages.ts'

const minute = 60_000
const hour = 60 * minute
let api: Api
let olga: Person
beforeAll(async () => {
  api = await openApi()
  olga = await moderator(api)
})

/** Inserts a decision that took `ms` milliseconds and was made `agoMs` milliseconds ago. */
async function insertDecision(ms: number, agoMs = hour): Promise<void> {
  const { listing_id } = await createOrder()
  const nowMs = api.ctx.now().getTime()
  const at = (time: number) => new Date(time).toISOString()
  await api.ctx.db
    .insertInto('moderation_tasks')
    .values({
      subject: 'listing',
      listing_id,
      state: 'approved',
      decided_by: olga.id,
      created_at: at(nowMs - agoMs - ms),
      decided_at: at(nowMs - agoMs),
      effective_at: at(nowMs - agoMs + 5000),
      applied_at: at(nowMs - agoMs + 5000),
    })
    .execute()
}

let knownOrder: { listing_id: number } | undefined
async function createOrder() {
  knownOrder ??= { listing_id: (await paidOrder(api)).order.id }
  return knownOrder
}

const times = async () => (await olga.call('GET /api/admin/counts')).times.decisions
const withPlainSpaces = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

async function readPromise() {
  const { anna, order } = await paidOrder(api)
  const reader = { chat_id: 1, language: 'ru', is_private: true } as const
  const message = await everyMessage.payment_confirmed.compose(api.ctx, { listing_id: order.id }, reader)
  const { usual } = await anna.call('GET /api/moderation/:listing_id', { params: { listing_id: order.id } })
  return { usual, text: withPlainSpaces(message?.text ?? '') }
}

const queue = async () =>
  withPlainSpaces(await queueText(api.ctx, { chat_id: 1, language: 'ru', is_private: false })).replace(
    /<[^>]+>/g,
    '',
  )

test('nothing decided is nothing measured, and nobody is promised anything', async () => {
  expect(await times()).toEqual({ count: 0, median_ms: null, p90_ms: null })
  const { usual, text } = await readPromise()
  expect(usual).toBeNull()
  expect(text).toMatch(/на модерации\.$/)
  expect(await queue()).toContain('За 7 дней решений не было.')
})

test('a usual time that is nearly always kept is said once', async () => {
  await insertDecision(30 * minute)
  await insertDecision(30 * minute)
  expect(await queue()).toContain('Решений за 7 дней: 2. Почти всегда за 30 мин.')
  await api.owner.deleteFrom('moderation_tasks').where('state', '=', 'approved').execute()
})

test('what was decided in the last days is measured; from twenty on authors are told nine of ten, rounded up', async () => {
  for (let minutes = 1; minutes <= 19; minutes++) await insertDecision(minutes * minute)
  // This decision is older than a week. So it does not count in the usual time of a decision.
  await insertDecision(90 * hour, 8 * 24 * hour)
  expect(await times()).toEqual({ count: 19, median_ms: 10 * minute, p90_ms: Math.round(17.2 * minute) })
  expect((await readPromise()).usual).toBeNull()
  expect(await queue()).toContain('Срок авторам не называем: для этого нужно не меньше 20 решений.')
  await insertDecision(20 * minute)
  expect(await times()).toEqual({ count: 20, median_ms: 10.5 * minute, p90_ms: Math.round(18.1 * minute) })
  const { usual, text } = await readPromise()
  expect(usual).toEqual({ unit: 'minute', count: 20 })
  expect(text).toMatch(/на модерации\. Обычно проверяем до 20 минут\.$/)
  const queueSummary = await queue()
  expect(queueSummary).toContain('Решений за 7 дней: 20. Обычно за 10 мин, почти всегда до 18 мин.')
  expect(queueSummary).toContain('Авторам называем срок: до 20 минут.')
  expect(queueSummary).toMatch(/Ждут? проверки \d+ объявлени/)
})

test('answers of authors are measured from their questions', async () => {
  const { anna, order } = await paidOrder(api)
  const { id } = await api.ctx.db
    .selectFrom('moderation_tasks')
    .select('id')
    .where('listing_id', '=', order.id)
    .executeTakeFirstOrThrow()
  await olga.call('POST /api/admin/moderation/:id/ask', { params: { id }, body: { question: 'Какой срок?' } })
  const asked_at = new Date(api.ctx.now().getTime() - 40 * minute).toISOString()
  await api.ctx.db.updateTable('moderation_questions').set({ asked_at }).where('task_id', '=', id).execute()
  const params = { listing_id: order.id }
  await anna.call('POST /api/moderation/:listing_id/answer', { params, body: { text: 'Неделя' } })
  const { answers } = (await olga.call('GET /api/admin/counts')).times
  expect(answers.count).toBe(1)
  expect(Math.round((answers.median_ms ?? 0) / minute)).toBe(40)
})
