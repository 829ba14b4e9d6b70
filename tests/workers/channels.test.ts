import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type ChannelScene, setUpChannels } from './channel-scenes.ts'
import { insertPerson } from './setup.ts'

/** A listing's one post in a channel, from its publication to its end. */

let scene: ChannelScene

beforeAll(async () => {
  scene = await setUpChannels()
})
beforeEach(() => scene.reset())

test('a published order is posted once, with a button that carries the channel, and edited when it changes', async () => {
  const { ctx, setup, work, publish, posts } = scene
  const channel = await scene.connect()
  const id = await publish({ title: 'Редизайн <мини-приложения>', skills: ['Figma', 'C++'], is_remote: true })
  await work()
  await work()
  const [post, ...others] = await posts(channel)
  expect(others).toEqual([])
  expect(post?.text).toBe(
    'Редизайн <мини-приложения>\n\n2 500 ₽ за проект\nможно удалённо\n\n#figma #удалённо',
  )
  expect(post?.entities?.slice(0, 2)).toMatchObject([
    { type: 'bold', offset: 0, length: 26 },
    { type: 'bold', offset: 28, length: 7 },
  ])
  expect(post?.reply_markup?.inline_keyboard[0]?.[0]).toEqual({
    text: 'Откликнуться',
    url: `${ctx.config.TELEGRAM_LINK_ORIGIN}/otklik_demo_bot?startapp=page_order___orderId_${id}___from_${channel.id}&start=page_order___orderId_${id}___from_${channel.id}`,
  })
  await ctx.db.updateTable('listings').set({ price: 300_000 }).where('id', '=', id).execute()
  await work()
  const [edited] = await posts(channel)
  expect(edited).toMatchObject({ message_id: post?.message_id, text: expect.stringContaining('3 000 ₽') })
  // A change that no post shows causes no edit.
  await ctx.db.updateTable('listings').set({ price: 300_000, nudged_at: null }).where('id', '=', id).execute()
  await work()
  expect(await scene.calls('editMessageText')).toHaveLength(1)
  expect(await scene.calls('sendMessage')).toHaveLength(1)
  expect(await setup.telegram.get('/messages?text=Редизайн')).toHaveLength(1)
})

test('a hidden price is no price in the post, and nothing of the author stands there', async () => {
  const channel = await scene.connect()
  await scene.publish({ price: null })
  await scene.work()
  const [post] = await scene.posts(channel)
  expect(post?.text).toBe('Сайт для кофейни\n\nПо договорённости')
  expect(JSON.stringify(post)).not.toMatch(/Person \d|tg:\/\/user/)
})

test('a closed order is struck through, and opened again by the same message', async () => {
  const channel = await scene.connect()
  const id = await scene.publish()
  await scene.work()
  await scene.move(id, { by: 'author', move: 'archive' })
  await scene.work()
  const [closed] = await scene.posts(channel)
  expect(closed?.text).toBe('Сайт для кофейни\n\nЗаказ закрыт.')
  expect(closed?.entities?.[0]).toMatchObject({ type: 'strikethrough', offset: 0, length: 16 })
  expect(closed?.reply_markup?.inline_keyboard).toEqual([
    [{ text: 'Другие заказы', url: expect.stringContaining('page_orders') }],
  ])
  await scene.move(id, { by: 'author', move: 'reopen' })
  await scene.work()
  const posts = await scene.posts(channel)
  expect(posts.map(({ message_id }) => message_id)).toEqual([closed?.message_id])
  expect(posts[0]?.text).toContain('2 500 ₽')
})

test('a filled order says how many responded, and leads to similar ones that are open', async () => {
  const { ctx } = scene
  const channel = await scene.connect()
  const id = await scene.publish({ skills: ['Blender'], responses_count: 12 })
  await scene.publish({ title: 'Макет в Blender', skills: ['Blender'] })
  await scene.work()
  const executor = await insertPerson({ ...scene.setup, ctx }, { in_telegram: false })
  await scene.move(id, { by: 'author', move: 'assign' }, { executor_id: executor.id })
  await scene.work()
  const [filled] = await scene.posts(channel)
  expect(filled?.text).toBe(
    'Сайт для кофейни\n\nИсполнитель найден. Откликнулись 12 человек, ответ получил каждый.\n\n#blender',
  )
  expect(JSON.stringify(filled?.reply_markup)).toMatch(/Похожие заказы, 1.*page_orders___query_Blender/)
  await scene.move(id, { by: 'author', move: 'complete' })
  await scene.work()
  expect(await scene.calls('editMessageText')).toHaveLength(1)
})

