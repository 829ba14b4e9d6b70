import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type ChannelScene, setUpChannels } from './channel-scenes.ts'

/** Telegram that answers with its own failure, or not at all, so that a post may or may not stand in the channel. */

let scene: ChannelScene

beforeAll(async () => {
  scene = await setUpChannels()
})
beforeEach(() => scene.reset())

const second = 1000
const minute = 60 * second
const badGateway = { method: 'sendMessage', error_code: 502, description: 'Bad Gateway' }
const archive = { by: 'author', move: 'archive' } as const
const fail = (fault: object) => scene.setup.telegram.post('/faults', fault)

/** A channel in which a first post stands. */
async function channelWithPost() {
  const channel = await scene.connect()
  const poster = scene.newPoster()
  const first = await scene.publish({ title: 'Первый' })
  await scene.work(poster)
  return { channel, poster, first }
}

test.each([
  ['an error of its server', badGateway],
  ['a broken connection', { method: 'sendMessage', drop: 'before' }],
])('a post that %s swallowed is sent when the next number shows that it is not there', async (_, fault) => {
  const { channel, poster } = await channelWithPost()
  await fail(fault)
  const lost = await scene.publish({ title: 'Второй' })
  await scene.publish({ title: 'Третий' })
  await scene.work(poster)
  expect(await scene.state(channel, lost)).toMatchObject({ state: 'unknown' })
  expect(await scene.news()).toEqual([{ channel_id: channel.id, listing_id: lost, about: 'unknown' }])
  scene.pass(minute)
  await scene.work(poster)
  expect(await scene.titles(channel)).toEqual(['Первый', 'Третий', 'Второй'])
  expect(await scene.state(channel, lost)).toMatchObject({ state: 'posted' })
  expect(await scene.calls('sendMessage')).toHaveLength(4)
})

test.each([
  ['an error of its server', { ...badGateway, execute: true }],
  ['a broken connection', { method: 'sendMessage', drop: 'after' }],
])('a post that stands there in spite of %s is never sent again', async (_, fault) => {
  const { channel, poster } = await channelWithPost()
  await fail(fault)
  const doubtful = await scene.publish({ title: 'Второй' })
  await scene.publish({ title: 'Третий' })
  await scene.work(poster)
  scene.pass(minute)
  await scene.work(poster)
  await scene.publish({ title: 'Четвёртый' })
  await scene.work(poster)
  expect(await scene.titles(channel)).toEqual(['Первый', 'Второй', 'Третий', 'Четвёртый'])
  expect(await scene.state(channel, doubtful)).toMatchObject({ state: 'unknown' })
})

test('a post by hand takes a number as well, so that nothing is sent again', async () => {
  const { channel, poster } = await channelWithPost()
  await fail(badGateway)
  const lost = await scene.publish({ title: 'Второй' })
  await scene.work(poster)
  await scene.setup.telegram.post(`/chats/${channel.chat_id}/posts`, { text: 'Рукой' })
  await scene.publish({ title: 'Третий' })
  scene.pass(minute)
  await scene.work(poster)
  expect(await scene.titles(channel)).toEqual(['Первый', 'Рукой', 'Третий'])
  expect(await scene.state(channel, lost)).toMatchObject({ state: 'unknown' })
})

test('a doubtful post keeps new posts back for a minute, and changes not at all', async () => {
  const { channel, poster, first } = await channelWithPost()
  await fail(badGateway)
  await scene.publish({ title: 'Второй' })
  await scene.publish({ title: 'Третий' })
  await scene.work(poster)
  await scene.move(first, archive)
  await scene.work(poster)
  expect((await scene.posts(channel)).map(({ text }) => text)).toEqual(['Первый\n\nЗаказ закрыт.'])
  scene.pass(minute - 1)
  await scene.work(poster)
  expect(await scene.titles(channel)).toHaveLength(1)
  scene.pass(1)
  await scene.work(poster)
  expect(await scene.titles(channel)).toEqual(['Первый', 'Третий', 'Второй'])
})

test.each([
  ['errors', { error_code: 502, description: 'Bad Gateway' }],
  ['silence', { drop: 'before' }],
])(
  'hours of %s cost one doubtful post, and what waits goes once, without what was closed meanwhile',
  async (_, fault) => {
    const { channel, poster, first } = await channelWithPost()
    await fail({ method: '*', times: 0, ...fault })
    await scene.publish({ title: 'Второй' })
    await scene.publish({ title: 'Третий' })
    const closed = await scene.publish({ title: 'Закроют' })
    await scene.publish({ title: 'Пятый' })
    await scene.work(poster)
    await scene.move(first, archive)
    for (let minutes = 0; minutes < 180; minutes += 5) {
      await scene.work(poster)
      scene.pass(5 * minute)
    }
    expect(await scene.calls('sendMessage')).toHaveLength(2)
    await scene.move(closed, archive)
    await scene.work(poster)
    await scene.setup.telegram.delete('/faults')
    // The closing does not wait longer than half a minute, however long the outage was.
    scene.pass(30 * second)
    await scene.work(poster)
    expect((await scene.posts(channel))[0]?.text).toBe('Первый\n\nЗаказ закрыт.')
    scene.pass(30 * second)
    await scene.work(poster)
    expect(await scene.titles(channel)).toEqual(['Первый', 'Третий', 'Второй', 'Пятый'])
  },
)
