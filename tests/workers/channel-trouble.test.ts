import { HttpError } from 'grammy'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { noteMembership } from '#services/channels/rights.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { timing } from '#workers/engine/timing.ts'
import { postDue } from '#workers/rounds/channels.ts'
import { type ChannelScene, setUpChannels } from './channel-scenes.ts'

/** Telegram that refuses posts and changes, processes that die, and two workers at once. */

let scene: ChannelScene

beforeAll(async () => {
  scene = await setUpChannels()
})
beforeEach(() => scene.reset())

const minute = 60_000
const takeDown = (id: number) =>
  scene.move(id, { by: 'staff', move: 'take_down' }, { hidden_reason: 'staff' })

test('posts wait while the right to post is missing, and go in their order when it is back', async () => {
  const { ctx } = scene
  const channel = await scene.connect()
  const first = await scene.publish({ title: 'Первый' })
  await scene.work()
  await scene.setBot(channel, 'administrator', { can_post_messages: false })
  await scene.publish({ title: 'Второй' })
  const closed = await scene.publish({ title: 'Закроют' })
  await scene.publish({ title: 'Третий' })
  await scene.work()
  expect(await scene.titles(channel)).toEqual(['Первый'])
  expect(await scene.news()).toEqual([{ channel_id: channel.id, about: 'lost' }])
  const { missing_rights } = await ctx.db
    .selectFrom('channels')
    .select('missing_rights')
    .executeTakeFirstOrThrow()
  expect(missing_rights).toEqual(['can_post_messages'])
  // The right to edit is still there.
  await takeDown(first)
  await scene.move(closed, { by: 'author', move: 'archive' })
  await scene.work()
  expect(await scene.titles(channel)).toEqual(['Заказ снят с публикации.'])
  expect((await scene.calls('sendMessage')).filter(({ ok }) => !ok)).toHaveLength(1)
  await scene.setBot(channel, 'administrator', { can_post_messages: true })
  const rights = { can_post_messages: true, can_edit_messages: true, can_delete_messages: true }
  const member = { status: 'administrator', user: {}, ...rights } as never
  await noteMembership(ctx, { id: channel.chat_id, title: 'Новое имя' }, member)
  await scene.work()
  expect(await scene.titles(channel)).toEqual(['Заказ снят с публикации.', 'Второй', 'Третий'])
  expect((await scene.news()).at(-1)).toEqual({ channel_id: channel.id, about: 'found' })
  const { title } = await ctx.db.selectFrom('channels').select('title').executeTakeFirstOrThrow()
  expect(title).toBe('Новое имя')
})

test('rights that come back without a word of Telegram are found within a minute', async () => {
  const channel = await scene.connect()
  await scene.setBot(channel, 'kicked')
  await scene.publish({ title: 'Ждёт' })
  const poster = scene.newPoster()
  await scene.work(poster)
  await scene.setBot(channel, 'administrator')
  await scene.work(poster)
  expect(await scene.posts(channel)).toEqual([])
  scene.pass(minute + 1000)
  await scene.work(poster)
  expect(await scene.titles(channel)).toEqual(['Ждёт'])
})

test('a takedown in a channel without the bot tells the operators at once, and is made when the bot is back', async () => {
  const channel = await scene.connect()
  const id = await scene.publish()
  const closed = await scene.publish({ title: 'Второй' })
  await scene.work()
  await scene.setBot(channel, 'left')
  await takeDown(id)
  await scene.move(closed, { by: 'author', move: 'archive' })
  await scene.work()
  await scene.work()
  expect(await scene.news()).toEqual(
    expect.arrayContaining([
      { channel_id: channel.id, about: 'lost' },
      { channel_id: channel.id, listing_id: id, about: 'stuck' },
    ]),
  )
  await scene.setBot(channel, 'administrator')
  scene.pass(minute + 1000)
  await scene.work()
  expect((await scene.posts(channel)).map(({ text }) => text)).toEqual([
    'Заказ снят с публикации.',
    'Второй\n\nЗаказ закрыт.',
  ])
})

