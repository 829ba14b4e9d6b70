import { beforeAll, expect, test } from 'vitest'
import { seedListings } from '#tests/load/seed.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { freelancer, type Person } from '#tests/support/people/people.ts'

/**
 * Many simultaneous requests share a few database connections. Each answer must contain only listings that its viewer
 * may see.
 */

let api: Api
let people: Person[]
let order: { id: number; author: { id: number } }
beforeAll(async () => {
  api = await openApi()
  await seedListings(api.owner, 400)
  people = await Promise.all([1, 2, 3, 4, 5, 6].map(() => freelancer(api, { category_id: 201 })))
  const [blocked, hiding, loving, answering] = people as [Person, Person, Person, Person]
  const { items } = await blocked.call('POST /api/projects', { body: {} })
  order = items[1] as typeof order
  const blockRow = {
    user_id: order.author.id,
    blocked_id: blocked.id,
    created_at: api.ctx.now().toISOString(),
  }
  await api.ctx.db.insertInto('user_blocks').values(blockRow).execute()
  await hiding.call('POST /api/hidden_authors/:user_id', { params: { user_id: order.author.id } })
  await loving.call('POST /favorites/add_project', { body: { project_id: order.id } })
  await answering.call('POST /api/projects/add_resp', responseTo(order.id))
})

const requestsOf = (person: Person) => [
  () => person.call('POST /api/projects', { body: {} }),
  () =>
    person.call('POST /api/projects', { body: { filters: { price_from: 100 }, pagination: { page: 2 } } }),
  () => person.call('POST /api/users/freelancer_jobs', { body: { user_id: person.id } }),
  () => person.call('GET /favorites/projects'),
  () => person.call('GET /chat/unread'),
  () => person.call('GET /chat/user_rooms/:id', { params: { id: person.id } }),
]

test('everybody gets the same answer alone and beside others', async () => {
  const requests = people.flatMap(requestsOf)
  const separateAnswers: unknown[] = []
  for (const request of requests) separateAnswers.push(await request())
  const parallelAnswers = await Promise.all([...requests, ...requests].map((request) => request()))
  expect(parallelAnswers).toEqual([...separateAnswers, ...separateAnswers])
})

test('somebody who is blocked by an author sees neither their card nor their page beside others who do', async () => {
  const lists = await Promise.all(people.map(({ call }) => call('POST /api/projects', { body: {} })))
  const shownCards = lists.map(({ items }) => items.find(({ id }) => id === order.id))
  expect(shownCards.map((card) => card && [card.is_favorite, card.is_responded])).toEqual([
    ...[undefined, undefined, [true, false], [false, true], [false, false], [false, false]],
  ])
  const farPages = people.map(({ call }) =>
    call('GET /api/projects/:id/full_info', { params: { id: 9_999_999_999 } }),
  )
  await Promise.all(farPages.map((page) => expect(page).rejects.toMatchObject({ code: 'not_found' })))
  const pages = await Promise.allSettled(
    people.map(({ call }) => call('GET /api/projects/:id/full_info', { params: { id: order.id } })),
  )
  expect(pages.map(({ status }) => status)).toEqual([
    ...['rejected', 'fulfilled', 'fulfilled', 'fulfilled', 'fulfilled', 'fulfilled'],
  ])
})
