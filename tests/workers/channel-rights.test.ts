import { beforeAll, beforeEach, expect, test } from 'vitest'
import { noteMembership } from '#services/channels/rights.ts'
import { type Channel, type ChannelScene, setUpChannels } from './channel-scenes.ts'

/** Rights of the bot that become fewer, and channels that change without a word to the bot. */

let scene: ChannelScene

beforeAll(async () => {
  scene = await setUpChannels()
})
beforeEach(() => scene.reset())

const minute = 60_000
const all = { can_post_messages: true, can_edit_messages: true, can_delete_messages: true }
const none = { can_post_messages: false, can_edit_messages: false, can_delete_messages: false }

/** An update of Telegram about the bot's place in a channel. */
const tell = ({ chat_id }: Channel, member: object) =>
  noteMembership(scene.ctx, { id: chat_id, title: 'Канал' }, { user: {}, ...member } as never)
const read = ({ id }: Channel) =>
  scene.ctx.db
    .selectFrom('channels')
    .select(['title', 'username', 'lost_reason', 'missing_rights'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const abouts = async () => (await scene.news()).map(({ about }) => about)

test.each([
  ['was thrown out', { status: 'kicked' }, 'removed', ['lost']],
  ['left', { status: 'left' }, 'removed', ['lost']],
  ['keeps its place without any right', { status: 'administrator', ...none }, 'no_right', ['lost']],
  ['may not post', { status: 'administrator', ...all, can_post_messages: false }, 'no_right', ['lost']],
  ['may not edit', { status: 'administrator', ...all, can_edit_messages: false }, null, ['narrowed']],
  ['may not delete', { status: 'administrator', ...all, can_delete_messages: false }, null, ['narrowed']],
  ['has all rights', { status: 'administrator', ...all }, null, []],
])('a bot that %s', async (_, member, lost_reason, news) => {
  const channel = await scene.connect()
  await tell(channel, member)
  expect((await read(channel)).lost_reason).toBe(lost_reason)
  expect(await abouts()).toEqual(news)
})

test('operators are told of a right that goes, not of one that is still missing or comes back', async () => {
  const channel = await scene.connect()
  const may = (rights: object) => tell(channel, { status: 'administrator', ...all, ...rights })
  await may({ can_edit_messages: false })
  scene.pass(60 * minute)
  await may({ can_edit_messages: false })
  expect(await abouts()).toEqual(['narrowed'])
  await may({ can_edit_messages: false, can_delete_messages: false })
  expect(await abouts()).toEqual(['narrowed', 'narrowed'])
  scene.pass(60 * minute)
  await may({ can_delete_messages: false })
  await may({})
  expect(await abouts()).toHaveLength(2)
  expect((await read(channel)).missing_rights).toEqual([])
  await may(none)
  await may({ ...all, can_edit_messages: false })
  expect((await abouts()).slice(2)).toEqual(['lost', 'found', 'narrowed'])
})

test('a removed channel is told of no more', async () => {
  const channel = await scene.connect()
  await scene.ctx.db.updateTable('channels').set({ state: 'removed' }).execute()
  await tell(channel, { status: 'administrator', ...all, can_edit_messages: false })
  await tell(channel, { status: 'left' })
  expect(await abouts()).toEqual([])
})

test('a private channel that threw the bot out is not called gone, a deleted one is', async () => {
  const removed = await scene.connect()
  const gone = await scene.connect()
  await scene.setBot(removed, 'kicked')
  await scene.setup.telegram.delete(`/chats/${gone.chat_id}`)
  const poster = scene.newPoster()
  await scene.publish()
  await scene.work(poster)
  scene.pass(minute + 1000)
  await scene.work(poster)
  expect((await read(removed)).lost_reason).toBe('removed')
  expect((await read(gone)).lost_reason).toBe('gone')
})

test('a new name and a narrower right of which Telegram told nothing are seen within an hour', async () => {
  const channel = await scene.connect()
  const { chat_id } = channel
  const poster = scene.newPoster()
  await scene.setup.telegram.patch(`/chats/${chat_id}`, { title: 'Новое имя', username: 'new_name' })
  await scene.setBot(channel, 'administrator', { can_delete_messages: false })
  scene.pass(60 * minute)
  await scene.work(poster)
  expect(await read(channel)).toMatchObject({ username: null, missing_rights: [] })
  scene.pass(minute)
  await scene.work(poster)
  expect(await read(channel)).toMatchObject({
    title: 'Новое имя',
    username: 'new_name',
    missing_rights: ['can_delete_messages'],
  })
  await scene.setup.telegram.patch(`/chats/${chat_id}`, { username: null })
  scene.pass(minute + 1)
  await scene.work(poster)
  expect((await read(channel)).username).toBeNull()
})

test('a channel that gets the id of another connected one is no more, and the other goes on', async () => {
  const channel = await scene.connect()
  const other = await scene.connect({ kind: 'vacancy' })
  await scene.setup.telegram.patch(`/chats/${channel.chat_id}`, { migrated_to: other.chat_id })
  await scene.publish()
  await scene.work()
  expect((await read(channel)).lost_reason).toBe('gone')
  expect((await read(other)).lost_reason).toBeNull()
})
