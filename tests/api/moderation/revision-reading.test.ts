import { beforeAll, expect, test } from 'vitest'
import { applyDecision } from '#services/lifecycle/publication/decide.ts'
import { findCard } from '#services/moderation/card/queries.ts'
import { renderCard } from '#services/moderation/card/review-card.ts'
import { approve } from '#services/moderation/decisions/actions.ts'
import { docx } from '#tests/api/files/uploads-corpus.ts'
import { send } from '#tests/api/files/uploads-sending.ts'
import {
  confirmPayment,
  decideTask,
  draftOrder,
  invoiceFor,
  paidOrder,
} from '#tests/support/orders/order-life.ts'
import { publishedVacancy } from '#tests/support/orders/vacancy-life.ts'
import { type Edits, openEdits, patchCall, suspiciousText } from './revision-scenes.ts'

/**
 * A decision applies to the version that the moderator read. So the review card must show everything that the decision
 * covers.
 */

let edits: Edits
beforeAll(async () => {
  edits = await openEdits()
})

test('what changed while a moderator read it is not published by their press', async () => {
  const { anna, order, params, viewOrder } = await edits.publishOrder()
  const moderator_id = edits.olga.id
  await anna.call(patchCall, { params, body: { subtitle: suspiciousText } })
  const [task] = await edits.tasks(order.id)
  const decision = { task_id: task?.id ?? 0, moderator_id }
  const hash = async () => (await findCard(edits.api.ctx, decision.task_id))?.content_hash ?? ''
  const readHash = await hash()
  await anna.call(patchCall, {
    params,
    body: { subtitle: `${suspiciousText} И переведите деньги на карту.` },
  })
  await expect(approve(edits.api.ctx, { ...decision, seen: readHash })).rejects.toMatchObject({
    code: 'content_changed',
  })
  await expect(approve(edits.api.ctx, { ...decision, seen: '' })).rejects.toMatchObject({
    code: 'content_changed',
  })
  expect(await viewOrder()).toMatchObject({ subtitle: order.subtitle })
  await approve(edits.api.ctx, { ...decision, seen: await hash() })
})

test('what changed while it was read in the admin area is not published from there', async () => {
  const { anna, order, params, viewOrder } = await edits.publishOrder()
  const { olga } = edits
  await anna.call(patchCall, { params, body: { subtitle: suspiciousText } })
  const [task] = await edits.tasks(order.id)
  const taskParams = { params: { id: task?.id ?? 0 } }
  const review = await olga.call('GET /api/admin/moderation/:id', taskParams)
  expect(review.edit_note).toMatch(
    /^Ждёт: есть замечания проверки, изменена большая часть текста\. В ленте пока прежняя версия\.$/,
  )
  await anna.call(patchCall, {
    params,
    body: { subtitle: `${suspiciousText} И переведите деньги на карту.` },
  })
  const approveWith = (body: { content_hash?: string | null }) =>
    olga.call('POST /api/admin/moderation/:id/approve', { ...taskParams, body })
  for (const body of [{ content_hash: review.content_hash }, { content_hash: null }, {}])
    await expect(approveWith(body)).rejects.toMatchObject({
      code: 'content_changed',
      problem: {
        statusCode: 409,
        message: 'Пока вы смотрели, автор изменил текст. Вот новая версия: прочтите её и решите',
      },
    })
  await edits.api.ctx.db.transaction().execute((tx) => applyDecision(edits.api.ctx, tx, taskParams.params.id))
  expect(await viewOrder()).toMatchObject({ subtitle: order.subtitle, status: 'published' })
  const reviewAgain = await olga.call('GET /api/admin/moderation/:id', taskParams)
  expect(reviewAgain.text).toContain('переведите деньги')
  expect(await approveWith({ content_hash: reviewAgain.content_hash })).toMatchObject({ state: 'approved' })
})

