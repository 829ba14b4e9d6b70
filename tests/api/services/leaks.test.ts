import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/calls/call.ts'
import type { IdKind } from '#contract/calls/ids.ts'
import { calls } from '#contract/calls/index.ts'
import type { ListingStatus } from '#contract/lifecycle.ts'
import { callbacksWithoutId, presses } from '#tests/access/bot-verbs.ts'
import { openBot } from '#tests/access/bot-world.ts'
import { answerTo, type Cell, type Parts, partsOf, requestOf } from '#tests/access/cells.ts'
import { idFieldsOf } from '#tests/access/id-fields.ts'
import type { Member } from '#tests/access/people.ts'
import { type AccessSetup, setUpAccess } from '#tests/access/setup.ts'
import { pdf } from '#tests/api/files/uploads-corpus.ts'
import { send } from '#tests/api/files/uploads-sending.ts'
import { categories } from '#tests/support/orders/sample.ts'
import { client, freelancer, type Person } from '#tests/support/people/people.ts'

/**
 * Private orders are seen by their two sides and the staff alone. Everything that others can ask is asked here: every
 * call with the id of a private order, every list before and after there are private orders, and every door of the bot.
 */

const states = ['offered', 'declined', 'withdrawn', 'lapsed', 'in_progress', 'completed'] as const
type PrivateState = (typeof states)[number]
/** States in which the deal exists, so that records of the two people count it. */
const inDeal: ListingStatus[] = ['in_progress', 'completed']
const strangers = ['stranger', 'counterpart', 'unverified', 'owner'] as const satisfies Member[]
/** Marks of the private texts. Nobody else writes these words. */
const secrets = ['Тайнозаказ', 'тайноответ', 'тайнопричина', 'тайнофайл', 'тайноцена'] as const
const [title, answer, reason, fileName] = secrets
const absentId = 2 ** 31 + 999

let setup: AccessSetup
let testBot: ReturnType<typeof openBot>
let client_: Person
let freelancer_: Person
let fileKeys: string[]
const orders = {} as Record<PrivateState, number>
/** Answers of lists to strangers before there was a private order. */
const before = new Map<string, string>()

const table = Object.entries(calls) as [string, Call][]
const openTable = table.filter(([, { access }]) => access !== 'provider' && access !== 'ticket')

beforeAll(async () => {
  setup = await setUpAccess()
  const { api } = setup
  testBot = openBot(setup)
  client_ = await client(api)
  freelancer_ = await freelancer(api, { category_id: categories.own })
  const { id: service } = await freelancer_.call('POST /api/users/add_user_service', {
    body: { service_name: 'Разбор экрана' },
  })
  for (const viewer of strangers)
    for (const [name, call] of lists()) before.set(`${viewer} ${name}`, await readList(viewer, name, call))
  for (const state of states) orders[state] = await insertPrivateOrder(state, service)
  await reviewEachOther(orders.completed)
  const files = await api.ctx.db
    .selectFrom('files')
    .select('storage_key')
    .where('listing_id', 'in', Object.values(orders))
    .execute()
  fileKeys = files.map(({ storage_key }) => storage_key)
}, 240_000)

