import { beforeAll, describe, expect, test } from 'vitest'
import { applyDecision } from '#services/lifecycle/publication/decide.ts'
import { approve, undo } from '#services/moderation/decisions/actions.ts'
import { nextReminder, remindModerators } from '#services/moderation/queue/schedule.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { decideTask, paidOrder, rejectedOrder } from '#tests/support/orders/order-life.ts'
import { approveRead } from '#tests/support/people/approve.ts'
import { login, moderator, type Person } from '#tests/support/people/people.ts'
import { everyMessage } from '#workers/telegram/messages.ts'

let api: Api
let olga: Person
beforeAll(async () => {
  api = await openApi()
  olga = await moderator(api)
})

const minute = 60_000
const hour = 60 * minute
const talkCall = 'GET /api/moderation/:listing_id'

/** Returns the open moderation task of a listing. */
async function taskOf(listing_id: number) {
  const row = await api.ctx.db
    .selectFrom('moderation_tasks')
    .selectAll()
    .where('listing_id', '=', listing_id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return { row, params: { id: row.id } }
}

describe('a question to the author', () => {
  test('waits for the answer, which returns to the queue', async () => {
    const { anna, order } = await paidOrder(api)
    const { params } = await taskOf(order.id)
    const ownListing = { params: { listing_id: order.id } }
    const answerRequest = { ...ownListing, body: { text: 'Знак и подпись' } }
    expect(await codeOf(anna.call('POST /api/moderation/:listing_id/answer', answerRequest))).toBe(
      'nothing_asked',
    )
    const body = { question: 'Что именно нарисовать?' }
    const askAnswer = await olga.call('POST /api/admin/moderation/:id/ask', { params, body })
    expect(askAnswer).toMatchObject({ state: 'returned', question: body.question, answer: null })
    expect(await anna.call(talkCall, ownListing)).toMatchObject({
      question: body.question,
      may_appeal: false,
    })
    expect(await anna.call('POST /api/moderation/:listing_id/answer', answerRequest)).toMatchObject({
      question: null,
    })
    const [task] = (await olga.call('GET /api/admin/moderation', { query: { search: `#${order.id}` } })).items
    expect(task).toMatchObject({ state: 'open', answer: 'Знак и подпись', reason: null })
    expect(await codeOf(anna.call('POST /api/moderation/:listing_id/answer', answerRequest))).toBe(
      'nothing_asked',
    )
  })

  test('is about one listing: another of the same author has none', async () => {
    const { anna, order } = await paidOrder(api)
    const { order: other } = await paidOrder(api, { title: 'Другой заказ' }, anna)
    const { params } = await taskOf(order.id)
    await olga.call('POST /api/admin/moderation/:id/ask', { params, body: { question: 'Какого размера?' } })
    const ownListing = { params: { listing_id: other.id } }
    expect(await anna.call(talkCall, ownListing)).toMatchObject({ question: null })
    const answer = { ...ownListing, body: { text: 'Два метра' } }
    expect(await codeOf(anna.call('POST /api/moderation/:listing_id/answer', answer))).toBe('nothing_asked')
  })

  test('is answered below the card, in the chat that has the card', async () => {
    const { anna, order } = await paidOrder(api)
    const { params } = await taskOf(order.id)
    await olga.call('POST /api/admin/moderation/:id/ask', { params, body: { question: 'Какого размера?' } })
    const body = { text: 'Два метра' }
    await anna.call('POST /api/moderation/:listing_id/answer', { params: { listing_id: order.id }, body })
    await placeRows(api.owner, 'moderation_tasks', { id: params.id }, { chat_id: -1001, message_id: 77 })
    const { id: question_id } = await api.ctx.db
      .selectFrom('moderation_questions')
      .select('id')
      .where('task_id', '=', params.id)
      .executeTakeFirstOrThrow()
    const media = { type: 'photo', file_id: 'a' } as const
    const repliedTo = async (chat_id: number) => {
      const reader = { chat_id, language: 'ru', is_private: false } as const
      const evidence = { listing_id: order.id, author_id: anna.id, media }
      const messages = [
        await everyMessage.moderation_answer.compose(api.ctx, { question_id }, reader),
        await everyMessage.moderation_evidence.compose(api.ctx, evidence, reader),
      ]
      return messages.map((message) => message && (message.reply_to_message_id ?? 'nothing'))
    }
    expect(await repliedTo(-1001)).toEqual([77, 77])
    expect(await repliedTo(-1002)).toEqual(['nothing', 'nothing'])
  })

  test('keeps nobody from deciding without the answer', async () => {
    const { order } = await paidOrder(api)
    const { params } = await taskOf(order.id)
    await olga.call('POST /api/admin/moderation/:id/ask', { params, body: { question: 'Точно?' } })
    expect(await approveRead(olga, { params })).toMatchObject({
      state: 'approved',
      reason: null,
    })
  })
})

describe('an appeal', () => {
  test('brings a rejected listing back once and counts as no resubmission', async () => {
    const { anna, order } = await rejectedOrder(api)
    const ownAnswer = { params: { listing_id: order.id }, body: { text: 'Задание описано полностью' } }
    expect(await anna.call(talkCall, { params: ownAnswer.params })).toMatchObject({ may_appeal: true })
    await anna.call('POST /api/moderation/:listing_id/appeal', ownAnswer)
    const { row } = await taskOf(order.id)
    expect(row).toMatchObject({ state: 'open', appealed: true, appeal: ownAnswer.body.text })
    const page = await anna.call('GET /api/projects/:id/full_info', { params: { id: order.id } })
    expect(page).toMatchObject({ status: 'moderation', resubmissions_left: 3 })
    await decideTask(api, order.id, 'Всё равно непонятно')
    expect(await anna.call(talkCall, { params: ownAnswer.params })).toMatchObject({ may_appeal: false })
    expect(await codeOf(anna.call('POST /api/moderation/:listing_id/appeal', ownAnswer))).toBe(
      'already_appealed',
    )
  })

  test('is made by two windows at once only once', async () => {
    const { anna, order } = await rejectedOrder(api)
    const ownAppeal = { params: { listing_id: order.id }, body: { text: 'Посмотрите, пожалуйста, ещё раз' } }
    const outcomes = await Promise.all(
      [1, 2].map(() => codeOf(anna.call('POST /api/moderation/:listing_id/appeal', ownAppeal))),
    )
    expect(outcomes.sort()).toEqual(['accepted', 'already_appealed'])
  })
})

test('a text that is nearly another author’s is noticed, a text of its own is not', async () => {
  const subtitle =
    'Нужен бот для записи в барбершоп: выбор мастера, напоминание за день, оплата картой на месте.'
  const first = await paidOrder(api, { subtitle })
  expect((await taskOf(first.order.id)).row.flags).not.toContain('duplicate')
  const copiedText = `${subtitle.replace('за день', 'за два дня')} Срочно.`
  const second = await paidOrder(api, { subtitle: copiedText, title: 'Совсем другое название' })
  expect((await taskOf(second.order.id)).row).toMatchObject({
    flags: expect.arrayContaining(['duplicate']),
    duplicate_of: first.order.id,
  })
})

test('an author is blocked with the rejection of what waits; nobody of the staff is blocked', async () => {
  const { anna, order } = await paidOrder(api)
  const { params } = await taskOf(order.id)
  const body = { reason: 'scam' }
  const task = await olga.call('POST /api/admin/moderation/:id/block', { params, body })
  expect(task).toMatchObject({ state: 'rejected', consequence: 'block' })
  expect(await codeOf(anna.call(talkCall, { params: { listing_id: order.id } }))).toBe('accepted')
  await api.ctx.db.transaction().execute((tx) => applyDecision(api.ctx, tx, params.id))
  // Postgres notifies the other API processes that the person is blocked.
  await expect.poll(() => codeOf(anna.call(talkCall, { params: { listing_id: order.id } }))).toBe('blocked')
  const vera = await login(api)
  await api.ctx.db.updateTable('users').set({ role: 'moderator' }).where('id', '=', vera.id).execute()
  const strangersOrder = await paidOrder(api, {}, vera)
  const { params: ownTask } = await taskOf(strangersOrder.order.id)
  const blockCall = olga.call('POST /api/admin/moderation/:id/block', { params: ownTask, body })
  expect(await codeOf(blockCall)).toBe('wrong_state')
})

test('reminders come after half an hour, two hours, and then every four', async () => {
  const start = new Date('2026-03-01T10:00:00Z')
  const contextAfter = (ms: number) =>
    (nextReminder(start.toISOString(), new Date(start.getTime() + ms)).getTime() - start.getTime()) / hour
  expect([0, 29 * minute, 31 * minute, 2 * hour, 5 * hour, 6 * hour, 23 * hour].map(contextAfter)).toEqual([
    0.5, 0.5, 2, 6, 6, 10, 26,
  ])
})

/** Earlier tests left moderation tasks in the queue. Their reminders are deleted first. */
test('each reminder is said once, and none while the author owes an answer', async () => {
  await api.ctx.db.updateTable('moderation_tasks').set({ remind_at: null }).execute()
  const { anna, order } = await paidOrder(api)
  const { params } = await taskOf(order.id)
  let offset = 0
  const lateContext = { ...api.ctx, now: () => new Date(Date.now() + offset) }
  const remindAfter = async (ms: number) => {
    offset = ms
    return [await remindModerators(lateContext, 50), await remindModerators(lateContext, 50)]
  }
  expect(await remindAfter(29 * minute)).toEqual([0, 0])
  expect(await remindAfter(31 * minute)).toEqual([1, 0])
  expect(await remindAfter(121 * minute)).toEqual([1, 0])
  expect(await remindAfter(5 * hour)).toEqual([0, 0])
  expect(await remindAfter(6.1 * hour)).toEqual([1, 0])
  await olga.call('POST /api/admin/moderation/:id/ask', { params, body: { question: 'Какой срок?' } })
  expect(await remindAfter(20 * hour)).toEqual([0, 0])
  const body = { text: 'Две недели' }
  await anna.call('POST /api/moderation/:listing_id/answer', { params: { listing_id: order.id }, body })
  expect(await remindAfter(31 * minute)).toEqual([1, 0])
})

test('a decision waits out its five seconds and is taken back until it is carried out, whatever the clock', async () => {
  let offset = 0
  const ctx = {
    ...api.ctx,
    config: { ...api.ctx.config, MODERATION_UNDO_MS: 5000 },
    now: () => new Date(Date.now() + offset),
  }
  const { order } = await paidOrder(api)
  const { row } = await taskOf(order.id)
  const decision = { task_id: row.id, moderator_id: olga.id }
  await approve(ctx, decision)
  offset = 4000
  await ctx.db.transaction().execute((tx) => applyDecision(ctx, tx, row.id))
  await undo(ctx, decision)
  expect((await taskOf(order.id)).row).toMatchObject({ state: 'claimed', decided_by: null })
  await approve(ctx, decision)
  offset += 5001
  await undo(ctx, decision)
  await approve(ctx, decision)
  offset += 5001
  await ctx.db.transaction().execute((tx) => applyDecision(ctx, tx, row.id))
  expect((await taskOf(order.id)).row.applied_at).not.toBeNull()
  await expect(undo(ctx, decision)).rejects.toMatchObject({ code: 'decision_effective' })
})