test.each([
  ['the staff', { by: 'staff', move: 'take_down' }, { hidden_reason: 'staff' }],
  ['the author', { by: 'author', move: 'delete' }, {}],
  ['a block', { by: 'staff', move: 'hide' }, { hidden_reason: 'author_blocked' }],
] as const)(
  'an order that %s took down leaves no word and no button in its post',
  async (_, act, columns) => {
    const channel = await scene.connect()
    const id = await scene.publish()
    await scene.work()
    await scene.move(id, act, columns)
    await scene.work()
    const [post] = await scene.posts(channel)
    expect(post?.text).toBe('Заказ снят с публикации.')
    expect(post?.reply_markup).toBeUndefined()
  },
)

test('an author who lost the account leaves no title in a closed post either', async () => {
  const { ctx } = scene
  const channel = await scene.connect()
  const id = await scene.publish()
  await scene.work()
  await scene.move(id, { by: 'author', move: 'archive' })
  await scene.work()
  await ctx.db.updateTable('users').set({ status: 'blocked' }).where('id', '=', scene.author()).execute()
  await scene.work()
  expect((await scene.posts(channel))[0]?.text).toBe('Заказ снят с публикации.')
})

test('what is over before its turn, or was published before the channel came, is never posted', async () => {
  await scene.publish({ title: 'Раньше канала' })
  scene.pass(60_000)
  const channel = await scene.connect()
  const id = await scene.publish({ title: 'Закрыт сразу' })
  const blocked = await scene.publish({ title: 'Автор закрыт' })
  await scene.publish({ title: 'Открыт' })
  await scene.setBot(channel, 'left')
  await scene.work()
  await scene.move(id, { by: 'author', move: 'archive' })
  await scene.move(blocked, { by: 'staff', move: 'hide' }, { hidden_reason: 'author_blocked' })
  await scene.setBot(channel, 'administrator')
  scene.pass(61_000)
  await scene.work()
  expect(await scene.titles(channel)).toEqual(['Открыт'])
  // An order that is opened again soon gets its turn.
  await scene.move(id, { by: 'author', move: 'reopen' })
  await scene.work()
  expect(await scene.titles(channel)).toEqual(['Открыт', 'Закрыт сразу'])
})

test('what was published days ago is not posted after a long outage', async () => {
  const channel = await scene.connect()
  await scene.publish({ title: 'Старый' })
  scene.pass(3 * 24 * 60 * 60_000)
  await scene.publish({ title: 'Новый' })
  await scene.work()
  expect(await scene.titles(channel)).toEqual(['Новый'])
})

test('channels take listings by kind, category with its group, and language', async () => {
  const { ctx } = scene
  const [leaf] = await ctx.db
    .selectFrom('categories')
    .select(['id', 'parent_id'])
    .where('parent_id', 'is not', null)
    .orderBy('id')
    .execute()
  const [other] = await ctx.db
    .selectFrom('categories')
    .select('id')
    .where('parent_id', 'is not', null)
    .where('parent_id', '<>', leaf?.parent_id ?? 0)
    .orderBy('id')
    .execute()
  if (!leaf?.parent_id || !other) throw new Error('no categories')
  const group = await scene.connect({ category_ids: [leaf.parent_id] })
  const english = await scene.connect({ language: 'en' })
  const vacancies = await scene.connect({ kind: 'vacancy' })
  await scene.publish({ title: 'Наша', category_id: leaf.id })
  await scene.publish({ title: 'Чужая', category_id: other.id })
  await scene.publish({ title: 'English', category_id: other.id, language: 'en' })
  await scene.publish({ title: 'Любой', category_id: leaf.id, language: 'any' })
  await scene.publish({ title: 'Вакансия', kind: 'vacancy', category_id: other.id })
  await scene.work()
  expect(await scene.titles(group)).toEqual(['Наша', 'Любой'])
  expect(await scene.titles(english)).toEqual(['English', 'Любой'])
  expect(await scene.titles(vacancies)).toEqual(['Вакансия'])
  const [post] = await scene.posts(english)
  expect(post?.text).toContain('₽2,500 per project')
})