test('a post that cannot be edited is deleted when its order is over, or the operators get its link', async () => {
  const { setup } = scene
  const channel = await scene.connect()
  const gone = await scene.publish({ title: 'Удалится' })
  const stuck = await scene.publish({ title: 'Останется' })
  const changed = await scene.publish({ title: 'Изменится' })
  await scene.work()
  await setup.telegram.post('/faults', {
    method: 'editMessageText',
    times: 0,
    error_code: 400,
    description: "Bad Request: message can't be edited",
  })
  // A change of an open order is no reason to delete its post.
  await scene.ctx.db.updateTable('listings').set({ price: 1 }).where('id', '=', changed).execute()
  await takeDown(gone)
  await scene.work()
  expect(await scene.titles(channel)).toEqual(['Останется', 'Изменится'])
  expect(await scene.state(channel, gone)).toMatchObject({ state: 'deleted' })
  expect(await scene.news()).toEqual([])
  await setup.telegram.post('/faults', {
    method: 'deleteMessage',
    times: 0,
    error_code: 400,
    description: "Bad Request: message can't be deleted",
  })
  await scene.move(stuck, { by: 'author', move: 'archive' })
  await scene.work()
  await scene.work()
  expect(await scene.news()).toEqual([{ channel_id: channel.id, listing_id: stuck, about: 'stuck' }])
  await setup.telegram.delete('/faults')
  scene.pass(minute)
  await scene.work()
  expect(await scene.titles(channel)).toEqual(['Останется', 'Изменится'])
  expect((await scene.posts(channel))[0]?.text).toContain('Заказ закрыт.')
})

test('a post that an administrator of the channel deleted is not posted again', async () => {
  const { setup } = scene
  const channel = await scene.connect()
  const id = await scene.publish()
  await scene.work()
  const [post] = await scene.posts(channel)
  await setup.telegram.delete(`/chats/${channel.chat_id}/messages/${post?.message_id}`)
  await scene.ctx.db.updateTable('listings').set({ price: 1 }).where('id', '=', id).execute()
  await scene.work()
  expect(await scene.posts(channel)).toEqual([])
  expect(await scene.state(channel, id)).toMatchObject({ state: 'deleted' })
  expect(await scene.news()).toEqual([])
})

test('a channel that is no more is told, and the others go on', async () => {
  const { setup } = scene
  const gone = await scene.connect({}, 'Исчез')
  const channel = await scene.connect()
  await setup.telegram.delete(`/chats/${gone.chat_id}`)
  await scene.publish({ title: 'Всем' })
  await scene.work()
  expect(await scene.titles(channel)).toEqual(['Всем'])
  expect(await scene.news()).toEqual([{ channel_id: gone.id, about: 'lost' }])
  const row = await scene.ctx.db
    .selectFrom('channels')
    .select('lost_reason')
    .where('id', '=', gone.id)
    .executeTakeFirst()
  expect(row?.lost_reason).toBe('gone')
})

test('a channel with another id is followed', async () => {
  const { setup } = scene
  const channel = await scene.connect()
  const { id: next } = await setup.telegram.post<{ id: number }>('/channels', { title: 'Тот же' })
  await scene.publish({ title: 'Всем' })
  await scene.work()
  await setup.telegram.patch(`/chats/${channel.chat_id}`, { migrated_to: next })
  await scene.publish({ title: 'Ещё' })
  await scene.work()
  expect(await scene.titles({ id: channel.id, chat_id: next })).toEqual(['Ещё'])
})

test('Telegram’s pause is kept to the second, and nothing overtakes what was refused', async () => {
  const { setup } = scene
  const channel = await scene.connect()
  await setup.telegram.post('/faults', { method: 'sendMessage', retry_after: 30 })
  await scene.publish({ title: 'Первый' })
  await scene.publish({ title: 'Второй' })
  await scene.work()
  scene.pass(29_000)
  await scene.work()
  expect(await scene.posts(channel)).toEqual([])
  expect(await scene.calls('sendMessage')).toHaveLength(1)
  scene.pass(1000)
  await scene.work()
  expect(await scene.titles(channel)).toEqual(['Первый', 'Второй'])
})

