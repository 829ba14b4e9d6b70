import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { categories } from '#tests/support/orders/sample.ts'
import { freelancer, login, type Person } from '#tests/support/people/people.ts'
import { insertOrders } from './collection-scenes.ts'

/**
 * At least five of the first ten listings fit the person, and at least two are the first listings of their authors, if
 * so many exist.
 */

let api: Api
let boris: Person
const authors: Record<'first' | 'known', number[]> = { first: [], known: [] }
beforeAll(async () => {
  api = await openApi()
  boris = await freelancer(api, { category_id: categories.own })
  await boris.call('POST /api/users/add_user_skill', { body: { skill_name: 'Figma' } })
  await api.ctx.db.updateTable('users').set({ city: 'Казань' }).where('id', '=', boris.id).execute()
  for (let n = 0; n < 6; n++) {
    const { id } = await login(api)
    const posted_count = n < 3 ? 1 : 7
    await api.ctx.db.updateTable('users').set({ posted_count }).where('id', '=', id).execute()
    authors[n < 3 ? 'first' : 'known'].push(id)
  }
})

const Listing = fc.record({
  /** The listing's match with the person's profile: the speciality, one skill, a related speciality, or nothing. */
  fits: fc.constantFrom('speciality', 'skills', 'group', null, null, null),
  author: fc.constantFrom('first', 'known', 'known', 'known', 'known', 'known', 'known', 'known', 'known'),
  inTown: fc.boolean(),
  urgent: fc.boolean(),
  /** Days since the listing was published. */
  age: fc.integer({ min: 0, max: 40 }),
  /** Change to the listing between two requests for the collection. */
  later: fc.constantFrom('stays', 'stays', 'stays', 'closes', 'does not suit', 'comes'),
})
type Listing = typeof Listing extends fc.Arbitrary<infer T> ? T : never

const categoryOfFit = { speciality: categories.own, group: categories.sibling, skills: categories.other }

const list = (market: Listing[]) =>
  insertOrders(
    api,
    market.map((one, at) => ({
      price: 100,
      price_base: 100,
      author_id: authors[one.author][at % 3] ?? 0,
      category_id: one.fits ? categoryOfFit[one.fits] : categories.other,
      skills: one.fits === 'skills' ? ['figma'] : [],
      location: one.inTown ? 'Казань' : null,
      urgent: one.urgent,
      is_first: one.author === 'first',
      published_at: new Date(api.ctx.now().getTime() - one.age * 86_400_000).toISOString(),
    })),
  )

const readPage = async (offset: number, limit: number) =>
  (await boris.call('POST /api/users/freelancer_jobs', { body: { user_id: boris.id, limit, offset } }))
    .projects

/**
 * Checks that the collection contains all open listings. All pages together must equal the whole list, without gaps or
 * repeats.
 */
async function checkCollection(openListings: Map<number, Listing>): Promise<void> {
  const allCards = await readPage(0, 100)
  expect(new Set(allCards.map(({ id }) => id))).toEqual(new Set(openListings.keys()))
  expect(allCards).toHaveLength(openListings.size)
  const isFitting = ({ id }: { id: number }) => openListings.get(id)?.fits !== null
  const isFirst = ({ id }: { id: number }) => openListings.get(id)?.author === 'first'
  const firstTen = allCards.slice(0, 10)
  expect(firstTen.filter(isFitting).length).toBeGreaterThanOrEqual(
    Math.min(5, allCards.filter(isFitting).length),
  )
  expect(firstTen.filter(isFirst).length).toBeGreaterThanOrEqual(Math.min(2, allCards.filter(isFirst).length))
  for (const card of allCards) {
    expect(card.why?.is_first).toBe(isFirst(card))
    expect(card.why?.skill ?? null).toBe(openListings.get(card.id)?.fits === 'skills' ? 'figma' : null)
  }
  const pagedCards = [...(await readPage(0, 7)), ...(await readPage(7, 7)), ...(await readPage(14, 7))]
  expect(pagedCards.map(({ id }) => id)).toEqual(allCards.slice(0, 21).map(({ id }) => id))
}

test('new authors are found behind everything that is newer, those that the person may see', async () => {
  const { db } = api.ctx
  const ordinaryListing = {
    fits: null,
    author: 'known',
    inTown: false,
    urgent: false,
    age: 1,
    later: 'stays',
  } as const
  const oldIds = await list(
    Array.from({ length: 4 }, () => ({ ...ordinaryListing, author: 'first' as const, age: 30 })),
  )
  await list(Array.from({ length: 170 }, () => ordinaryListing))
  const [mine, hidden, one, other] = oldIds
  await boris.call('POST /api/hidden_authors/:user_id', { params: { user_id: authors.first[1] ?? 0 } })
  await db
    .insertInto('not_for_me')
    .values(busyRow(mine ?? 0))
    .execute()
  expect(oldIds).toContain(hidden)
  const firstTimeIds = (await readPage(0, 10)).filter(({ why }) => why?.is_first).map(({ id }) => id)
  expect(new Set(firstTimeIds)).toEqual(new Set([one, other]))
  // After an author's second listing is published, the author is no longer new and gets no place reserved for new
  // authors.
  const setPostedCount = (posted_count: number) =>
    db
      .updateTable('users')
      .set({ posted_count })
      .where('id', '=', authors.first[0] ?? 0)
      .execute()
  await setPostedCount(2)
  const laterIds = await list(
    Array.from({ length: 9 }, () => ({ ...ordinaryListing, author: 'first' as const, age: 20 })),
  )
  await db
    .updateTable('listings')
    .set({ author_id: authors.first[0] ?? 0 })
    .where('id', 'in', laterIds)
    .execute()
  await db.deleteFrom('collections').execute()
  expect((await readPage(0, 10)).filter(({ why }) => why?.is_first).map(({ id }) => id)).toEqual([one])
  await setPostedCount(1)
  await boris.call('DELETE /api/hidden_authors/:user_id', { params: { user_id: authors.first[1] ?? 0 } })
})

test('the first ten', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Listing, { minLength: 8, maxLength: 60 }), async (market) => {
      const { db } = api.ctx
      await db.deleteFrom('not_for_me').execute()
      await db.deleteFrom('collections').execute()
      await sql`update listings set status = 'archived'`.execute(api.owner)
      const initialListings = market.filter(({ later }) => later !== 'comes')
      const ids = await list(initialListings)
      const openListings = new Map(ids.map((id, at) => [id, initialListings[at] as Listing]))
      await checkCollection(openListings)
      for (const [id, { later }] of openListings) {
        if (later === 'stays') continue
        if (later === 'closes')
          await sql`update listings set status = 'archived' where id = ${id}`.execute(api.owner)
        else await db.insertInto('not_for_me').values(busyRow(id)).execute()
        openListings.delete(id)
      }
      const newListings = market.filter(({ later }) => later === 'comes').map((one) => ({ ...one, age: 0 }))
      api.advanceClock(10_000)
      for (const [at, id] of (await list(newListings)).entries())
        openListings.set(id, newListings[at] as Listing)
      await checkCollection(openListings)
    }),
    { numRuns: 10, endOnFailure: true },
  )
})

const busyRow = (listing_id: number) => ({
  ...({ user_id: boris.id, listing_id, reason: 'busy', until: '2200-01-01T00:00:00Z' } as const),
})
