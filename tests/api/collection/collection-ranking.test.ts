import { beforeAll, expect, test } from 'vitest'
import type { UserContext } from '#services/core/request-context.ts'
import { listCollection } from '#services/listings/collection/recommendations.ts'
import { recordStatements } from '#tests/load/recording.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { categories } from '#tests/support/orders/sample.ts'
import { freelancer, login, type Person } from '#tests/support/people/people.ts'
import { insertOrders } from './collection-scenes.ts'

/** In this test, first listings of new authors have the lowest ranks, and listings of hidden authors the highest. */

const knownListings = 40
const hiddenListings = 17

let api: Api
let boris: Person
let firstListings: number[]
beforeAll(async () => {
  api = await openApi()
  boris = await createSpecialist()
  const knownAuthor = await author(7)
  await list(Array.from({ length: knownListings }, () => ({ author_id: knownAuthor })))
  for (let n = 0; n < hiddenListings; n++) {
    const author_id = await author(1)
    await api.ctx.db
      .insertInto('hidden_authors')
      .values({ user_id: boris.id, author_id, created_at: api.ctx.now().toISOString() })
      .execute()
    await list([{ author_id, is_first: true }])
  }
  const firstOfOtherCategory = { category_id: categories.other, is_first: true }
  firstListings = await list([
    { author_id: await author(1), ...firstOfOtherCategory },
    { author_id: await author(1), ...firstOfOtherCategory },
  ])
})

async function createSpecialist(): Promise<Person> {
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
const list = (listings: Fields[]) =>
  insertOrders(
    api,
    listings.map((one) => ({ category_id: categories.own, ...one })),
  )

async function readCollection({ call, id }: Person, limit = 10): Promise<number[]> {
  const body = { user_id: id, limit, offset: 0 }
  return (await call('POST /api/users/freelancer_jobs', { body })).projects.map((one) => one.id)
}

test('first listings come from behind all others, past those that are not shown, when it is ranked and when it is read', async () => {
  const [computed, cached] = [await readCollection(boris), await readCollection(boris)]
  expect(computed).toHaveLength(10)
  expect(computed).toEqual(expect.arrayContaining(firstListings))
  expect(cached).toEqual(computed)
})

test('the own orders are not offered, also where they ask for an own skill', async () => {
  const person = await createSpecialist()
  const [ownOrder] = await list([{ author_id: person.id, skills: ['Figma'], category_id: categories.other }])
  expect(await readCollection(person, 100)).not.toContain(ownOrder)
  await list([{ author_id: person.id, skills: ['Figma'], category_id: categories.other }])
  api.advanceClock(10_000)
  expect(await readCollection(person, 100)).toHaveLength(
    knownListings + hiddenListings + firstListings.length,
  )
})

test('what is weighed for one is not read again for others, for a minute', async () => {
  const [order = 0] = await list([{ author_id: await author(7), category_id: categories.other }])
  const countLocationReads = async (person: Person) => {
    const statements = await recordStatements(async () => void (await readCollection(person)))
    return statements.filter(({ text }) => text.includes('lower(listing.location)')).length
  }
  await readCollection(await createSpecialist(), 100)
  expect(await countLocationReads(await createSpecialist())).toBe(0)
  await api.ctx.db
    .updateTable('listings')
    .set({ skills: ['Figma'] })
    .where('id', '=', order)
    .execute()
  api.advanceClock(61_000)
  const person = await createSpecialist()
  const body = { user_id: person.id, limit: 100, offset: 0 }
  const { projects } = await person.call('POST /api/users/freelancer_jobs', { body })
  expect(projects.find(({ id }) => id === order)).toMatchObject({ reason: 'skills', why: { skill: 'Figma' } })
})

test('equal ones stand in an order of each person and day', async () => {
  const [person, otherPerson] = [await createSpecialist(), await createSpecialist()]
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
  const orders = [await rankedOf(person), await rankedOf(otherPerson), await rankedOf(person, 1)]
  expect(new Set(orders.map((ids) => ids.toSorted().join())).size).toBe(1)
  expect(new Set(orders.map((ids) => ids.join())).size).toBe(3)
  expect(await rankedOf(person, 1)).toEqual(orders[2])
})