/** Inserts a private order in the given state as the acts of both sides leave it. */
async function insertPrivateOrder(status: PrivateState, service_id: number): Promise<number> {
  const { api } = setup
  const { db } = api.ctx
  const now = api.ctx.now().toISOString()
  const isDeal = inDeal.includes(status)
  const listing = {
    kind: 'order' as const,
    author_id: client_.id,
    audience: 'private' as const,
    status,
    title: `${title} ${status}`,
    content_hash: crypto.randomUUID(),
    category_id: categories.own,
    price: 1_234_567,
    payment_format: 'fixed' as const,
    executor_id: isDeal ? freelancer_.id : null,
  }
  const { id } = await db.insertInto('listings').values(listing).returning('id').executeTakeFirstOrThrow()
  await db
    .insertInto('orders')
    .values({ listing_id: id, subtitle: `${answer} ${status}` })
    .execute()
  await db
    .insertInto('service_requests')
    .values({
      listing_id: id,
      service_id,
      client_id: client_.id,
      freelancer_id: freelancer_.id,
      service_name: `${title} ${status}`,
      price_term_id: null,
      days: 5,
      answers: JSON.stringify([{ question: '', answer: `${answer} ${status}` }]),
      list_price: 1_234_567,
      counter_price: 2_345_678,
      counter_days: 7,
      counter_reason: reason,
      countered_at: now,
      seen_at: now,
      offered_at: now,
      ends_at: new Date(Date.parse(now) + 7 * 86_400_000).toISOString(),
      ended_at: status === 'offered' ? null : now,
      ended_by: null,
      end_reason: status === 'offered' ? null : isDeal ? 'accepted' : (status as 'declined'),
      decline_reason: null,
    })
    .execute()
  const { file } = await send(api, client_, { name: `${fileName}-${status}.pdf`, bytes: pdf })
  await db.updateTable('files').set({ listing_id: id }).where('id', '=', file.id).execute()
  return id
}

/** Inserts public reviews of both sides, which everybody reads on the pages of the two. */
async function reviewEachOther(listing_id: number): Promise<void> {
  const published_at = setup.api.ctx.now().toISOString()
  const review = { listing_id, rating: 5, review_text: 'Всё хорошо', published_at }
  await setup.api.ctx.db
    .insertInto('reviews')
    .values([
      { ...review, author_id: client_.id, subject_id: freelancer_.id },
      { ...review, author_id: freelancer_.id, subject_id: client_.id },
    ])
    .execute()
}

const cellOf = (principal: Member, name: string, call: Call): Cell => ({
  name,
  call,
  principal,
  ownership: 'own',
})

/** Calls that read: asked twice, they answer the same. Lists of logged-in people, with the caller's own ids. */
function lists(): [string, Call][] {
  const readsByPost = /get_|all_|freelancer_jobs|\/(projects|vacancy)$|check_invoice|user_rooms/
  const isVolatile = /login|telegram_link|user_token|stream|ready|live|export|metrics|health|create|edit|add_/
  return table.filter(
    ([name, { access, upload }]) =>
      !upload &&
      ['user', 'verified', 'anyone'].includes(String(access)) &&
      (name.startsWith('GET ') || readsByPost.test(name)) &&
      !isVolatile.test(name),
  )
}

