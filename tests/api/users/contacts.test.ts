import { beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { paidOrder, publishedOrder } from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { client, freelancer, login, moderator, type Person } from '#tests/support/people/people.ts'

let api: Api
let workers: Person[]
beforeAll(async () => {
  api = await openApi()
  workers = await Promise.all(Array.from({ length: 12 }, () => freelancer(api)))
})

const day = 86_400_000

const linkOf = async (viewer: Person, { id }: Person) =>
  (await viewer.call('GET /api/users/full_user_info', { query: { user_id: id } })).user.telegram_link

/** Creates an order with `count` responses. `choose` chooses one of the responses. */
async function createAnswered(count: number) {
  const { anna, order } = await publishedOrder(api)
  const params = { id: order.id }
  const responders: { person: Person; response_id: number }[] = []
  for (const person of workers.slice(0, count)) {
    const { id } = await person.call('POST /api/projects/add_resp', responseTo(order.id))
    responders.push({ person, response_id: id })
  }
  const chooseResponse = (response_id: number) =>
    anna.call('POST /api/projects/assign_executor/:id', { params, query: { response_id, reassign: true } })
  const unassignExecutor = () => anna.call('POST /api/projects/unassign_executor/:id', { params })
  return { anna, responders, choose: chooseResponse, unassign: unassignExecutor }
}
const flagsOf = async (listing_id: number) =>
  (
    await api.ctx.db
      .selectFrom('moderation_tasks')
      .select('flags')
      .where('listing_id', '=', listing_id)
      .executeTakeFirstOrThrow()
  ).flags

test('contacts are shown while the choice stands', async () => {
  const { anna, responders, choose, unassign } = await createAnswered(1)
  const [{ person, response_id } = { person: anna, response_id: 0 }] = responders
  expect(await linkOf(anna, person)).toBeNull()
  await choose(response_id)
  expect(await linkOf(anna, person)).toBe(`https://t.me/${person.account.username}`)
  await unassign()
  expect(await linkOf(anna, person)).toBeNull()
})

test('choosing one after another shows the contacts of ten people a day, and moderators are told', async () => {
  const { anna, responders, choose } = await createAnswered(12)
  const links: (string | null)[] = []
  for (const { person, response_id } of responders) {
    await choose(response_id)
    links.push(await linkOf(anna, person))
    // Viewing the contacts of the same person again does not count towards the limit of ten persons a day.
    expect(await linkOf(anna, person)).toBe(links.at(-1))
  }
  expect(links.map((link) => link !== null)).toEqual([...Array(10).fill(true), false, false])
  // Two attempts to view contacts were refused. The audit log records only the first refusal.
  const traces = api.ctx.db
    .selectFrom('audit_log')
    .select('action')
    .where('actor_id', '=', anna.id)
    .where('action', '=', 'user.contacts_refused')
  expect(await traces.execute()).toHaveLength(1)
  const nextOrder = await paidOrder(api, {}, anna)
  expect(await flagsOf(nextOrder.order.id)).toContain('gatherer')
  // Vera has viewed the contacts of only one person, so moderators do not see the mark for collecting contacts on her.
  const { anna: vera, responders: verasResponders, choose: chooseForVera } = await createAnswered(1)
  const [one = { person: anna, response_id: 0 }] = verasResponders
  await chooseForVera(one.response_id)
  expect(await linkOf(vera, one.person)).not.toBeNull()
  const otherOrder = await paidOrder(api, {}, vera)
  expect(await flagsOf(otherOrder.order.id)).not.toContain('gatherer')
  // The daily limit on viewed contacts is renewed after a day.
  api.advanceClock(day + 1000)
  const { person } = responders.at(-1) ?? { person: anna }
  expect(await linkOf(await login(api, anna.account), person)).not.toBeNull()
  // Moderators see the mark for collecting contacts for exactly thirty days.
  const { created_at } = await traces.select('created_at').executeTakeFirstOrThrow()
  const isMarkedAsGatherer = async (age: number) => {
    api.ctx.now = () => new Date(Date.parse(created_at) + age)
    const { order } = await paidOrder(api, {}, await login(api, anna.account))
    return (await flagsOf(order.id)).includes('gatherer')
  }
  expect(await isMarkedAsGatherer(30 * day - 1)).toBe(true)
  expect(await isMarkedAsGatherer(30 * day)).toBe(false)
})

test('readings at once are counted one after another, and admins are not counted', async () => {
  const anna = await client(api)
  const listings = workers.map((person) => ({
    kind: 'order' as const,
    author_id: anna.id,
    executor_id: person.id,
    status: 'in_progress' as const,
    title: 'Работа идёт',
    content_hash: crypto.randomUUID(),
    published_at: api.ctx.now().toISOString(),
  }))
  await api.ctx.db.insertInto('listings').values(listings).execute()
  const links = await Promise.all(workers.map((person) => linkOf(anna, person)))
  expect(links.filter((link) => link !== null)).toHaveLength(10)
  const admin = await moderator(api)
  for (const person of workers) expect(await linkOf(admin, person)).not.toBeNull()
})