test('a server that was certainly not reached delays a post and never doubles it', async () => {
  const channel = await scene.connect()
  const poster = scene.newPoster()
  const sendMessage = () =>
    Promise.reject(new HttpError('no', Object.assign(new Error(), { code: 'ECONNREFUSED' })))
  const id = await scene.publish({ title: 'Первый' })
  await scene.work({ ...poster, api: Object.assign(Object.create(poster.api), { sendMessage }) })
  expect(await scene.state(channel, id)).toMatchObject({ state: 'waiting' })
  scene.pass(5000)
  await scene.work(poster)
  expect(await scene.titles(channel)).toEqual(['Первый'])
})

test('a post whose answer was lost is never sent again, and the operators are told', async () => {
  const { setup } = scene
  const channel = await scene.connect()
  await setup.telegram.post('/faults', { method: 'sendMessage', drop: 'after' })
  const id = await scene.publish({ title: 'Первый' })
  await scene.publish({ title: 'Второй' })
  await scene.work()
  scene.pass(minute + 1000)
  await scene.work()
  expect(await scene.titles(channel)).toEqual(['Первый', 'Второй'])
  expect(await scene.state(channel, id)).toMatchObject({ state: 'unknown', message_id: null })
  expect(await scene.news()).toEqual([{ channel_id: channel.id, listing_id: id, about: 'unknown' }])
  // The bot does not know the message, so somebody has to look when the order is taken down.
  await takeDown(id)
  await scene.work()
  expect((await scene.news()).at(-1)).toEqual({ channel_id: channel.id, listing_id: id, about: 'stuck' })
})

test('a change whose answer was lost is made again', async () => {
  const { setup } = scene
  const channel = await scene.connect()
  const id = await scene.publish()
  await scene.work()
  await setup.telegram.post('/faults', { method: 'editMessageText', drop: 'before' })
  await scene.move(id, { by: 'author', move: 'archive' })
  await scene.work()
  scene.pass(minute)
  await scene.work()
  expect((await scene.posts(channel))[0]?.text).toContain('Заказ закрыт.')
  expect(await scene.news()).toEqual([])
})

test('a process that died while it was posting leaves the post unknown, and the next ones go on', async () => {
  const channel = await scene.connect()
  const id = await scene.publish({ title: 'Первый' })
  await scene.publish({ title: 'Второй' })
  void postDue(scene.ctx, scene.dyingPoster())
  await eventually(async () => (await scene.titles(channel)).includes('Первый'))
  expect(await scene.state(channel, id)).toMatchObject({ state: 'sending' })
  // The claim of the dead process holds the channel for a while.
  await scene.work()
  expect(await scene.titles(channel)).toEqual(['Первый'])
  scene.pass(timing.channels.lease + 1)
  await scene.work()
  expect(await scene.titles(channel)).toEqual(['Первый', 'Второй'])
  expect(await scene.state(channel, id)).toMatchObject({ state: 'unknown' })
  expect(await scene.news()).toEqual([{ channel_id: channel.id, listing_id: id, about: 'unknown' }])
})

test('two workers post everything once and in order', async () => {
  const channel = await scene.connect()
  const titles = Array.from({ length: 12 }, (_, index) => `Заказ ${index}`)
  for (const title of titles) await scene.publish({ title })
  const [one, two] = [scene.newPoster(), scene.newPoster()]
  for (let round = 0; round < 30; round++)
    await Promise.all([postDue(scene.ctx, one), postDue(scene.ctx, two)])
  expect(await scene.titles(channel)).toEqual(titles)
  expect(await scene.calls('sendMessage')).toHaveLength(titles.length)
})

test('a worker whose claim ended while it waited for its turn posts nothing', async () => {
  const channel = await scene.connect()
  const id = await scene.publish({ title: 'Первый' })
  const poster = scene.newPoster()
  const limiter = Object.assign(Object.create(poster.limiter), {
    take: async () => {
      scene.pass(timing.channels.lease + 1)
      return { granted: true, wait_ms: 0 }
    },
  })
  await postDue(scene.ctx, { ...poster, limiter })
  expect(await scene.titles(channel)).toEqual([])
  expect(await scene.state(channel, id)).toMatchObject({ state: 'waiting', attempts: 0 })
  await scene.work()
  expect(await scene.titles(channel)).toEqual(['Первый'])
})
