import { beforeAll, expect, test } from 'vitest'
import { claimTasks } from '#db/outbox.ts'
import { applyDecision } from '#services/lifecycle/publication/decide.ts'
import { findCard } from '#services/moderation/card/queries.ts'
import { approve } from '#services/moderation/decisions/actions.ts'
import { claimDeliveries } from '#services/notifications/outbox/claims.ts'
import { paidOrder } from '#tests/support/orders/order-life.ts'
import { categories } from '#tests/support/orders/sample.ts'
import { freelancer, login, type Person } from '#tests/support/people/people.ts'
import { moderation } from '#workers/events/moderation.ts'
import { everyMessage } from '#workers/telegram/messages.ts'
import { type Edits, openEdits, page, patchCall, suspiciousText } from './revision-scenes.ts'

/** Tests edits that a moderator has to review. */

let edits: Edits
beforeAll(async () => {
  edits = await openEdits()
})

test('twelve edits make one task, and a refusal brings back what stood first', async () => {
  const { anna, order, params, viewOrder } = await edits.publishOrder()
  for (let n = 1; n <= 12; n++) {
    const body = { project_id: order.id, price: 25_000 + n }
    await anna.call('POST /api/projects/edit_project_price', { body })
  }
  await anna.call(patchCall, { params, body: { region: 'Казань' } })
  const [task, ...otherTasks] = await edits.tasks(order.id)
  expect(otherTasks).toEqual([])
  const events = await edits.api.ctx.db
    .selectFrom('events')
    .select(['topic', 'payload'])
    .where('topic', '=', 'revision.submitted')
    .execute()
  expect(events.filter(({ payload }) => payload.revision_id === task?.revision_id)).toHaveLength(1)
  await edits.decide(task?.id ?? 0, 'Цена не может быть такой')
  expect(await viewOrder()).toMatchObject({ title: order.title, price: 25_000 })
  expect(await edits.tasks(order.id)).toMatchObject([{ state: 'rejected', revision: 'rejected' }])
})

test('who reads why an edit was refused reads words, not the name of a reason', async () => {
  const { anna, order, params } = await edits.publishOrder()
  await anna.call(patchCall, { params, body: { subtitle: suspiciousText } })
  const [task] = await edits.tasks(order.id)
  await edits.decide(task?.id ?? 0, 'contacts')
  const reader = { chat_id: 1, is_private: true }
  const composeNotice = (language: 'ru' | 'en') =>
    everyMessage.revision_rejected.compose(
      edits.api.ctx,
      { revision_id: task?.revision_id ?? 0 },
      { ...reader, language },
    )
  expect((await composeNotice('ru'))?.text).toContain('Причина: Контакты в описании')
  expect((await composeNotice('en'))?.text).toContain('Reason: Contacts in the text')
})

test('a suspicious edit waits, the old version stands, the moderators see the new one', async () => {
  const { anna, order, params, viewOrder } = await edits.publishOrder()
  await anna.call(patchCall, { params, body: { subtitle: suspiciousText } })
  expect(await viewOrder()).toMatchObject({
    subtitle: order.subtitle,
    status: 'published',
    is_edit_pending: false,
  })
  expect(await anna.call(page, { params })).toMatchObject({ is_edit_pending: true })
  const [task] = await edits.tasks(order.id)
  expect(task).toMatchObject({ revision: 'pending', flags: expect.arrayContaining(['contacts']) })
  expect(await findCard(edits.api.ctx, task?.id ?? 0)).toMatchObject({
    subject: 'revision',
    text: expect.stringContaining(suspiciousText),
  })
  await edits.decide(task?.id ?? 0)
  expect(await viewOrder()).toMatchObject({ subtitle: suspiciousText })
  expect(await anna.call(page, { params })).toMatchObject({ is_edit_pending: false })
})

test.each([
  ['тг: ｄｕｒｏｖ', 'contacts'],
  ['собака durov в телеге', 'contacts'],
  ['скайп live:.cid.9f2a7c11', 'contacts'],
  ['макеты на evil[.]example', 'links'],
  ['макеты на clck,ru/3AbCde', 'links'],
  ['оплата на карту 2200 7001 2345 6781', 'scam'],
  ['внесите предоплату 300 руб за доступ', 'scam'],
  ['пришлите фото паспорта', 'scam'],
])('%s added to a published order waits for a moderator', async (addedText, flag) => {
  const { anna, order, params, viewOrder } = await edits.publishOrder()
  await anna.call(patchCall, { params, body: { subtitle: `${order.subtitle} ${addedText}` } })
  expect(await viewOrder()).toMatchObject({ subtitle: order.subtitle, status: 'published' })
  const [task] = await edits.tasks(order.id)
  expect(task).toMatchObject({ revision: 'pending', flags: expect.arrayContaining([flag]) })
})

