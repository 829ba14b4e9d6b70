import { beforeAll, beforeEach, expect, test } from 'vitest'
import { readContent, writeContent } from '#services/listings/content/columns.ts'
import { type Channel, type ChannelScene, setUpChannels } from './channel-scenes.ts'

/** Listings that an edit gives to another channel, and listings that no channel may have. */

let scene: ChannelScene
let categories: { design: number; code: number }

beforeAll(async () => {
  scene = await setUpChannels()
  const rows = await scene.ctx.db
    .selectFrom('categories')
    .select(['id', 'parent_id'])
    .where('parent_id', 'is not', null)
    .orderBy('id')
    .execute()
  const [first] = rows
  const other = rows.find(({ parent_id }) => parent_id !== first?.parent_id)
  if (!first || !other) throw new Error('no categories')
  categories = { design: first.id, code: other.id }
})
beforeEach(() => scene.reset())

const takeDown = { by: 'staff', move: 'take_down' } as const
const archive = { by: 'author', move: 'archive' } as const

/** An order with a text, as an author creates it. */
async function publish(columns: Record<string, unknown> = {}): Promise<number> {
  const listing_id = await scene.publish(columns)
  await scene.ctx.db.insertInto('orders').values({ listing_id, subtitle: 'Нужен хороший сайт' }).execute()
  return listing_id
}

/** Writes an edit as the author's act does. */
async function edit(id: number, listing: Record<string, unknown>) {
  await scene.ctx.db.transaction().execute(async (tx) => {
    const current = await readContent(tx, 'order', id)
    await writeContent(scene.ctx, tx, { id, kind: 'order', current, changes: { listing, text: {} } })
  })
}
const texts = async (channel: Channel) => (await scene.posts(channel)).map(({ text }) => text?.split('\n')[0])

test.each<[string, () => [object, object], () => [Record<string, unknown>, Record<string, unknown>]]>([
  [
    'category',
    () => [{ category_ids: [categories.design] }, { category_ids: [categories.code] }],
    () => [{ category_id: categories.design }, { category_id: categories.code }],
  ],
  [
    'language',
    () => [{ language: 'ru' }, { language: 'en' }],
    () => [{ language: 'ru' }, { language: 'en' }],
  ],
])(
  'an order whose %s changes leaves one channel for another, and comes back by the same message',
  async (_, takes, values) => {
    const [old, next] = takes()
    const [before, after] = values()
    const from = await scene.connect(old)
    const to = await scene.connect(next)
    const all = await scene.connect()
    const id = await publish({ title: 'Логотип', category_id: categories.design, ...before })
    await scene.work()
    expect([await texts(from), await texts(to), await texts(all)]).toEqual([['Логотип'], [], ['Логотип']])
    await edit(id, after)
    await scene.work()
    const moved = 'Заказ больше не подходит этому каналу.'
    expect([await texts(from), await texts(to), await texts(all)]).toEqual([
      [moved],
      ['Логотип'],
      ['Логотип'],
    ])
    const [post] = await scene.posts(from)
    expect(post?.reply_markup?.inline_keyboard).toEqual([
      [
        {
          text: 'Открыть заказ',
          url: expect.stringContaining(`startapp=page_order___orderId_${id}___from_${from.id}`),
        },
      ],
    ])
    await edit(id, before)
    await scene.work()
    expect([await texts(from), (await texts(to)).length, await texts(all)]).toEqual([
      ['Логотип'],
      1,
      ['Логотип'],
    ])
    expect((await texts(to))[0]).not.toBe('Логотип')
    expect(await scene.calls('sendMessage')).toHaveLength(3)
  },
)

test('an order that left a channel shows no title there when it is closed or taken down', async () => {
  const from = await scene.connect({ category_ids: [categories.design] })
  const closed = await publish({ title: 'Закроют', category_id: categories.design })
  const taken = await publish({ title: 'Снимут', category_id: categories.design })
  await scene.work()
  await edit(closed, { category_id: categories.code })
  await edit(taken, { category_id: categories.code })
  await scene.work()
  await scene.move(closed, archive)
  await scene.move(taken, takeDown, { hidden_reason: 'staff' })
  await scene.work()
  const posts = await scene.posts(from)
  expect(posts.map(({ text }) => text)).toEqual([
    'Заказ больше не подходит этому каналу.',
    'Заказ снят с публикации.',
  ])
  expect(posts.map(({ reply_markup }) => reply_markup)).toEqual([undefined, undefined])
})

