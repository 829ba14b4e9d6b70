import { beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { paidOrder, publishedOrder } from '#tests/support/orders/order-life.ts'
import { newOrder, responseTo } from '#tests/support/orders/sample.ts'
import { client, freelancer } from '#tests/support/people/people.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const questions = [
  { kind: 'number' as const, text: 'Сколько дней до первых макетов?', min: 1, max: 30 },
  { kind: 'choice' as const, text: 'Делали мини-приложения раньше?', options: ['Да', 'Нет'] },
]
const respondCall = 'POST /api/projects/add_resp'

test('everybody who responds answers what is asked; the author reads each answer beside its question', async () => {
  const { anna, order } = await publishedOrder(api, { questions })
  const boris = await freelancer(api)
  const page = await boris.call('GET /api/projects/:id/full_info', { params: { id: order.id } })
  expect(page.questions).toEqual(questions)
  const invalidAnswers = [undefined, [], ['5'], ['31', 'Да'], ['5', 'Может быть'], ['пять', 'Да']]
  for (const answers of invalidAnswers)
    await expect(boris.call(respondCall, responseTo(order.id, { answers }))).rejects.toMatchObject({
      problem: { code: 'answers_missing', details: { questions } },
    })
  await boris.call(respondCall, responseTo(order.id, { answers: ['5', 'Да'] }))
  // Changing the questions later does not change earlier answers.
  const body = { questions: [{ kind: 'text' as const, text: 'Чем работаете?' }] }
  await anna.call('PATCH /api/projects/:id', { params: { id: order.id }, body })
  const { items } = await anna.call('GET /api/listings/:id/responses', { params: { id: order.id } })
  expect(items.map(({ answers }) => answers)).toEqual([
    [
      { question: 'Сколько дней до первых макетов?', answer: '5' },
      { question: 'Делали мини-приложения раньше?', answer: 'Да' },
    ],
  ])
})

test('moderators read the questions with the text', async () => {
  const { order } = await paidOrder(api, { questions })
  const { content } = await api.ctx.db
    .selectFrom('moderation_tasks')
    .select('content')
    .where('listing_id', '=', order.id)
    .executeTakeFirstOrThrow()
  expect(content).toMatchObject({
    questions: 'Сколько дней до первых макетов? {1 – 30}\nДелали мини-приложения раньше? {Да / Нет}',
  })
})

test.each([
  ['four questions', Array(4).fill({ kind: 'text', text: 'Чем работаете?' })],
  ['one choice', [{ kind: 'choice', text: 'Да?', options: ['Да'] }]],
  ['a choice said twice', [{ kind: 'choice', text: 'Да?', options: ['Да', 'Да'] }]],
  ['an empty range', [{ kind: 'number', text: 'Дней?', min: 5, max: 5 }]],
  ['signs of a form', [{ kind: 'text', text: 'Дней? {1 – 5}' }]],
])('%s is no question', async (_kind, questions) => {
  const anna = await client(api)
  expect(
    await codeOf(anna.call('POST /api/projects/create', { body: newOrder({ questions: questions }) })),
  ).toBe('invalid_input')
})
