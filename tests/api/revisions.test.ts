import { beforeAll, describe, expect, test } from 'vitest'
import { applyDecision } from '#services/lifecycle/decide.ts'
import { approve, reject } from '#services/moderation/actions.ts'
import { renderCard } from '#services/moderation/card.ts'
import { findCard } from '#services/moderation/card-queries.ts'
import { messages } from '#services/notifications/messages.ts'
import { type Api, openApi } from '#tests/support/api.ts'
import { paidOrder, publishedOrder } from '#tests/support/order-life.ts'
import { freelancer, moderator } from '#tests/support/people.ts'
import { publishedVacancy } from '#tests/support/vacancy-life.ts'

let api: Api

beforeAll(async () => {
  api = await openApi()
})

const page = 'GET /api/projects/:id/full_info'
const patch = 'PATCH /api/projects/:id'
const suspicious = 'Пишите в телеграм @masters_best, предоплата за материалы на карту.'

async function published() {
  const { anna, order } = await publishedOrder(api)
  const params = { id: order.id }
  const boris = await freelancer(api)
  return { anna, order, params, seen: () => boris.call(page, { params }) }
}

function tasks(listing_id: number) {
  return api.ctx.db
    .selectFrom('moderation_tasks as task')
    .innerJoin('listing_revisions as revision', 'revision.id', 'task.revision_id')
    .select([
      'task.id',
      'task.state',
      'task.flags',
      'revision.id as revision_id',
      'revision.state as revision',
    ])
    .where('task.listing_id', '=', listing_id)
    .orderBy('task.id')
    .execute()
}

async function decide(task_id: number, reason?: string) {
  const { ctx } = api
  const act = { task_id, moderator_id: (await moderator(api)).id }
  await (reason ? reject(ctx, { ...act, reason }) : approve(ctx, act))
  await ctx.db.transaction().execute((tx) => applyDecision(ctx, tx, task_id))
}

test('what deceives nobody changes at once and asks nobody', async () => {
  const { anna, order, params, seen } = await published()
  const body = { tags: ['срочно'], format: 'part_time' as const, is_remote: false }
  await anna.call(patch, { params, body })
  expect(await seen()).toMatchObject({ ...body, status: 'published' })
  expect(await tasks(order.id)).toEqual([])
})

test('a clean edit lives at once and is looked at afterwards', async () => {
  const { anna, order, params, seen } = await published()
  await anna.call(patch, { params, body: { region: 'Казань', price: 30_000 } })
  expect(await seen()).toMatchObject({ region: 'Казань', price: 30_000, status: 'published' })
  expect(await tasks(order.id)).toMatchObject([{ state: 'open', flags: [], revision: 'live' }])
})

test('twelve edits make one task, and a refusal brings back what stood first', async () => {
  const { anna, order, params, seen } = await published()
  for (let n = 1; n <= 12; n++) {
    const body = { project_id: order.id, price: 25_000 + n }
    await anna.call('POST /api/projects/edit_project_price', { body })
  }
  await anna.call(patch, { params, body: { region: 'Казань' } })
  const [task, ...more] = await tasks(order.id)
  expect(more).toEqual([])
  const events = await api.ctx.db
    .selectFrom('events')
    .select(['topic', 'payload'])
    .where('topic', '=', 'revision.submitted')
    .execute()
  expect(events.filter(({ payload }) => payload.revision_id === task?.revision_id)).toHaveLength(1)
  await decide(task?.id ?? 0, 'Цена не может быть такой')
  expect(await seen()).toMatchObject({ title: order.title, price: 25_000 })
  expect(await tasks(order.id)).toMatchObject([{ state: 'rejected', revision: 'rejected' }])
})

