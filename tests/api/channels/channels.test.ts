import { beforeAll, expect, test } from 'vitest'
import { countChannelVisit } from '#services/channels/visits.ts'
import { type Rig, telegramWithBot, token } from '#tests/stand-ins/telegram/rig.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { categories, responseTo } from '#tests/support/orders/sample.ts'
import { freelancer, login, newAccount, type Person } from '#tests/support/people/people.ts'
import { atEnd } from '#tests/support/run/at-end.ts'
import { flushViews } from '#workers/rounds/views.ts'

/** Acts of an administrator on channels, and the numbers of the channels. */

let api: Api
let rig: Rig
let ada: Person

beforeAll(async () => {
  rig = await telegramWithBot()
  atEnd(() => rig.telegram.close())
  api = await openApi({ BOT_TOKEN: token, BOT_API_ROOT: rig.telegram.origin })
  ada = await login(api, newAccount({ username: 'ada_admin' }))
  await api.ctx.db.updateTable('users').set({ role: 'admin' }).where('id', '=', ada.id).execute()
})

const all = { can_post_messages: true, can_edit_messages: true, can_delete_messages: true }
let names = 0
async function createChannel(fields: object = {}) {
  const username = `otklik_${++names}`
  const { id } = await rig.post<{ id: number }>('/channels', { title: `Канал ${names}`, username, ...fields })
  return { chat_id: id, username }
}
const connect = (chat: string, settings: object = {}) =>
  ada.call('POST /api/admin/channels', { body: { chat, ...settings } })
const acts = async (id: number) =>
  (
    await api.ctx.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('subject_type', '=', 'channel')
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ action, actor_id }) => `${action} ${actor_id === ada.id}`)

test('a channel is connected by its name, its link or its id, once, and takes everything at first', async () => {
  const one = await createChannel()
  const channel = await connect(` @${one.username.toUpperCase()} `)
  expect(channel).toMatchObject({
    title: 'Канал 1',
    username: one.username,
    kind: null,
    categories: [],
    language: null,
    per_hour: 20,
    is_quiet: true,
    state: 'active',
    lost: null,
    missing_rights: [],
    posted_today: 0,
    last_posted_at: null,
    waiting: 0,
  })
  expect(await codeOf(connect(`https://t.me/${one.username}`))).toBe('channel_connected')
  const two = await createChannel()
  const byLink = await connect(`t.me/${two.username}`, { category_ids: [categories.own], language: 'en' })
  expect(byLink).toMatchObject({ categories: [{ id: categories.own }], language: 'en' })
  const three = await createChannel({ username: undefined })
  expect(await connect(String(three.chat_id))).toMatchObject({ username: null })
  expect(await acts(channel.id)).toEqual(['channel.connect true'])
  const { items } = await ada.call('GET /api/admin/channels')
  expect(items.map(({ title }) => title)).toEqual(['Канал 1', 'Канал 2', 'Канал 3'])
})

test('a channel without the bot, without a right, or that is no channel, is refused with its reason', async () => {
  const { chat_id, username } = await createChannel()
  const refusal = (chat: string) =>
    connect(chat).then(
      () => undefined,
      (error: Error) => error.message,
    )
  await rig.post(`/chats/${chat_id}/bot`, { status: 'administrator', rights: { can_edit_messages: false } })
  expect(await refusal(`@${username}`)).toMatch(
    /channel_rights_missing \{"missing":\["can_edit_messages"\]\}$/,
  )
  await rig.post(`/chats/${chat_id}/bot`, { status: 'left' })
  expect(await refusal(`@${username}`)).toContain('channel_rights_missing')
  expect(await refusal('@nobody_has_it')).toContain('channel_unknown')
  expect(await refusal('@ada')).toContain('channel_unknown')
  await rig.post('/faults', { method: 'getChat', error_code: 502, description: 'Bad Gateway' })
  expect(await refusal(`@${username}`)).toContain('unavailable')
  await rig.post(`/chats/${chat_id}/bot`, { status: 'administrator', rights: all })
  expect(await codeOf(connect(`@${username}`, { category_ids: [999_999] }))).toBe('not_found')
  expect(await codeOf(connect(`@${username}`, { per_hour: 7 }))).toBe('invalid_input')
})