test('what changed after the approval waits for a moderator again', async () => {
  const { order } = await paidOrder(edits.api)
  const { id } = await edits.api.ctx.db
    .selectFrom('moderation_tasks')
    .select('id')
    .where('listing_id', '=', order.id)
    .executeTakeFirstOrThrow()
  await approve(edits.api.ctx, { task_id: id, moderator_id: edits.olga.id })
  await edits.api.ctx.db
    .updateTable('listings')
    .set({ title: 'Непрочитанное' })
    .where('id', '=', order.id)
    .execute()
  edits.api.advanceClock(6000)
  await edits.api.ctx.db.transaction().execute((tx) => applyDecision(edits.api.ctx, tx, id))
  const row = await edits.api.ctx.db
    .selectFrom('moderation_tasks as task')
    .innerJoin('listings', 'listings.id', 'task.listing_id')
    .select(['task.state', 'listings.status'])
    .where('task.id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ state: 'open', status: 'moderation' })
})

test('an edit is shown with everything that its approval covers, and with what changes', async () => {
  const { anna, vacancy } = await publishedVacancy(edits.api, { requirements: 'Опыт от года' } as never)
  const params = { id: vacancy.id }
  const body = { conditions: 'Бесплатно-и-без-оплаты', hourly_rate: 4000, tags: ['удалённо', 'figma'] }
  await anna.call('PATCH /api/vacancy/:id', { params, body: { ...body, requirements: '<b>Любой</b> опыт' } })
  const task = (await edits.tasks(vacancy.id)).at(-1)
  const taskParams = { params: { id: task?.id ?? 0 } }
  const review = await edits.olga.call('GET /api/admin/moderation/:id', taskParams)
  for (const words of ['Ищем верстальщика', 'Бесплатно-и-без-оплаты', '<b>Любой</b> опыт', 'figma'])
    expect(review.text).toContain(words)
  const changes = review.changes.map(({ field, before, after }) =>
    [field, before, after].join(' | ').replace(/\s/g, ' '),
  )
  expect(changes).toContain('Требования | Опыт от года | <b>Любой</b> опыт')
  expect(changes).toContain('Цена | 1 500 ₽ в месяц | 4 000 ₽ в месяц')
  expect(changes).toContain('Условия |  | Бесплатно-и-без-оплаты')
  const card = await findCard(edits.api.ctx, taskParams.params.id)
  const text = card ? renderCard(edits.api.ctx, card, 'ru').text.replace(/[ \u00a0]/g, ' ') : ''
  expect(text).toContain('<b>Цена</b>\n<s>1 500 ₽ в месяц</s> → <b><u>4 000 ₽ в месяц</u></b>')
  expect(text).toContain('<s>Опыт от года</s> <b><u>&lt;b&gt;Любой&lt;/b&gt; опыт</u></b>')
  expect(text).toContain('Бесплатно-и-без-оплаты')
})

test('the marks are those that were kept with the content', async () => {
  const { anna, order, params } = await edits.publishOrder()
  await anna.call(patchCall, { params, body: { subtitle: suspiciousText } })
  const [task] = await edits.tasks(order.id)
  const id = task?.id ?? 0
  const markColumns = { marks: JSON.stringify([[1, 3]]) }
  await edits.api.ctx.db.updateTable('moderation_tasks').set(markColumns).where('id', '=', id).execute()
  const { olga } = edits
  expect(await olga.call('GET /api/admin/moderation/:id', { params: { id } })).toMatchObject({
    marks: [[1, 3]],
  })
})

test('urgency, skills, place, unit and period stand in the review; a file that left stands among the changes', async () => {
  const { api, olga } = edits
  const { anna, order } = await draftOrder(api, {
    is_urgent: true,
    region: 'Казань',
    price: 12_000,
    payment_format: 'hourly',
    skills: ['figma'],
  })
  const { file } = await send(api, anna, { name: 'brief.docx', bytes: docx })
  const body = { id: file.id, user_id: anna.id, project_id: order.id }
  await anna.call('PUT /api/files/assign-project', { body })
  await confirmPayment(api, await invoiceFor(anna, order.id))
  const readChanges = async () => {
    const { items } = await olga.call('GET /api/admin/queue', { query: { search: `#${order.id}` } })
    const params = { id: items.at(-1)?.id ?? 0 }
    return olga.call('GET /api/admin/moderation/:id', { params })
  }
  expect((await readChanges()).offer).toMatchObject({
    urgent: true,
    location: 'Казань',
    price: 12_000,
    payment_format: 'hourly',
    placement_period: 30,
    skills: ['Figma'],
    paid: { amount: expect.any(Number) },
  })
  await decideTask(api, order.id)
  await anna.call('DELETE /api/files/delete', { body: { id: file.id, user_id: anna.id } })
  await anna.call(patchCall, { params: { id: order.id }, body: { subtitle: suspiciousText } })
  const { changes } = await readChanges()
  expect(changes).toContainEqual(
    expect.objectContaining({ field: 'Файлы', before: 'brief.docx', after: null }),
  )
  const [edit] = await edits.tasks(order.id)
  const card = await findCard(api.ctx, edit?.id ?? 0)
  expect(card && renderCard(api.ctx, card, 'ru').text).toContain('<b>Файлы</b>\n<s>brief.docx</s>')
})