test('a paused channel gets no new posts but changes of old ones, and none of the pause afterwards', async () => {
  const { ctx } = scene
  const channel = await scene.connect()
  const id = await scene.publish({ title: 'Первый' })
  await scene.work()
  await ctx.db.updateTable('channels').set({ state: 'paused' }).execute()
  await scene.publish({ title: 'Второй' })
  await scene.move(id, { by: 'author', move: 'archive' })
  await scene.work()
  expect((await scene.posts(channel)).map(({ text }) => text)).toEqual(['Первый\n\nЗаказ закрыт.'])
})

test('at night new posts wait for the morning, takedowns do not', async () => {
  const channel = await scene.connect({ is_quiet: true })
  const loud = await scene.connect({ is_quiet: false })
  const id = await scene.publish({ title: 'Днём' })
  await scene.work()
  scene.afterNoon(10)
  await scene.publish({ title: 'Ночью' })
  await scene.move(id, { by: 'staff', move: 'take_down' }, { hidden_reason: 'staff' })
  await scene.work()
  expect(await scene.titles(channel)).toEqual(['Заказ снят с публикации.'])
  expect(await scene.titles(loud)).toEqual(['Заказ снят с публикации.', 'Ночью'])
  scene.afterNoon(20.98)
  await scene.work()
  expect(await scene.titles(channel)).toHaveLength(1)
  scene.afterNoon(21)
  await scene.work()
  expect(await scene.titles(channel)).toEqual(['Заказ снят с публикации.', 'Ночью'])
})

test('no more new posts go out in an hour than the operator allows, and changes do not count', async () => {
  const { ctx } = scene
  const channel = await scene.connect({ per_hour: 2 })
  const id = await scene.publish({ title: 'Один' })
  await scene.publish({ title: 'Два' })
  await scene.publish({ title: 'Три' })
  await scene.work()
  expect(await scene.titles(channel)).toEqual(['Один', 'Два'])
  await ctx.db.updateTable('listings').set({ price: 1_000 }).where('id', '=', id).execute()
  await scene.work()
  expect((await scene.posts(channel))[0]?.text).toContain('10 ₽')
  expect(await scene.titles(channel)).toHaveLength(2)
  scene.pass(60 * 60_000 + 1000)
  await scene.work()
  expect(await scene.titles(channel)).toEqual(['Один', 'Два', 'Три'])
})

test('a takedown and a closing go before other changes and before new posts', async () => {
  const { ctx } = scene
  await scene.connect()
  const changed = await scene.publish({ title: 'Правка' })
  const closed = await scene.publish({ title: 'Закрытие' })
  const taken = await scene.publish({ title: 'Снятие' })
  await scene.work()
  await scene.publish({ title: 'Новый' })
  await ctx.db.updateTable('listings').set({ price: 1_000 }).where('id', '=', changed).execute()
  await scene.move(closed, { by: 'author', move: 'archive' })
  await scene.move(taken, { by: 'staff', move: 'take_down' }, { hidden_reason: 'staff' })
  const before = (await scene.calls('sendMessage')).length
  const poster = scene.newPoster()
  const take = vi.spyOn(poster.limiter, 'take')
  await scene.work(poster)
  // The pace of a fan-out holds the new post back, and none of the changes.
  expect(take.mock.calls.map(([, lane]) => lane)).toEqual([
    'transactional',
    'transactional',
    'transactional',
    'bulk',
  ])
  const edits = (await scene.calls('editMessageText')).map(({ params }) => params.text ?? '')
  expect(edits).toEqual([
    expect.stringContaining('Заказ закрыт.'),
    'Заказ снят с публикации.',
    expect.stringContaining('Правка'),
  ])
  expect(await scene.calls('sendMessage')).toHaveLength(before + 1)
})