test('who reads why an edit was refused reads words, not the name of a reason', async () => {
  const { anna, order, params } = await published()
  await anna.call(patch, { params, body: { subtitle: suspicious } })
  const [task] = await tasks(order.id)
  await decide(task?.id ?? 0, 'contacts')
  const reader = { chat_id: 1, is_private: true }
  const said = (language: 'ru' | 'en') =>
    messages.revision_rejected.compose(
      api.ctx,
      { revision_id: task?.revision_id ?? 0 },
      { ...reader, language },
    )
  expect((await said('ru'))?.text).toContain('Причина: Контакты в описании')
  expect((await said('en'))?.text).toContain('Reason: Contacts in the text')
})

test('a suspicious edit waits, the old version stands, the moderators see the new one', async () => {
  const { anna, order, params, seen } = await published()
  await anna.call(patch, { params, body: { subtitle: suspicious } })
  expect(await seen()).toMatchObject({
    subtitle: order.subtitle,
    status: 'published',
    is_edit_pending: false,
  })
  expect(await anna.call(page, { params })).toMatchObject({ is_edit_pending: true })
  const [task] = await tasks(order.id)
  expect(task).toMatchObject({ revision: 'pending', flags: expect.arrayContaining(['contacts']) })
  expect(await findCard(api.ctx.db, task?.id ?? 0)).toMatchObject({
    subject: 'revision',
    text: expect.stringContaining(suspicious),
  })
  await decide(task?.id ?? 0)
  expect(await seen()).toMatchObject({ subtitle: suspicious })
  expect(await anna.call(page, { params })).toMatchObject({ is_edit_pending: false })
})

test('a refused suspicious edit leaves nothing, and the next clean one waits as well', async () => {
  const { anna, order, params, seen } = await published()
  await anna.call(patch, { params, body: { subtitle: suspicious } })
  const [task] = await tasks(order.id)
  await decide(task?.id ?? 0, 'contacts')
  expect(await seen()).toMatchObject({ subtitle: order.subtitle })
  await anna.call(patch, { params, body: { title: 'Совсем другой сайт' } })
  expect(await seen()).toMatchObject({ title: order.title })
  expect((await tasks(order.id)).at(-1)).toMatchObject({ revision: 'pending', flags: [] })
})

test('a pending edit gathers further edits, and is gone when it is taken back', async () => {
  const { anna, order, params, seen } = await published()
  await anna.call(patch, { params, body: { subtitle: suspicious } })
  await anna.call(patch, { params, body: { title: 'Новое имя' } })
  expect(await seen()).toMatchObject({ title: order.title, subtitle: order.subtitle })
  expect(await tasks(order.id)).toMatchObject([{ revision: 'pending' }])
  await anna.call(patch, { params, body: { title: order.title, subtitle: order.subtitle } })
  expect(await tasks(order.id)).toMatchObject([{ revision: 'superseded', state: 'returned' }])
})

test('what changed while a moderator read it is not published by their press', async () => {
  const { anna, order, params, seen } = await published()
  const moderator_id = (await moderator(api)).id
  await anna.call(patch, { params, body: { subtitle: suspicious } })
  const [task] = await tasks(order.id)
  const act = { task_id: task?.id ?? 0, moderator_id }
  const hash = async () => (await findCard(api.ctx.db, act.task_id))?.content_hash ?? ''
  const read = await hash()
  await anna.call(patch, { params, body: { subtitle: `${suspicious} И переведите деньги на карту.` } })
  await expect(approve(api.ctx, { ...act, seen: read })).rejects.toMatchObject({ code: 'content_changed' })
  await expect(approve(api.ctx, { ...act, seen: '' })).rejects.toMatchObject({ code: 'content_changed' })
  expect(await seen()).toMatchObject({ subtitle: order.subtitle })
  await approve(api.ctx, { ...act, seen: await hash() })
})

test('what changed while it was read in the admin area is not published from there', async () => {
  const { anna, order, params, seen } = await published()
  const olga = await moderator(api)
  await anna.call(patch, { params, body: { subtitle: suspicious } })
  const [task] = await tasks(order.id)
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
  await api.ctx.db.transaction().execute((tx) => applyDecision(api.ctx, tx, at.params.id))
  expect(await seen()).toMatchObject({ subtitle: order.subtitle, status: 'published' })
  const anew = await olga.call('GET /api/admin/moderation/:id', at)
  expect(anew.text).toContain('переведите деньги')
  expect(await press({ content_hash: anew.content_hash })).toMatchObject({ state: 'approved' })
})

