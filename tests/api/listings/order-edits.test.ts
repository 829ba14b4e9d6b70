import { beforeAll, expect, test } from 'vitest'
import type { ListingStatus } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import texts from '#contract/texts/ru/rest.json' with { type: 'json' }
import { approve } from '#services/moderation/decisions/actions.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import {
  decideTask,
  draftOrder,
  paidOrder,
  publishedOrder,
  rejectedOrder,
} from '#tests/support/orders/order-life.ts'
import { login, moderatorId } from '#tests/support/people/people.ts'
import { createWords } from '#web/client/i18n-runtime.ts'
import { afterRejectionText } from '#web/features/listings/own/rejection-words.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const editCall = 'PATCH /api/projects/:id'
const resubmitCall = 'POST /api/projects/resubmit/:id'

test.each<[ListingStatus, string]>([
  ['draft', 'accepted'],
  ['awaiting_payment', 'accepted'],
  ['moderation', 'accepted'],
  ['rejected', 'accepted'],
  ['in_progress', 'wrong_state'],
  ['completed', 'wrong_state'],
  ['expired', 'wrong_state'],
  ['archived', 'wrong_state'],
  ['refunded', 'wrong_state'],
  ['deleted', 'not_found'],
])('an order in %s is edited: %s', async (status, outcome) => {
  const { anna, order } = await draftOrder(api)
  const published_at = api.ctx.now().toISOString()
  await placeRows(api.owner, 'listings', { id: order.id }, { status, published_at })
  const body = { title: 'Другой заголовок' }
  expect(await codeOf(anna.call(editCall, { params: { id: order.id }, body }))).toBe(outcome)
})

test('an edit in moderation renews what the moderators read, and an approval of the earlier text is refused', async () => {
  const { anna, order } = await paidOrder(api)
  const readTask = () =>
    api.owner
      .selectFrom('moderation_tasks')
      .select(['id', 'content', 'content_hash'])
      .where('listing_id', '=', order.id)
      .executeTakeFirstOrThrow()
  const earlierTask = await readTask()
  const body = { title: 'Логотип для новой пекарни' }
  await anna.call(editCall, { params: { id: order.id }, body })
  const renewedTask = await readTask()
  expect(renewedTask.id).toBe(earlierTask.id)
  expect(JSON.stringify(renewedTask.content)).toContain(body.title)
  const changedEvents = await api.owner
    .selectFrom('events')
    .select('payload')
    .where('topic', '=', 'moderation.changed')
    .execute()
  expect(changedEvents).toContainEqual({ payload: { task_id: renewedTask.id } })
  const act = { task_id: renewedTask.id, moderator_id: await moderatorId(api) }
  const approvalOf = (seen: string | null) => approve(api.ctx, { ...act, seen: seen ?? '' })
  await expect(approvalOf(earlierTask.content_hash)).rejects.toMatchObject({ code: 'content_changed' })
  await approvalOf(renewedTask.content_hash)
})

test('only what was sent changes', async () => {
  const { anna, order } = await draftOrder(api, {
    deadline: null,
    region: 'Омск',
    required_experience: 'lt1',
  })
  const params = { id: order.id }
  const body = { price: '3 000,50', region: '', tags: ['сайт'], subtitle: 'Текст стал точнее и короче.' }
  const editedOrder = await anna.call(editCall, { params, body })
  expect(editedOrder).toMatchObject({ price: 3000.5, region: null, tags: ['сайт'], subtitle: body.subtitle })
  expect(editedOrder).toMatchObject({ title: order.title, required_experience: 'lt1', status: 'draft' })
  expect(await anna.call(editCall, { params, body: {} })).toEqual(editedOrder)
})

test.each<[string, object]>([
  ['an unknown currency', { currency_id: 9999 }],
  ['an unknown category', { category_id: 9999 }],
  ['a range upside down', { min_stake: 5000, max_stake: 4000 }],
  ['a past deadline', { deadline: '2020-01-01' }],
])('an edit is refused with %s, and nothing changes', async (_name, body) => {
  const { anna, order } = await draftOrder(api, { price: null, min_stake: 100, max_stake: 200 })
  const params = { id: order.id }
  expect(await codeOf(anna.call(editCall, { params, body: { title: 'Новое имя', ...body } }))).toBe(
    'invalid_input',
  )
  expect(await anna.call('GET /api/projects/:id/full_info', { params })).toEqual(order)
})

test('nobody else edits: a draft is not there for them, a published order is not theirs', async () => {
  const [{ order: draft }, { order: publishedListing }] = [await draftOrder(api), await publishedOrder(api)]
  const boris = await login(api)
  const body = { title: 'Взломано' }
  expect(await codeOf(boris.call(editCall, { params: { id: draft.id }, body }))).toBe('not_found')
  expect(await codeOf(boris.call(editCall, { params: { id: publishedListing.id }, body }))).toBe('not_owner')
  expect(await codeOf(boris.call(resubmitCall, { params: { id: publishedListing.id } }))).toBe('not_owner')
})

test('a rejected order is fixed and sent again free of charge, three times', async () => {
  const { anna, order } = await rejectedOrder(api)
  const params = { id: order.id }
  const rejectedListing = await anna.call('GET /api/projects/:id/full_info', { params })
  expect(rejectedListing).toMatchObject({ status: 'rejected', resubmissions_left: limits.resubmissions })
  const { add, t } = createWords()
  add('ru', texts)
  expect(rejectedListing.rejection_reason).toMatch(/что именно/)
  expect(afterRejectionText(t, rejectedListing)).toMatch(/^Исправить и отправить снова можно ещё 3 раза,/)
  for (let attemptsLeft = limits.resubmissions - 1; attemptsLeft >= 0; attemptsLeft--) {
    await anna.call(editCall, {
      params,
      body: { subtitle: `Исправленный текст, осталось попыток: ${attemptsLeft}` },
    })
    const resubmittedOrder = await anna.call(resubmitCall, { params })
    expect(resubmittedOrder).toMatchObject({
      status: 'moderation',
      resubmissions_left: attemptsLeft,
      is_paid: true,
    })
    await decideTask(api, order.id, 'Всё ещё неясно')
  }
  expect(await codeOf(anna.call(resubmitCall, { params }))).toBe('resubmissions_over')
  const lastRefused = await anna.call('GET /api/projects/:id/full_info', { params })
  expect(lastRefused.rejection_reason).toBe('Всё ещё неясно')
  expect(afterRejectionText(t, lastRefused)).toMatch(/^Отправить снова уже нельзя/)
})

test('two taps on "send again" cost one attempt', async () => {
  const { anna, order } = await rejectedOrder(api)
  const params = { id: order.id }
  const outcomes = await Promise.all([1, 2].map(() => codeOf(anna.call(resubmitCall, { params }))))
  expect(outcomes.sort()).toEqual(['accepted', 'wrong_state'])
  const resubmittedListing = await anna.call('GET /api/projects/:id/full_info', { params })
  expect(resubmittedListing.resubmissions_left).toBe(limits.resubmissions - 1)
})

test('only a rejected order is sent again', async () => {
  const { anna, order } = await paidOrder(api)
  expect(await codeOf(anna.call(resubmitCall, { params: { id: order.id } }))).toBe('wrong_state')
})
