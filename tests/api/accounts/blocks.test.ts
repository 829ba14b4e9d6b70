import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { client, freelancer, type Person } from '#tests/support/people/people.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const blockPerson = (person: Person, blockedPerson: Person) =>
  person.call('POST /api/blocks/:user_id', { params: { user_id: blockedPerson.id } })
const unblock = (person: Person, blockedPerson: Person) =>
  person.call('DELETE /api/blocks/:user_id', { params: { user_id: blockedPerson.id } })
const viewProfile = (viewer: Person, person: Person) =>
  viewer.call('GET /api/users/full_user_info', { query: { user_id: person.id } })

describe('a block', () => {
  const isListedFor = async (viewer: Person, otherPerson: Person) => {
    const { items } = await viewer.call('POST /api/users/get_all_users', {
      body: { filters: { is_verified: true }, pagination: { per_page: 100 } },
    })
    return items.some((item) => item.id === otherPerson.id)
  }
  const orders = async (viewer: Person) =>
    (await viewer.call('POST /api/projects', { body: { pagination: { per_page: 100 } } })).items.map(
      (item) => item.id,
    )
  const listCollection = async (viewer: Person) =>
    (await viewer.call('POST /api/users/freelancer_jobs', { body: { limit: 100 } })).projects.map(
      (item) => item.id,
    )

  test.each(['the author', 'the freelancer'])('by %s hides both from each other’s lists', async (blocker) => {
    const { anna, order } = await publishedOrder(api)
    const boris = await freelancer(api)
    const [blocking, blocked] = blocker === 'the author' ? [anna, boris] : [boris, anna]
    expect([await isListedFor(anna, boris), await orders(boris)]).toEqual([
      true,
      expect.arrayContaining([order.id]),
    ])
    await blockPerson(blocking, blocked)
    await blockPerson(blocking, blocked)
    expect(await isListedFor(anna, boris)).toBe(false)
    expect(await orders(boris)).not.toContain(order.id)
    expect(await listCollection(boris)).not.toContain(order.id)
    // A blocked person does not learn of the block. The error for the response says that the order was not found.
    expect(await codeOf(boris.call('POST /api/projects/add_resp', responseTo(order.id)))).toBe(
      blocker === 'the author' ? 'not_found' : 'blocked_pair',
    )
    await unblock(blocking, blocked)
    expect(await orders(boris)).toContain(order.id)
    expect(await codeOf(boris.call('POST /api/projects/add_resp', responseTo(order.id)))).toBe('accepted')
  })

  test('is known to the one who made it and not to the other', async () => {
    const [anna, boris] = [await client(api), await freelancer(api)]
    await blockPerson(anna, boris)
    expect((await anna.call('GET /api/blocks')).map((person) => person.id)).toEqual([boris.id])
    expect(await boris.call('GET /api/blocks')).toEqual([])
    expect((await viewProfile(anna, boris)).user).toMatchObject({ is_blocked: true })
    expect(await codeOf(viewProfile(boris, anna))).toBe('not_found')
  })

  test('of oneself or of nobody is refused', async () => {
    const anna = await client(api)
    expect(await codeOf(blockPerson(anna, anna))).toBe('invalid_input')
    expect(await codeOf(blockPerson(anna, { ...anna, id: 999_999 }))).toBe('not_found')
  })
})

test('a list of blocked people holds the latest thousand', async () => {
  const anna = await client(api)
  await sql`with added as (
      insert into users (telegram_id, full_name)
      select 7700000000 + n, 'Имя ' || n from generate_series(0, 1000) n returning id, telegram_id)
    insert into user_blocks (user_id, blocked_id, created_at)
    select ${anna.id}, id, now() - (telegram_id - 7700000000) * interval '1 minute' from added`.execute(
    api.ctx.db,
  )
  const blocked = await anna.call('GET /api/blocks')
  expect(blocked).toHaveLength(1000)
  const names = blocked.map(({ full_name }) => full_name)
  expect([names.includes('Имя 0'), names.includes('Имя 999'), names.includes('Имя 1000')]).toEqual([
    true,
    true,
    false,
  ])
})