/** The answer to a list, and to the page of the two people, without what differs between two equal requests. */
async function readList(viewer: Member, name: string, call: Call): Promise<string> {
  const { text } = await setup.withRollback(() =>
    answerTo(setup, requestOf(setup, cellOf(viewer, name, call))),
  )
  return (
    text
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+([+-]\d\d:\d\d|Z)/g, '<moment>')
      .replaceAll(/(?<=[":/=])[\w-]{24,}/g, '<random>')
      .replaceAll(/expires=\d+/g, 'expires=<moment>')
      // The page of a service tells how often it was ordered, and not by whom.
      .replaceAll(/"ordered_count":\d+/g, '"ordered_count":<count>')
  )
}

const told = (text: string) => secrets.filter((secret) => text.includes(secret))

/** Kinds of ids that name a listing, and those of things that hang on one. */
const listingKinds: IdKind[] = ['order', 'vacancy', 'listing', 'service_request']

function partsWith(cell: Cell, id: number): Parts | undefined {
  const fields = idFieldsOf(cell.call).filter(({ kind }) => listingKinds.includes(kind))
  if (fields.length === 0) return undefined
  const parts = structuredClone(partsOf(setup, cell))
  for (const { part, field } of fields) parts[part][field] = id
  return parts
}

const readable = (text: string, id: number) =>
  text.replaceAll(String(id), '<id>').replaceAll(/"(request|trace)_id":"[^"]*"/g, '')

const named = openTable.filter(([, call]) => idFieldsOf(call).some(({ kind }) => listingKinds.includes(kind)))

describe('a private order is answered like one that does not exist', () => {
  test.each(named)('%s', async (name, call) => {
    const problems: string[] = []
    for (const viewer of strangers) {
      const cell = cellOf(viewer, name, call)
      const ask = async (id: number) => {
        const request = requestOf(setup, cell, partsWith(cell, id))
        const { text, outcome } = await setup.withRollback(() => answerTo(setup, request))
        return { outcome, text: readable(text, id), secrets: told(text) }
      }
      const absent = await ask(absentId)
      for (const state of states) {
        const found = await ask(orders[state])
        if (found.secrets.length > 0) problems.push(`${viewer}, ${state} tells ${found.secrets}`)
        if (found.outcome !== absent.outcome)
          problems.push(`${viewer}, ${state}: ${found.outcome} instead of ${absent.outcome}`)
      }
    }
    expect(problems).toEqual([])
  })
})

/** Everything that is stored of a private order, except how often its page was opened. */
async function storedOf(id: number): Promise<string> {
  const { rows } = await sql<{ stored: object }>`select json_build_object(
    'listing', to_jsonb(listing) - 'views_count', 'order', (select to_jsonb(o) from orders o where listing_id = ${id}),
    'request', (select to_jsonb(r) - 'seen_at' from service_requests r where listing_id = ${id}),
    'files', (select json_agg(f.id order by f.id) from files f where listing_id = ${id}),
    'responses', (select json_agg(to_jsonb(r) order by r.id) from responses r where listing_id = ${id}),
    'invitations', (select count(*) from invitations i where listing_id = ${id}),
    'payments', (select count(*) from payments p where listing_id = ${id})) as stored
    from listings listing where id = ${id}`.execute(setup.api.ctx.db)
  return JSON.stringify(rows[0]?.stored)
}

describe('its two sides change a private order by the acts of its request alone', () => {
  const changing = named.filter(([name]) => !name.startsWith('GET ') && !name.includes('/service_requests/'))
  const resting = ['offered', 'declined', 'withdrawn', 'lapsed', 'completed'] as const
  test.each(changing)('%s', async (name, call) => {
    const problems: string[] = []
    for (const side of [client_, freelancer_])
      for (const state of resting) {
        const cell = cellOf('stranger', name, call)
        const request = requestOf(setup, cell, partsWith(cell, orders[state]))
        const headers = { ...request.headers, authorization: `Bearer ${side.token}` }
        const before = await storedOf(orders[state])
        const [outcome, after] = await setup.withRollback(async () => {
          const answer = await answerTo(setup, { ...request, headers })
          return [answer.outcome, await storedOf(orders[state])]
        })
        const who = side === client_ ? 'client' : 'freelancer'
        if (after !== before) problems.push(`${who}, ${state}: ${outcome} changes the order`)
      }
    expect(problems).toEqual([])
  })

  test('which this search notices', async () => {
    const [id, before] = [orders.offered, await storedOf(orders.offered)]
    const params = { id }
    const after = await setup.withRollback(async () => {
      await client_.call('POST /api/service_requests/:id/withdraw', { params })
      return storedOf(id)
    })
    expect(after).not.toBe(before)
    expect(await storedOf(id)).toBe(before)
  })
})

describe('lists and figures know nothing of private orders', () => {
  test.each(lists())('%s', async (name, call) => {
    const problems: string[] = []
    for (const viewer of strangers) {
      const now = await readList(viewer, name, call)
      if (told(now).length > 0) problems.push(`${viewer}: the answer tells ${told(now)}`)
      if (now !== before.get(`${viewer} ${name}`)) problems.push(`${viewer}: the answer changed`)
    }
    expect(problems).toEqual([])
  })

  test('the pages of the two people show nobody else what they agreed on', async () => {
    const problems: string[] = []
    for (const viewer of strangers) {
      const { call } = setup.seed.fixtures[viewer].person
      for (const { id } of [client_, freelancer_]) {
        const answers = [
          await call('GET /api/users/full_user_info', { query: { user_id: id } }),
          await call('GET /api/users/:id/reviews', { params: { id } }),
        ]
        problems.push(...told(JSON.stringify(answers)).map((secret) => `${viewer}, ${id}: ${secret}`))
        expect(answers[1]).toMatchObject({ items: [{ text: 'Всё хорошо', listing_title: 'Заказ услуги' }] })
      }
    }
    expect(problems).toEqual([])
    const ownReviews = await client_.call('GET /api/users/:id/reviews', { params: { id: freelancer_.id } })
    expect(ownReviews.items[0]?.listing_title).toBe(`${title} completed`)
  })

  test('words of a private order find nothing', async () => {
    const { call } = setup.seed.fixtures.stranger.person
    const found = [
      (await call('POST /api/projects', { body: { filters: { search: title } } })).items,
      (await call('GET /api/services', { query: { query: title } })).items,
    ]
    expect(found).toEqual([[], []])
  })
})

test('files of a private order are opened by the links that its two sides and the staff get', async () => {
  expect(fileKeys).toHaveLength(states.length)
  const statusOf = async (url: string, { token }: Pick<Person, 'token'>) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await setup.api.server.inject({ method: 'GET', url, headers })).statusCode
  }
  const { fixtures } = setup.seed
  for (const key of fileKeys)
    for (const viewer of strangers)
      expect(await statusOf(`/files/${key}`, fixtures[viewer].person), viewer).toBe(404)
  for (const person of [client_, freelancer_, fixtures.moderator.person]) {
    const params = { id: orders.offered }
    const [file] = (await person.call('GET /api/service_requests/:id', { params })).files
    expect(await statusOf(file?.file_url.replace(/^https?:\/\/[^/]+/, '') ?? '', person)).toBe(200)
  }
})

