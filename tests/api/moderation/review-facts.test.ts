import { expect, test } from 'vitest'
import { findCard } from '#services/moderation/card/queries.ts'
import { renderCard } from '#services/moderation/card/review-card.ts'
import { chooseChatLanguage } from '#services/moderation/queue/chat-language.ts'
import { docx } from '#tests/api/files/uploads-corpus.ts'
import { send } from '#tests/api/files/uploads-sending.ts'
import { openApi } from '#tests/support/api/api.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { confirmPayment, draftOrder, invoiceFor } from '#tests/support/orders/order-life.ts'
import { draftVacancy } from '#tests/support/orders/vacancy-life.ts'
import { client, confirmPhone, moderator } from '#tests/support/people/people.ts'

const api = await openApi()

async function reviewOf(changes = {}, author?: Awaited<ReturnType<typeof client>>) {
  const anna = author ?? (await client(api))
  const { order } = await draftOrder(api, changes, anna)
  const { file } = await send(api, anna, { name: 'brief.docx', bytes: docx })
  const body = { id: file.id, user_id: anna.id, project_id: order.id }
  await anna.call('PUT /api/files/assign-project', { body })
  await confirmPayment(api, await invoiceFor(anna, order.id))
  const olga = await moderator(api)
  const { id } = await api.ctx.db
    .selectFrom('moderation_tasks')
    .select('id')
    .where('listing_id', '=', order.id)
    .executeTakeFirstOrThrow()
  return { anna, olga, order, id, task: await olga.call('GET /api/admin/moderation/:id', { params: { id } }) }
}

test('the review shows the mark, the skills, the place, the period, the author’s record and the files', async () => {
  const anna = await client(api)
  await confirmPhone(api, anna)
  const listingColumns = { is_urgent: true, skills: ['Figma'], region: 'Казань' }
  const { olga, order, task } = await reviewOf(listingColumns, anna)
  const { paid_at } = await api.ctx.db
    .selectFrom('payments')
    .select('paid_at')
    .where('listing_id', '=', order.id)
    .executeTakeFirstOrThrow()
  expect(task.offer).toMatchObject({
    urgent: true,
    skills: ['Figma'],
    location: 'Казань',
    placement_period: 30,
    payment_format: 'fixed',
    paid: { amount: 2500, currency: 'RUB' },
  })
  expect(Date.parse(task.offer?.paid?.paid_at ?? '')).toBe(Date.parse(paid_at ?? ''))
  expect(task.record).toEqual({ published: 0, rejected: 0, reports: 0, payments: 0 })
  expect(task.author.is_verified).toBe(true)
  const files = await olga.call('GET /api/projects/:id/files', { params: { id: order.id } })
  expect(files.map(({ name }) => name)).toEqual(['brief.docx'])
  // Reading a task does not claim it.
  expect(task).toMatchObject({ state: 'open', claimed_by: null, applied_at: null })
})

test('the card counts the warnings of the ninety days before the listing was paid', async () => {
  const { anna, olga, id } = await reviewOf()
  const dayMs = 86_400_000
  const warn = (days: number) =>
    api.ctx.db
      .insertInto('warnings')
      .values({
        user_id: anna.id,
        given_by: olga.id,
        reason: 'Просит оплату мимо сервиса',
        created_at: new Date(Date.now() - days * dayMs).toISOString(),
      })
      .execute()
  const count = async () =>
    (await olga.call('GET /api/admin/moderation/:id', { params: { id } })).author_warnings
  await warn(91)
  expect(await count()).toBe(0)
  await warn(89)
  expect(await count()).toBe(1)
})

test('near-duplicates come with their share and fate, word by word', async () => {
  const description = 'Собрать интернет-магазин на готовом движке: каталог, корзина, оплата и доставка, срок'
  const first = await reviewOf({ subtitle: `${description} неделя` })
  const { task } = await reviewOf({ subtitle: `${description} месяц` })
  const [duplicate] = task.duplicates
  expect(duplicate).toMatchObject({
    id: first.order.id,
    kind: 'order',
    status: 'moderation',
    title: first.order.title,
  })
  expect(duplicate?.share).toBeGreaterThan(80)
  expect(duplicate?.pieces.map(({ is, text }) => [is, text.trim()])).toEqual([
    ['same', description],
    ['removed', 'неделя'],
    ['added', 'месяц'],
  ])
})

test.each([
  ['ru', ['Вакансия ID, срочная, оплачена', '90 000 ₽ в месяц', 'Размещение: 30 дней']],
  ['en', ['Job post ID, urgent, paid', '₽90,000 per month', 'Listing period: 30 days']],
] as const)(
  'the card of an urgent job post says so, what it pays a month and how long it is shown, %s',
  async (language, notice) => {
    const { anna, vacancy } = await draftVacancy(api, { is_urgent: true, hourly_rate: 90_000 })
    const body = { vacancy_id: vacancy.id, payment_type: 'vacancy' as const }
    await confirmPayment(api, await anna.call('POST /pay/generate-payment-robokassa', { body }))
    const { id } = await api.ctx.db
      .selectFrom('moderation_tasks')
      .select('id')
      .where('listing_id', '=', vacancy.id)
      .executeTakeFirstOrThrow()
    const card = await findCard(api.ctx, id)
    const lines = card
      ? renderCard(api.ctx, card, language)
          .text.replace(/[\u00a0\u202f]/g, ' ')
          .split('\n')
      : []
    const [head, pay, period] = notice
    expect(lines[0]).toBe(`<b>${head.replace('ID', `${vacancy.id}`)}</b>`)
    expect(lines).toEqual(expect.arrayContaining([pay, period]))
  },
)

test('in another language the newest cards of the chat are written first, and none of another chat', async () => {
  const { olga, id: earlier } = await reviewOf()
  const [{ id: later }, { id: elsewhere }] = [await reviewOf(), await reviewOf()]
  const [chat_id, otherChat] = [-1_009, -1_010]
  for (const id of [earlier, later])
    await placeRows(api.owner, 'moderation_tasks', { id }, { chat_id, message_id: id })
  await placeRows(api.owner, 'moderation_tasks', { id: elsewhere }, { chat_id: otherChat, message_id: 1 })
  await chooseChatLanguage(api.ctx, { chat_id, moderator_id: olga.id, language: 'en' }, async () => {})
  const cards = await api.ctx.db
    .selectFrom('deliveries')
    .select('payload')
    .where('kind', '=', 'moderation_card')
    .where('chat_id', 'in', [chat_id, otherChat])
    .orderBy('id')
    .execute()
  expect(cards.map(({ payload }) => payload)).toEqual([{ task_id: later }, { task_id: earlier }])
})