test('an order that changes before its turn goes to its new channel alone', async () => {
  const from = await scene.connect({ category_ids: [categories.design] })
  const to = await scene.connect({ category_ids: [categories.code] })
  await scene.setBot(from, 'left')
  const first = await publish({ title: 'Узнать', category_id: categories.design })
  await scene.work()
  await edit(first, { category_id: categories.code })
  await scene.setBot(from, 'administrator')
  scene.pass(61_000)
  await scene.work()
  expect([await texts(from), await texts(to)]).toEqual([[], ['Узнать']])
})

test('a post that cannot be changed is deleted when its order leaves the channel', async () => {
  const from = await scene.connect({ category_ids: [categories.design] })
  const id = await publish({ category_id: categories.design })
  await scene.work()
  await scene.setup.telegram.post('/faults', {
    method: 'editMessageText',
    error_code: 400,
    description: "Bad Request: message can't be edited",
  })
  await edit(id, { category_id: categories.code })
  await scene.work()
  expect(await scene.posts(from)).toEqual([])
  expect(await scene.state(from, id)).toMatchObject({ state: 'deleted' })
})

test.each([
  ['of an author without an account', 'blocked', null],
  ['that staff flagged', 'active', '2026-01-01T00:00:00Z'],
] as const)('an order %s gets no place in the line', async (_, status, flagged_at) => {
  const { ctx } = scene
  const channel = await scene.connect()
  await ctx.db.updateTable('users').set({ status }).where('id', '=', scene.author()).execute()
  const id = await publish({ flagged_at })
  await scene.work()
  expect(await scene.state(channel, id)).toBeUndefined()
  await ctx.db.updateTable('users').set({ status: 'active' }).where('id', '=', scene.author()).execute()
  await ctx.db.updateTable('listings').set({ flagged_at: null }).where('id', '=', id).execute()
  await scene.work()
  expect(await scene.state(channel, id)).toMatchObject({ state: 'posted' })
})

test('what waited for three days is not posted any more, what waited for less is', async () => {
  const channel = await scene.connect()
  await scene.setBot(channel, 'administrator', { can_post_messages: false })
  const old = await publish({ title: 'Старый' })
  await publish({ title: 'Новее' })
  await scene.work()
  scene.pass(3 * 24 * 60 * 60_000 - 30_000)
  await scene.setBot(channel, 'administrator', { can_post_messages: true })
  await scene.work()
  expect(await scene.titles(channel)).toEqual(['Новее'])
  expect(await scene.state(channel, old)).toMatchObject({ state: 'dropped' })
})

test('a post that Telegram does not take is told once, tried seldom, and keeps nobody back', async () => {
  const channel = await scene.connect()
  await scene.setup.telegram.post('/faults', {
    method: 'sendMessage',
    match: 'Трудный',
    times: 2,
    error_code: 400,
    description: "Bad Request: can't parse entities",
  })
  const hard = await publish({ title: 'Трудный' })
  await publish({ title: 'Простой' })
  await scene.work()
  await scene.work()
  expect(await scene.titles(channel)).toEqual(['Простой'])
  expect(await scene.calls('sendMessage')).toHaveLength(2)
  expect(await scene.news()).toEqual([{ channel_id: channel.id, listing_id: hard, about: 'refused' }])
  scene.pass(5000)
  await scene.work()
  expect(await scene.calls('sendMessage')).toHaveLength(3)
  scene.pass(30_000)
  await scene.work()
  expect(await scene.titles(channel)).toEqual(['Простой', 'Трудный'])
  expect(await scene.news()).toHaveLength(1)
})

test('a change of an open order that was refused is made later', async () => {
  const channel = await scene.connect()
  const id = await publish()
  await scene.work()
  await scene.setBot(channel, 'administrator', { can_post_messages: false, can_edit_messages: false })
  await edit(id, { price: 300_000 })
  await scene.work()
  expect((await scene.posts(channel))[0]?.text).toContain('2 500 ₽')
  expect(await scene.news()).toEqual([])
  await scene.setBot(channel, 'administrator', { can_post_messages: true })
  scene.pass(5000)
  await scene.work()
  expect((await scene.posts(channel))[0]?.text).toContain('3 000 ₽')
})