describe('the bot', () => {
  const named = [...presses.listing, ...presses.own_listing, ...presses.deal, ...presses.request]
  test.each(named)('a press of %s', async (data) => {
    const problems: string[] = []
    for (const viewer of strangers) {
      const { account } = setup.seed.fixtures[viewer].person
      const press = (id: number) =>
        setup.withRollback(() => testBot.send(account, { data: data.replace('#', String(id)) }))
      const absent = await press(absentId)
      for (const state of states) {
        const reply = await press(orders[state])
        if (reply !== absent.replaceAll(String(absentId), String(orders[state])))
          problems.push(`${viewer}, ${state}: ${reply}\ninstead of ${absent}`)
      }
    }
    expect(problems).toEqual([])
  })

  test('links, cards to share and words', async () => {
    const { account } = setup.seed.fixtures.stranger.person
    for (const page of ['page_order_orderId_', 'page_vacancy_vacancyId_', 'pay_project_']) {
      const absent = await testBot.send(account, { text: `/start ${page}${absentId}` })
      for (const id of Object.values(orders)) {
        expect(await testBot.send(account, { query: `${page}${id}` })).toContain('"results":[]')
        const started = await testBot.send(account, { text: `/start ${page}${id}` })
        expect(started).toBe(absent.replaceAll(String(absentId), String(id)))
      }
    }
    expect(await testBot.send(account, { query: title })).toContain('"results":[]')
    for (const data of callbacksWithoutId)
      expect(told(await testBot.send(account, { data })), data).toEqual([])
  })
})

test('what the two sides and the staff are to see is there, so the search above looks for real words', async () => {
  const { moderator } = setup.seed.fixtures
  for (const { call } of [client_, freelancer_, moderator.person]) {
    const request = await call('GET /api/service_requests/:id', { params: { id: orders.offered } })
    expect(told(JSON.stringify(request))).toEqual([title, answer, reason, fileName])
  }
})