test('what changed after the approval waits for a moderator again', async () => {
  const { order } = await paidOrder(api)
  const { id } = await api.ctx.db
    .selectFrom('moderation_tasks')
    .select('id')
    .where('listing_id', '=', order.id)
    .executeTakeFirstOrThrow()
  await approve(api.ctx, { task_id: id, moderator_id: (await moderator(api)).id })
  await api.ctx.db
    .updateTable('listings')
    .set({ title: 'Непрочитанное' })
    .where('id', '=', order.id)
    .execute()
  api.ahead(6000)
  await api.ctx.db.transaction().execute((tx) => applyDecision(api.ctx, tx, id))
  const row = await api.ctx.db
    .selectFrom('moderation_tasks as task')
    .innerJoin('listings', 'listings.id', 'task.listing_id')
    .select(['task.state', 'listings.status'])
    .where('task.id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ state: 'open', status: 'moderation' })
})

test('an edit is shown with everything that its approval covers, and with what changes', async () => {
  const { anna, vacancy } = await publishedVacancy(api, { requirements: 'Опыт от года' } as never)
  const params = { id: vacancy.id }
  const body = { conditions: 'Бесплатно-и-без-оплаты', hourly_rate: 4000, tags: ['удалённо', 'figma'] }
  await anna.call('PATCH /api/vacancy/:id', { params, body: { ...body, requirements: '<b>Любой</b> опыт' } })
  const task = (await tasks(vacancy.id)).at(-1)
  const at = { params: { id: task?.id ?? 0 } }
  const read = await (await moderator(api)).call('GET /api/admin/moderation/:id', at)
  for (const words of ['Ищем верстальщика', 'Бесплатно-и-без-оплаты', '<b>Любой</b> опыт', 'figma'])
    expect(read.text).toContain(words)
  const changes = read.changes.map((change) => Object.values(change).join(' | ').replace(/\s/g, ' '))
  expect(changes).toContain('Требования | Опыт от года | <b>Любой</b> опыт')
  expect(changes).toContain('Цена | 1 500 ₽ | 4 000 ₽')
  expect(changes).toContain('Условия |  | Бесплатно-и-без-оплаты')
  const card = await findCard(api.ctx.db, at.params.id)
  const text = card ? renderCard(api.ctx, card, 'ru').text.replace(/[ \u00a0]/g, ' ') : ''
  expect(text).toContain('• Цена: 1 500 ₽ → 4 000 ₽')
  expect(text).toContain('• Требования: Опыт от года → &lt;b&gt;Любой&lt;/b&gt; опыт')
  expect(text).toContain('Бесплатно-и-без-оплаты')
})

test('the marks are those that were kept with the content', async () => {
  const { anna, order, params } = await published()
  await anna.call(patch, { params, body: { subtitle: suspicious } })
  const [task] = await tasks(order.id)
  const id = task?.id ?? 0
  const set = { marks: JSON.stringify([[1, 3]]) }
  await api.ctx.db.updateTable('moderation_tasks').set(set).where('id', '=', id).execute()
  const olga = await moderator(api)
  expect(await olga.call('GET /api/admin/moderation/:id', { params: { id } })).toMatchObject({
    marks: [[1, 3]],
  })
})

test('an edit that is being decided gives way to a newer one', async () => {
  const { anna, order, params, seen } = await published()
  await anna.call(patch, { params, body: { subtitle: suspicious } })
  const [first] = await tasks(order.id)
  await approve(api.ctx, { task_id: first?.id ?? 0, moderator_id: (await moderator(api)).id })
  await anna.call(patch, { params, body: { subtitle: `${suspicious} Срочно.` } })
  await api.ctx.db.transaction().execute((tx) => applyDecision(api.ctx, tx, first?.id ?? 0))
  expect(await seen()).toMatchObject({ subtitle: order.subtitle })
  expect(await tasks(order.id)).toMatchObject([{ revision: 'superseded' }, { revision: 'pending' }])
})

test('an equal value is no edit', async () => {
  const { anna, order, params } = await published()
  await anna.call(patch, { params, body: { title: order.title, price: 25_000 } })
  expect(await tasks(order.id)).toEqual([])
})

test.each([
  ['the title', { title: 'Совсем другой сайт' }],
  ['a price of twice as much', { price: 50_000 }],
  ['a price of half', { price: 12_500 }],
  ['a price that is gone', { price: null }],
  ['the category', { category_id: 303 }],
  [
    'most of the text',
    { subtitle: 'Теперь это перевозка мебели по городу, две машины и грузчики на весь день.' },
  ],
  ['invisible characters', { region: 'Ка\u200bзань' }],
  ['tags that show a contact', { tags: ['логотип', 't.me/anna_art'] }],
  ['skills that show a contact', { skills: ['пишите @anna_lebedeva'] }],
  ['a place that shows a contact', { region: 'Казань, anna собака mail точка ru' }],
])('%s waits for a moderator while the old version stands', async (_, body) => {
  const { anna, order, params, seen } = await published()
  const before = await seen()
  await anna.call(patch, { params, body: body as never })
  const after = await seen()
  for (const name of Object.keys(body))
    expect(after[name as keyof typeof after], name).toEqual(before[name as keyof typeof before])
  expect(await anna.call(page, { params })).toMatchObject({ is_edit_pending: true })
  expect(await tasks(order.id)).toMatchObject([{ revision: 'pending', state: 'open' }])
})

test('eleven disguises of a contact wait, each', async () => {
  const { anna, order, params, seen } = await published()
  const disguises = [
    ...[
      't\u200b.\u200bme/anna_art',
      'теле\u00adграм для связи',
      '＠ａｎｎａ＿ａｒｔ',
      't․me/anna_art',
      'т е л е г р а м',
    ],
    ...['восемь девятьсот двенадцать триста сорок пять шестьдесят семь восемьдесят девять', '8️⃣9️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣9️⃣'],
    ...['anna собака mail точка ru', 'тeлeгpaм', 'wh4ts4pp', '8-9-1-2-3-4-5-6-7-8-9'],
  ]
  expect(disguises).toHaveLength(11)
  for (const disguise of disguises) {
    await anna.call(patch, { params, body: { subtitle: `${order.subtitle} ${disguise}` } })
    expect(await seen(), disguise).toMatchObject({ subtitle: order.subtitle })
    expect(await anna.call(page, { params }), disguise).toMatchObject({ is_edit_pending: true })
    await anna.call(patch, { params, body: { subtitle: order.subtitle } })
  }
})

test('many small steps do not add up to another text', async () => {
  const { anna, order, params, seen } = await published()
  const list = 'один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать'
  const steps = (order.subtitle ?? '').split(' ')
  let live = ''
  for (const [n, word] of list.split(' ').entries()) {
    steps[n] = `слово-${word}`
    await anna.call(patch, { params, body: { subtitle: steps.join(' ') } })
    live = (await seen()).subtitle ?? ''
  }
  expect(live).not.toBe(steps.join(' '))
  expect(await anna.call(page, { params })).toMatchObject({ is_edit_pending: true })
})

describe('vacancies', () => {
  test('every long text is checked, the response price is not', async () => {
    const { anna, vacancy } = await publishedVacancy(api)
    const params = { id: vacancy.id }
    const edit = (body: object) => anna.call('PATCH /api/vacancy/:id', { params, body })
    expect(await edit({ response_price: 10 })).toMatchObject({ response_price: 10 })
    expect(await tasks(vacancy.id)).toEqual([])
    expect(await edit({ conditions: suspicious })).toMatchObject({ conditions: null })
    expect(await tasks(vacancy.id)).toMatchObject([{ revision: 'pending' }])
  })
})
