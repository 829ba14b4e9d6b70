import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { Order } from '#contract/calls/listing-shapes.ts'
import type { Language } from '#contract/languages.ts'
import { linkFor } from '#services/core/servers/file-urls.ts'
import { listByIds } from '#services/listings/page/queries.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { type Caller, createCaller, type RequestTarget } from '#tests/support/api/call.ts'
import { client, login, type Person } from '#tests/support/people/people.ts'

/** Two API processes cache the cards of listings, while people change the content of the cards between requests. */

let api: Api
let servers: RequestTarget[]
let anna: Person
let boris: Person
let vera: Person
let order: number
let tag: number
/** Vera's response to the order. */
let response_id: number
beforeAll(async () => {
  api = await openApi()
  servers = [api.server, await api.startAnother()]
  anna = await client(api)
  boris = await login(api)
  vera = await login(api)
})

const updateRow = (table: 'listings' | 'users', columns: Record<string, unknown>, id: number) =>
  api.ctx.db.updateTable(table).set(columns).where('id', '=', id).execute()

/** Publishes another order of Anna and resets every field that the functions in `changes` modify. */
async function openOrder(): Promise<ExpectedCard> {
  const author = { full_name: 'Анна', photo_url: '/anna.png', rating: 4.5 }
  await updateRow('users', author, anna.id)
  const row = await api.ctx.db
    .insertInto('tags')
    .values({ name: crypto.randomUUID() })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
  tag = row.id
  const { id } = await api.ctx.db
    .insertInto('listings')
    .values({
      tags: [tag],
      ...{
        kind: 'order',
        author_id: anna.id,
        status: 'published',
        title: 'Сайт для кофейни',
        category_id: 101,
      },
      ...{ price: 500_000, currency_id: 2, response_stake: 9900, published_at: api.ctx.now().toISOString() },
      content_hash: crypto.randomUUID(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  order = id
  await api.ctx.db.insertInto('orders').values({ listing_id: id, subtitle: 'Меню и карта проезда' }).execute()
  const response = await api.ctx.db
    .insertInto('responses')
    .values({ listing_id: id, user_id: vera.id, response_text: 'Сделаю за неделю' })
    .returning('id')
    .executeTakeFirstOrThrow()
  response_id = response.id
  const expectedCard: ExpectedCard = {
    ...{
      title: 'Сайт для кофейни',
      subtitle: 'Меню и карта проезда',
      price: 5000,
      skills: [],
      tags: [row.name],
      views_count: 0,
    },
    ...{ is_favorite: false, author: { ...author }, category: '', rate: 0, is_blocked: false },
    status: 'published',
  }
  for (const name of ['category', 'rate']) await changes[name]?.(expectedCard, 1, (person) => person.call)
  return expectedCard
}

/** Expected `author_record` of an author without statistics. */
const unknownRecord = { closed: 0, figures: null, paid_placements: 0 }

/** Expected content of the card for Boris, and the facts that determine whether he may see the order. */
type ExpectedCard = {
  title: string
  subtitle: string
  price: number
  skills: string[]
  tags: string[]
  views_count: number
  is_favorite: boolean
  author: Record<string, unknown>
  category: string
  rate: number
  is_blocked: boolean
  status: 'published' | 'in_progress' | 'hidden' | 'deleted'
}
const isListed = ({ is_blocked, status }: ExpectedCard) => !is_blocked && status === 'published'
/** Boris can also open the page of the order while an executor works on it. */
const isVisible = (expectedCard: ExpectedCard) =>
  isListed(expectedCard) || (!expectedCard.is_blocked && expectedCard.status === 'in_progress')

/** A change that the state of the order does not allow is skipped. */
type Change = (expectedCard: ExpectedCard, n: number, call: (person: Person) => Caller) => Promise<unknown>

const changeAuthor =
  (columns: (n: number) => Record<string, unknown>): Change =>
  (expectedCard, n) => {
    Object.assign(expectedCard.author, columns(n))
    return updateRow('users', columns(n), anna.id)
  }

const changes: Record<string, Change> = {
  title: (expectedCard, n) => {
    expectedCard.title = `Сайт ${n}`
    return updateRow('listings', { title: expectedCard.title }, order)
  },
  price: (expectedCard, n) => {
    expectedCard.price = n
    return updateRow('listings', { price: n * 100 }, order)
  },
  text: (expectedCard, n) => {
    expectedCard.subtitle = `Меню и карта ${n}`
    const orders = api.ctx.db.updateTable('orders').set({ subtitle: expectedCard.subtitle })
    return orders.where('listing_id', '=', order).execute()
  },
  skills: async (expectedCard, n, call) => {
    if (expectedCard.status !== 'published' && expectedCard.status !== 'hidden') return
    expectedCard.skills = [`Навык ${n}`]
    // Older clients send skills as tags, so replacing the skills also removes the tags.
    expectedCard.tags = []
    await call(anna)('PATCH /api/projects/:id', {
      params: { id: order },
      body: { skills: expectedCard.skills },
    })
  },
  tag: (expectedCard, n) => {
    if (expectedCard.tags.length > 0) expectedCard.tags = [`Метка ${tag} ${n}`]
    return api.ctx.db
      .updateTable('tags')
      .set({ name: `Метка ${tag} ${n}` })
      .where('id', '=', tag)
      .execute()
  },
  name: changeAuthor((n) => ({ full_name: `Анна ${n}` })),
  picture: changeAuthor((n) => ({ photo_url: `/${n}.png` })),
  rating: changeAuthor((n) => ({ rating: 1 + (n % 5) })),
  category: (expectedCard, n) => {
    expectedCard.category = String(n)
    const names = sql<string>`jsonb_build_object('ru', ${`ru ${n}`}::text, 'en', ${`en ${n}`}::text)`
    return api.ctx.db.updateTable('categories').set({ names }).where('id', '=', 101).execute()
  },
  rate: (expectedCard, n) => {
    const rate_date = api.ctx.now().toISOString().slice(0, 10)
    expectedCard.rate = n
    const rate_to_base = String(n)
    return api.ctx.db.updateTable('currencies').set({ rate_to_base, rate_date }).where('id', '=', 2).execute()
  },
  views: (expectedCard, n) => {
    expectedCard.views_count = n
    return sql`insert into listing_views (listing_id, views_count) values (${order}, ${n})
      on conflict (listing_id) do update set views_count = excluded.views_count`.execute(api.ctx.db)
  },
  favourite: async (expectedCard, n, call) => {
    if (!isVisible(expectedCard)) return
    expectedCard.is_favorite = n % 2 === 1
    const body = { project_id: order }
    await (expectedCard.is_favorite
      ? call(boris)('POST /favorites/add_project', { body })
      : call(boris)('DELETE /favorites/delete_project', { body }))
  },
  block: (expectedCard, n, call) => {
    expectedCard.is_blocked = n % 2 === 1
    const params = { user_id: boris.id }
    return expectedCard.is_blocked
      ? call(anna)('POST /api/blocks/:user_id', { params })
      : call(anna)('DELETE /api/blocks/:user_id', { params })
  },
  hide: async (expectedCard, _n, call) => {
    if (expectedCard.status !== 'published' && expectedCard.status !== 'hidden') return
    expectedCard.status = expectedCard.status === 'hidden' ? 'published' : 'hidden'
    const is_published = expectedCard.status === 'published'
    await call(anna)('POST /api/projects/edit_project_is_published', {
      body: { project_id: order, is_published },
    })
  },
  assign: async (expectedCard, _n, call) => {
    const params = { id: order }
    if (expectedCard.status === 'published') {
      expectedCard.status = 'in_progress'
      await call(anna)('POST /api/projects/assign_executor/:id', { params, query: { response_id } })
    } else if (expectedCard.status === 'in_progress') {
      expectedCard.status = 'published'
      await call(anna)('POST /api/projects/unassign_executor/:id', { params })
    }
  },
  remove: async (expectedCard, _n, call) => {
    if (expectedCard.status === 'in_progress' || expectedCard.status === 'deleted') return
    expectedCard.status = 'deleted'
    await call(anna)('DELETE /api/projects/delete', { body: { project_id: order } })
  },
}

/** Fields of a card that depend on the language, and every field that the functions in `changes` modify. */
function wordsOf(card: z.output<typeof Order>, language: Language): Partial<ExpectedCard> {
  const { title, subtitle, price, skills, tags, views_count, is_favorite } = card
  const { full_name, photo_url, rating } = card.author
  expect(card.category?.name.split(' ')[0]).toBe(language)
  return {
    ...{ title, subtitle, price: price ?? 0, skills, tags, views_count, is_favorite },
    author: { full_name, photo_url, rating },
    category: card.category?.name.split(' ')[1] ?? '',
    rate: card.currency?.rate_to_base ?? 0,
  }
}

/** The order as the database returns it without a cache. */
async function readAllCards(viewer: Person, language: Language) {
  const reader = { viewer_id: viewer.id, language, now: api.ctx.now().toISOString(), link: linkFor(api.ctx) }
  const [uncachedCard] = await listByIds(api.ctx.db, 'order', [order], reader)
  return Order.parse(uncachedCard)
}

const callerAt = (server: RequestTarget, { token }: Person, language: Language) =>
  createCaller(server, { authorization: `Bearer ${token}`, 'accept-language': language })

async function checkPublicViews(
  server: RequestTarget,
  language: Language,
  expectedCard: ExpectedCard,
): Promise<void> {
  const call = callerAt(server, boris, language)
  const { items } = await call('POST /api/projects', { body: { filters: { author_id: anna.id } } })
  const pageCall = call('GET /api/projects/:id/full_info', { params: { id: order } })
  if (!isVisible(expectedCard)) {
    expect(items).toEqual([])
    return expect(pageCall).rejects.toMatchObject({ code: 'not_found' })
  }
  const { author_record, ...pageWithoutRecord } = await pageCall
  expect(author_record).toEqual(unknownRecord)
  const page = { ...pageWithoutRecord, author_record: null }
  expect(items).toEqual(isListed(expectedCard) ? [page] : [])
  const { is_blocked: _, status, ...expectedWords } = expectedCard
  expect(page.status).toBe(status)
  expect(wordsOf(page, language)).toEqual(expectedWords)
  expect(page).toEqual(await readAllCards(boris, language))
}

/** Checks the order in the lists of its author, its responders and its executor. */
async function checkPartyViews(
  server: RequestTarget,
  language: Language,
  { status }: ExpectedCard,
): Promise<void> {
  const { items } = await callerAt(
    server,
    anna,
    language,
  )('POST /api/projects', {
    body: { filters: { client_id: anna.id } },
  })
  const ownCards = items.filter(({ id }) => id === order)
  expect(ownCards).toEqual(status === 'deleted' ? [] : [await readAllCards(anna, language)])
  if (status !== 'deleted') expect(ownCards).toMatchObject([{ is_owner: true, status }])
  const query = { kind: 'order', per_page: 5 } as const
  const sentResponses = await callerAt(server, vera, language)('GET /api/responses', { query })
  const [response] = sentResponses.items
  expect(response?.id).toBe(response_id)
  expect(response?.project).toEqual(await readAllCards(vera, language))
  expect(response?.project).toMatchObject({ is_executor: status === 'in_progress', status })
}

test('nothing that two processes keep is shown after it has changed', async () => {
  const step = fc.record({
    name: fc.constantFrom(...Object.keys(changes)),
    n: fc.integer({ min: 1, max: 9999 }),
    by: fc.constantFrom(0, 1),
    language: fc.constantFrom<Language>('ru', 'en'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 6 }), async (steps) => {
      const expectedCard = await openOrder()
      for (const [index, { name, n, by: serverIndex, language }] of steps.entries()) {
        const call = (person: Person) =>
          createCaller(servers[serverIndex] as RequestTarget, { authorization: `Bearer ${person.token}` })
        await changes[name]?.(expectedCard, n, call)
        for (const server of servers) {
          await checkPublicViews(server, index % 2 ? language : 'ru', expectedCard)
          await checkPartyViews(server, language, expectedCard)
        }
      }
      if (expectedCard.status === 'in_progress')
        await changes.assign?.(expectedCard, 0, (person) => person.call)
      await changes.remove?.(expectedCard, 0, (person) => person.call)
      await changes.block?.(expectedCard, 0, (person) => person.call)
    }),
    { numRuns: 8, endOnFailure: true },
  )
}, 180_000)
