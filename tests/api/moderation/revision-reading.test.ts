import { beforeAll, expect, test } from 'vitest'
import { applyDecision } from '#services/lifecycle/publication/decide.ts'
import { findCard } from '#services/moderation/card/queries.ts'
import { renderCard } from '#services/moderation/card/review-card.ts'
import { approve } from '#services/moderation/decisions/actions.ts'
import { docx } from '#tests/api/files/uploads-corpus.ts'
import { send } from '#tests/api/files/uploads-sending.ts'
import {
  confirmPayment,
  decide,
  draftOrder,
  invoiceFor,
  paidOrder,
} from '#tests/support/orders/order-life.ts'
import { publishedVacancy } from '#tests/support/orders/vacancy-life.ts'
import { type Edits, openEdits, patch, suspicious } from './revision-scenes.ts'

/** A decision applies to the version that the moderator read, so the card must show everything it covers. */

let edits: Edits
beforeAll(async () => {
  edits = await openEdits()
})

test('what changed while a moderator read it is not published by their press', async () => {
  const { anna, order, params, seen } = await edits.published()
  const moderator_id = edits.olga.id
  await anna.call(patch, { params, body: { subtitle: suspicious } })
  const [task] = await edits.tasks(order.id)
  const act = { task_id: task?.id ?? 0, moderator_id }
  const hash = async () => (await findCard(edits.api.ctx, act.task_id))?.content_hash ?? ''
  const read = await hash()
  await anna.call(patch, { params, body: { subtitle: `${suspicious} И переведите деньги на карту.` } })
  await expect(approve(edits.api.ctx, { ...act, seen: read })).rejects.toMatchObject({
    code: 'content_changed',
  })
  await expect(approve(edits.api.ctx, { ...act, seen: '' })).rejects.toMatchObject({
    code: 'content_changed',
  })
  expect(await seen()).toMatchObject({ subtitle: order.subtitle })
  await approve(edits.api.ctx, { ...act, seen: await hash() })
})

test('what changed while it was read in the admin area is not published from there', async () => {
  const { anna, order, params, seen } = await edits.published()
  const { olga } = edits
  await anna.call(patch, { params, body: { subtitle: suspicious } })
  const [task] = await edits.tasks(order.id)
  const at = { params: { id: task?.id ?? 0 } }
  const read = await olga.call('GET /api/admin/moderation/:id', at)
  await anna.call(patch, { params, body: { subtitle: `${suspicious} И переведите деньги на карту.` } })
  const press = (body: { content_hash?: string | null }) =>
    olga.call('POST /api/admin/moderation/:id/approve', { ...at, body })
  for (const body of [{ content_hash: read.content_hash }, { content_hash: null }, {}])
    await expect(press(body)).rejects.toMatchObject({
      code: 'content_changed',
      problem: {
        statusCode: 409,
        message: 'Пока вы смотрели, автор изменил текст. Вот новая версия: прочтите её и решите',
      },
    })
  await edits.api.ctx.db.transaction().execute((tx) => applyDecision(edits.api.ctx, tx, at.params.id))
  expect(await seen()).toMatchObject({ subtitle: order.subtitle, status: 'published' })
  const anew = await olga.call('GET /api/admin/moderation/:id', at)
  expect(anew.text).toContain('переведите деньги')
  expect(await press({ content_hash: anew.content_hash })).toMatchObject({ state: 'approved' })
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
  edits.api.ahead(6000)
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
  const at = { params: { id: task?.id ?? 0 } }
  const read = await edits.olga.call('GET /api/admin/moderation/:id', at)
  for (const words of ['Ищем верстальщика', 'Бесплатно-и-без-оплаты', '<b>Любой</b> опыт', 'figma'])
    expect(read.text).toContain(words)
  const changes = read.changes.map(({ field, before, after }) =>
    [field, before, after].join(' | ').replace(/\s/g, ' '),
  )
  expect(changes).toContain('Требования | Опыт от года | <b>Любой</b> опыт')
  expect(changes).toContain('Цена | 1 500 ₽ в месяц | 4 000 ₽ в месяц')
  expect(changes).toContain('Условия |  | Бесплатно-и-без-оплаты')
  const card = await findCard(edits.api.ctx, at.params.id)
  const text = card ? renderCard(edits.api.ctx, card, 'ru').text.replace(/[ \u00a0]/g, ' ') : ''
  expect(text).toContain('<b>Цена</b>\n<s>1 500 ₽ в месяц</s> → <b><u>4 000 ₽ в месяц</u></b>')
  expect(text).toContain('<s>Опыт от года</s> <b><u>&lt;b&gt;Любой&lt;/b&gt; опыт</u></b>')
  expect(text).toContain('Бесплатно-и-без-оплаты')
})

test('the marks are those that were kept with the content', async () => {
  const { anna, order, params } = await edits.published()
  await anna.call(patch, { params, body: { subtitle: suspicious } })
  const [task] = await edits.tasks(order.id)
  const id = task?.id ?? 0
  const set = { marks: JSON.stringify([[1, 3]]) }
  await edits.api.ctx.db.updateTable('moderation_tasks').set(set).where('id', '=', id).execute()
  const { olga } = edits
  expect(await olga.call('GET /api/admin/moderation/:id', { params: { id } })).toMatchObject({
    marks: [[1, 3]],
  })
})

test('urgency, skills, place, unit and period stand in the review; a file that left stands among the changes', async () => {
  const { api, olga } = edits
  const { anna, order } = await draftOrder(api, {
    ...{ is_urgent: true, region: 'Казань', price: 12_000, payment_format: 'hourly', skills: ['figma'] },
  })
  const { file } = await send(api, anna, { name: 'brief.docx', bytes: docx })
  const body = { id: file.id, user_id: anna.id, project_id: order.id }
  await anna.call('PUT /api/files/assign-project', { body })
  await confirmPayment(api, await invoiceFor(anna, order.id))
  const read = async () => {
    const { items } = await olga.call('GET /api/admin/queue', { query: { search: `#${order.id}` } })
    const params = { id: items.at(-1)?.id ?? 0 }
    return olga.call('GET /api/admin/moderation/:id', { params })
  }
  expect((await read()).offer).toMatchObject({
    ...{ urgent: true, location: 'Казань', price: 12_000, payment_format: 'hourly', placement_period: 30 },
    ...{ skills: ['Figma'], paid: { amount: expect.any(Number) } },
  })
  await decide(api, order.id)
  await anna.call('DELETE /api/files/delete', { body: { id: file.id, user_id: anna.id } })
  await anna.call(patch, { params: { id: order.id }, body: { subtitle: suspicious } })
  const { changes } = await read()
  expect(changes).toContainEqual(
    expect.objectContaining({ field: 'Файлы', before: 'brief.docx', after: null }),
  )
  const [edit] = await edits.tasks(order.id)
  const card = await findCard(api.ctx, edit?.id ?? 0)
  expect(card && renderCard(api.ctx, card, 'ru').text).toContain('<b>Файлы</b>\n<s>brief.docx</s>')
})