test('its author sees the waiting edit, every field of it, and edits that', async () => {
  const { anna, order, params, viewOrder } = await edits.publishOrder()
  const changes = {
    title: 'Совсем другой сайт',
    subtitle: suspiciousText,
    category_id: categories.sibling,
    price: 99_000.5,
    currency_id: 2,
    region: 'Казань',
    is_urgent: true,
  }
  const answeredRevision = await anna.call(patchCall, { params, body: changes })
  const ownView = await anna.call(page, { params })
  for (const listing of [answeredRevision, ownView])
    expect(listing).toMatchObject({ ...changes, is_edit_pending: true, description: suspiciousText })
  expect(ownView.category?.id).toBe(categories.sibling)
  expect(ownView.currency?.code).toBe('TON')
  // Unchanged fields keep their values, and other people see the old version.
  expect(ownView.tags).toEqual(order.tags)
  const shownListing = await viewOrder()
  expect(shownListing).toMatchObject({ title: order.title, price: order.price, category: order.category })
  expect(shownListing).toMatchObject({ currency: order.currency, region: order.region, is_urgent: false })
  // A second edit changes the version that waits for review. The published version stays unchanged.
  await anna.call(patchCall, { params, body: { title: 'Совсем другой сайт, срочно' } })
  expect(await anna.call(page, { params })).toMatchObject({ ...changes, title: 'Совсем другой сайт, срочно' })
  const [task] = await edits.tasks(order.id)
  await edits.decide(task?.id ?? 0)
  expect(await viewOrder()).toMatchObject({ ...changes, title: 'Совсем другой сайт, срочно' })
})

test('a refused suspicious edit leaves nothing, and the next clean one waits as well', async () => {
  const { anna, order, params, viewOrder } = await edits.publishOrder()
  await anna.call(patchCall, { params, body: { subtitle: suspiciousText } })
  const [task] = await edits.tasks(order.id)
  await edits.decide(task?.id ?? 0, 'contacts')
  expect(await viewOrder()).toMatchObject({ subtitle: order.subtitle })
  await anna.call(patchCall, { params, body: { title: 'Совсем другой сайт' } })
  expect(await viewOrder()).toMatchObject({ title: order.title })
  expect((await edits.tasks(order.id)).at(-1)).toMatchObject({ revision: 'pending', flags: [] })
})

test('a pending edit gathers further edits, and is gone when it is taken back', async () => {
  const { anna, order, params, viewOrder } = await edits.publishOrder()
  await anna.call(patchCall, { params, body: { subtitle: suspiciousText } })
  await anna.call(patchCall, { params, body: { title: 'Новое имя' } })
  expect(await viewOrder()).toMatchObject({ title: order.title, subtitle: order.subtitle })
  expect(await edits.tasks(order.id)).toMatchObject([{ revision: 'pending' }])
  await anna.call(patchCall, { params, body: { title: order.title, subtitle: order.subtitle } })
  expect(await edits.tasks(order.id)).toMatchObject([{ revision: 'superseded', state: 'returned' }])
})

test('an edit that is being decided gives way to a newer one', async () => {
  const { anna, order, params, viewOrder } = await edits.publishOrder()
  await anna.call(patchCall, { params, body: { subtitle: suspiciousText } })
  const [first] = await edits.tasks(order.id)
  await approve(edits.api.ctx, { task_id: first?.id ?? 0, moderator_id: edits.olga.id })
  await anna.call(patchCall, { params, body: { subtitle: `${suspiciousText} Срочно.` } })
  await edits.api.ctx.db.transaction().execute((tx) => applyDecision(edits.api.ctx, tx, first?.id ?? 0))
  expect(await viewOrder()).toMatchObject({ subtitle: order.subtitle })
  expect(await edits.tasks(order.id)).toMatchObject([{ revision: 'superseded' }, { revision: 'pending' }])
})

test('its card goes behind what was paid for, and before complaints', async () => {
  const { ctx } = edits.api
  const { anna, order, params } = await edits.publishOrder()
  const reportPerson = (reporter: Person, { id: subject_id }: Person) =>
    reporter.call('POST /api/reports', { body: { subject_type: 'user', subject_id, reason: 'spam' } })
  const [gleb, vera] = [await login(edits.api), await freelancer(edits.api)]
  const slowReport = await reportPerson(gleb, anna)
  const heardReport = await reportPerson(vera, gleb)
  await anna.call(patchCall, { params, body: { subtitle: suspiciousText } })
  const paidListing = await paidOrder(edits.api)
  // An edit is sent to review when its author has changed nothing for an hour.
  edits.api.advanceClock(3_600_000)
  const nowText = () => ctx.now().toISOString()
  for (const task of await claimTasks(ctx.db, { limit: 1000, now: nowText(), waits: [60_000] }))
    if (task.consumer === 'moderation') await moderation.handle(ctx, task)
  const [edit] = await edits.tasks(order.id)
  const tasks = await ctx.db
    .selectFrom('moderation_tasks')
    .select(['id', 'listing_id', 'report_id'])
    .execute()
  const idOf = (idOfNewest: object) =>
    tasks.find((task) => Object.entries(idOfNewest).every(([name, id]) => task[name as 'id'] === id))?.id
  const ownTasks = [
    ...[idOf({ listing_id: paidListing.order.id }), edit?.id],
    ...[idOf({ report_id: heardReport.id }), idOf({ report_id: slowReport.id })],
  ]
  const sentCards: unknown[] = []
  for (;;) {
    const [card] = await claimDeliveries(ctx.db, {
      limit: 1,
      bulk: 0,
      now: nowText(),
      lease_until: nowText(),
    })
    if (!card) break
    if (card.kind === 'moderation_card') sentCards.push(card.payload.task_id)
    await ctx.db
      .updateTable('deliveries')
      .set({ state: 'failed', lease_until: null })
      .where('id', '=', card.id)
      .execute()
  }
  expect(sentCards.filter((id) => ownTasks.includes(id as number))).toEqual(ownTasks)
})
