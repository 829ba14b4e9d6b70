import { beforeAll, expect, test } from 'vitest'
import type { UserContext } from '#services/core/request-context.ts'
import { listCollection } from '#services/listings/collection/recommendations.ts'
import { recordStatements } from '#tests/load/recording.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { categories } from '#tests/support/orders/sample.ts'
import { freelancer, login, type Person } from '#tests/support/people/people.ts'
import { insertOrders } from './collection-scenes.ts'

/** The market of this test ranks first listings of new authors last, and listings of hidden authors first. */

const knownOnes = 40
const hiddenOnes = 17

let api: Api
let boris: Person
let firsts: number[]
beforeAll(async () => {
  api = await openApi()
  boris = await ofSpeciality()
  const known = await author(7)
  await list(Array.from({ length: knownOnes }, () => ({ author_id: known })))
  for (let n = 0; n < hiddenOnes; n++) {
    const author_id = await author(1)
    await api.ctx.db
      .insertInto('hidden_authors')
      .values({ user_id: boris.id, author_id, created_at: api.ctx.now().toISOString() })
      .execute()
    await list([{ author_id, is_first: true }])
  }
  const elsewhere = { category_id: categories.other, is_first: true }
  firsts = await list([
    { author_id: await author(1), ...elsewhere },
    { author_id: await author(1), ...elsewhere },
  ])
})

async function ofSpeciality(): Promise<Person> {
  const person = await freelancer(api, { category_id: categories.own })
  await person.call('POST /api/users/add_user_skill', { body: { skill_name: 'Figma' } })
  return person
}

async function author(posted_count: number): Promise<number> {
  const { id } = await login(api)
  await api.ctx.db.updateTable('users').set({ posted_count }).where('id', '=', id).execute()
  return id
}

type Fields = { author_id: number; category_id?: number; is_first?: boolean; skills?: string[] }
const list = (all: Fields[]) =>
  insertOrders(
    api,
    all.map((one) => ({ category_id: categories.own, ...one })),
  )

async function look({ call, id }: Person, limit = 10): Promise<number[]> {
  const body = { user_id: id, limit, offset: 0 }
  return (await call('POST /api/users/freelancer_jobs', { body })).projects.map((one) => one.id)
}

test('first listings come from behind all others, past those that are not shown, when it is ranked and when it is read', async () => {
  const [ranked, read] = [await look(boris), await look(boris)]
  expect(ranked).toHaveLength(10)
  expect(ranked).toEqual(expect.arrayContaining(firsts))
  expect(read).toEqual(ranked)
})

test('the own orders are not offered, also where they ask for an own skill', async () => {
  const person = await ofSpeciality()
  const [own] = await list([{ author_id: person.id, skills: ['Figma'], category_id: categories.other }])
  expect(await look(person, 100)).not.toContain(own)
  await list([{ author_id: person.id, skills: ['Figma'], category_id: categories.other }])
  api.ahead(10_000)
  expect(await look(person, 100)).toHaveLength(knownOnes + hiddenOnes + firsts.length)
})

test('what is weighed for one is not read again for others, for a minute', async () => {
  const [order = 0] = await list([{ author_id: await author(7), category_id: categories.other }])
  const reads = async (person: Person) => {
    const statements = await recordStatements(async () => void (await look(person)))
    return statements.filter(({ text }) => text.includes('lower(listing.location)')).length
  }
  await look(await ofSpeciality(), 100)
  expect(await reads(await ofSpeciality())).toBe(0)
  await api.ctx.db
    .updateTable('listings')
    .set({ skills: ['Figma'] })
    .where('id', '=', order)
    .execute()
  api.ahead(61_000)
  const person = await ofSpeciality()
  const body = { user_id: person.id, limit: 100, offset: 0 }
  const { projects } = await person.call('POST /api/users/freelancer_jobs', { body })
  expect(projects.find(({ id }) => id === order)).toMatchObject({ reason: 'skills', why: { skill: 'Figma' } })
})

test('equal ones stand in an order of each person and day', async () => {
  const [one, other] = [await ofSpeciality(), await ofSpeciality()]
  const rankedOf = async ({ id }: Person, days = 0) => {
    const now = () => new Date(api.ctx.now().getTime() + days * 86_400_000)
    await listCollection({ ...api.ctx, now, viewer: { id, session_id: '' }, language: 'ru' } as UserContext, {
      limit: 10,
      offset: 0,
    })
    const { listing_ids } = await api.ctx.db
      .selectFrom('collections')
      .select('listing_ids')
      .where('user_id', '=', id)
      .where('kind', '=', 'order')
      .executeTakeFirstOrThrow()
    return listing_ids.map(Number)
  }
  const orders = [await rankedOf(one), await rankedOf(other), await rankedOf(one, 1)]
  expect(new Set(orders.map((ids) => ids.toSorted().join())).size).toBe(1)
  expect(new Set(orders.map((ids) => ids.join())).size).toBe(3)
  expect(await rankedOf(one, 1)).toEqual(orders[2])
})