test('what a channel takes is changed, it is paused and removed, and each act leaves a trace', async () => {
  const { username } = await createChannel()
  const { id } = await connect(`@${username}`)
  const settings = {
    kind: 'order' as const,
    category_ids: [categories.group],
    language: null,
    per_hour: 60,
    is_quiet: false,
  }
  const on = { params: { id } }
  expect(await ada.call('POST /api/admin/channels/:id/settings', { ...on, body: settings })).toMatchObject({
    kind: 'order',
    categories: [{ id: categories.group }],
    per_hour: 60,
    is_quiet: false,
    quiet_until: null,
  })
  const paused = await ada.call('POST /api/admin/channels/:id/paused', { ...on, body: { is_paused: true } })
  expect(paused.state).toBe('paused')
  await ada.call('POST /api/admin/channels/:id/paused', { ...on, body: { is_paused: true } })
  await ada.call('POST /api/admin/channels/:id/paused', { ...on, body: { is_paused: false } })
  await ada.call('DELETE /api/admin/channels/:id', on)
  expect(await codeOf(ada.call('DELETE /api/admin/channels/:id', on))).toBe('not_found')
  expect(await codeOf(ada.call('POST /api/admin/channels/:id/check', on))).toBe('not_found')
  // A channel that comes back keeps its number, so that its old posts are known.
  expect((await connect(`@${username}`)).id).toBe(id)
  expect(await acts(id)).toEqual([
    'channel.connect true',
    'channel.change true',
    'channel.pause true',
    'channel.resume true',
    'channel.remove true',
    'channel.connect true',
  ])
})

test('a check of the rights says what is missing, and counts the channel among the lost ones', async () => {
  const { chat_id, username } = await createChannel()
  const { id } = await connect(`@${username}`)
  const check = () => ada.call('POST /api/admin/channels/:id/check', { params: { id } })
  const lost = async () => (await ada.call('GET /api/admin/counts')).lost_channels
  const before = await lost()
  await rig.post(`/chats/${chat_id}/bot`, { status: 'administrator', rights: { can_post_messages: false } })
  expect(await check()).toMatchObject({ lost: { reason: 'no_right' }, missing_rights: ['can_post_messages'] })
  expect(await lost()).toBe(before + 1)
  await rig.post(`/chats/${chat_id}/bot`, { status: 'administrator', rights: { can_post_messages: true } })
  expect(await check()).toMatchObject({ lost: null, missing_rights: [] })
  expect(await lost()).toBe(before)
})

test('the preview is the newest listing that the channel takes', async () => {
  const { username } = await createChannel()
  const { id } = await connect(`@${username}`, { category_ids: [categories.other] })
  const preview = async () =>
    (await ada.call('GET /api/admin/channels/:id/preview', { params: { id } })).preview
  expect(await preview()).toBeNull()
  await publishedOrder(api, { category_id: categories.own, title: 'Не сюда' })
  expect(await preview()).toBeNull()
  await publishedOrder(api, { category_id: categories.other, title: 'Сюда' })
  expect(await preview()).toMatchObject({ title: 'Сюда', price_unit: 'за проект', button: 'Откликнуться' })
})

test('openings and responses of people who came from a channel are counted, each person once', async () => {
  const { username } = await createChannel()
  const { id } = await connect(`@${username}`)
  const { anna, order } = await publishedOrder(api)
  await api.ctx.db
    .insertInto('channel_posts')
    .values({
      channel_id: id,
      listing_id: order.project_id,
      state: 'posted',
      message_id: 1,
      posted_at: api.ctx.now().toISOString(),
    })
    .execute()
  const start_param = `page_order___orderId_${order.project_id}___from_${id}`
  const boris = await freelancer(api)
  await login(api, boris.account, start_param)
  await login(api, boris.account, start_param)
  const vera = await freelancer(api)
  await countChannelVisit(api.ctx, start_param, vera.id)
  // The author, an unknown channel and a link without one count nothing.
  await countChannelVisit(api.ctx, start_param, anna.id)
  await countChannelVisit(api.ctx, start_param.replace(/\d+$/, '999999'), vera.id)
  await countChannelVisit(api.ctx, `page_order___orderId_${order.project_id}`, vera.id)
  // A link of a channel in which the order never stood is made up.
  const second = await createChannel()
  const { id: silent } = await connect(`@${second.username}`)
  await api.ctx.db
    .insertInto('channel_posts')
    .values({ channel_id: silent, listing_id: order.project_id, state: 'waiting' })
    .execute()
  const gleb = await freelancer(api)
  await countChannelVisit(api.ctx, start_param.replace(/\d+$/, String(silent)), gleb.id)
  await flushViews(api.ctx)
  await boris.call('POST /api/projects/add_resp', responseTo(order.project_id))
  const stranger = await freelancer(api)
  await stranger.call('POST /api/projects/add_resp', responseTo(order.project_id))
  const funnel = await anna.call('GET /api/listings/:id/funnel', { params: { id: order.project_id } })
  expect(funnel.from_channels).toEqual({ opened: 2, responded: 1 })
  const channel = (await ada.call('GET /api/admin/channels')).items.find((one) => one.id === id)
  expect(channel).toMatchObject({ opened: 2, responded: 1, posted_today: 1 })
  const other = await publishedOrder(api)
  const noChannel = await other.anna.call('GET /api/listings/:id/funnel', {
    params: { id: other.order.project_id },
  })
  expect(noChannel.from_channels).toBeNull()
})
