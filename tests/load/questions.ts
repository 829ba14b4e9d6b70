import { sql } from 'kysely'
import type { Db } from '#db/index.ts'
import { type Random, seededRandom } from '#tests/support/run/random.ts'
import { responseText } from './letters.ts'
import type { Regular } from './regulars.ts'
import { misspeltSearches, searches, skills, towns } from './words.ts'

/** One request that all servers of the comparison answer. */
export type BenchRequest = {
  method: 'GET' | 'POST'
  path: string
  body?: object
  authorization: string
}

/** Kinds of requests, each with its share of the mix in percent. Logins are measured separately. */
export const requestMix = {
  collection: 30,
  newest: 9,
  'leaf and price': 6,
  'group and price': 5,
  'text, exact': 4.5,
  'text, misspelt': 0.5,
  'remote and experience': 4,
  'other sorts': 3,
  'further by cursor': 3,
  'full page': 15,
  'own orders': 4,
  'own responses': 4,
  people: 5,
  rooms: 1.5,
  unread: 2,
  favourites: 1.5,
  respond: 0.5,
  'send a message': 0.6,
  'mark as read': 0.6,
  'add a favourite': 0.3,
  login: 0,
}
export type Kind = keyof typeof requestMix
export const writeKinds: Kind[] = ['respond', 'send a message', 'mark as read', 'add a favourite', 'login']

/** Ids in the generated market that the requests refer to. */
export type BenchMarket = {
  regulars: Regular[]
  /** The newest order comes first; `key` is the order's sort value for a cursor. */
  orders: { id: number; author_id: number; key: string }[]
  leafCategoryIds: number[]
  groups: number[]
  /** Pairs `user:author` of people one of whom has blocked the other. */
  blockedPairs: Set<string>
  /** Pairs `user:listing` for each response that exists. */
  respondedPairs: Set<string>
  /** Number of logins so far. */
  loginCount: number
}

/** Number of the newest orders that requests open or respond to. */
const openedOrders = 30_000

export async function surveyMarket(db: Db, regulars: Regular[]): Promise<BenchMarket> {
  const readRows = async <Row>(text: ReturnType<typeof sql<Row>>) => (await text.execute(db)).rows
  const categories = await readRows(
    sql<{ id: number; parent_id: number | null }>`select id, parent_id from categories order by id`,
  )
  const blocks = await readRows(sql<{ user_id: number; blocked_id: number }>`select * from user_blocks`)
  const responses = await readRows(
    sql<{ user_id: number; listing_id: number }>`select user_id, listing_id from responses`,
  )
  const orders = await readRows(
    sql<BenchMarket['orders'][number]>`select id, author_id, listed_at::text as key from listings
      where kind = 'order' and status = 'published' order by listed_at desc, id desc limit ${openedOrders}`,
  )
  return {
    regulars,
    orders,
    leafCategoryIds: categories.filter(({ parent_id }) => parent_id !== null).map(({ id }) => id),
    groups: categories.filter(({ parent_id }) => parent_id === null).map(({ id }) => id),
    blockedPairs: new Set(blocks.flatMap((one) => pairs(one.user_id, one.blocked_id))),
    respondedPairs: new Set(responses.map((one) => `${one.user_id}:${one.listing_id}`)),
    loginCount: 0,
  }
}

const pairs = (first: number, second: number) => [`${first}:${second}`, `${second}:${first}`]

/**
 * Returns generators of requests from a seed. `makeRequest` makes a request of one kind, `makeAny` a request of the
 * mix.
 */
export function openStream(market: BenchMarket, seed: number) {
  const random = seededRandom(seed)
  const makeRequest = (kind: Kind): BenchRequest => {
    const me = random.of(market.regulars)
    return { authorization: me.authorization, ...requestMakers[kind](random, market, me) }
  }
  return {
    makeRequest,
    makeAny: () => makeRequest(random.weighted(requestMix)),
    makeFirstScreens: () =>
      market.regulars.map((me) => ({ ...firstScreen(me), authorization: me.authorization })),
  }
}
export type Stream = ReturnType<typeof openStream>

type Maker = (
  random: Random,
  market: BenchMarket,
  me: Regular,
) => Omit<BenchRequest, 'authorization'> & { authorization?: string }

const list = (filters: object, pagination: object, sort = 'newest') => ({
  method: 'POST' as const,
  path: '/api/projects',
  body: { filters, sort, pagination: { per_page: 10, ...pagination } },
})
const firstScreen = (me: Regular, offset = 0) => ({
  method: 'POST' as const,
  path: '/api/users/freelancer_jobs',
  body: { user_id: me.id, limit: 10, offset },
})
/** People request first pages most often. */
const pageOf = (random: Random) => ({ page: 1 + Math.floor(random.fraction() ** 2 * 5) })

/** Prices in roubles, distributed like the prices of the market. */
function prices(random: Random) {
  const price_from = Math.round(500 * Math.exp(random.fraction() * 3.5))
  return { price_from, price_to: Math.round(price_from * (2 + 4 * random.fraction())) }
}

/** Chooses an order by another author whom no block separates from the person. */
function pickForeignOrder({ orders, blockedPairs }: BenchMarket, random: Random, me: Regular) {
  for (;;) {
    const order = random.of(orders, 2)
    if (order.author_id !== me.id && !blockedPairs.has(`${me.id}:${order.author_id}`)) return order
  }
}

const requestMakers: Record<Kind, Maker> = {
  collection: (random, _, me) => firstScreen(me, 10 * Math.floor(random.fraction() ** 3 * 4)),
  newest: (random) => list({}, pageOf(random)),
  'leaf and price': (random, { leafCategoryIds: leaves }) =>
    list({ category_id: random.of(leaves), ...prices(random) }, pageOf(random)),
  'group and price': (random, { groups }) =>
    list({ category_id: random.of(groups), ...prices(random) }, pageOf(random)),
  'text, exact': (random) => list({ search: random.of(searches) }, pageOf(random)),
  'text, misspelt': (random) => list({ search: random.of(misspeltSearches) }, pageOf(random)),
  'remote and experience': (random) =>
    list(
      { is_remote: random.fraction() < 0.7, experience: random.of(['none', 'lt1', 'y1_3', 'y3_6', 'gt6']) },
      pageOf(random),
    ),
  'other sorts': (random) =>
    list(
      random.fraction() < 0.5 ? prices(random) : {},
      pageOf(random),
      random.of(['high_budget', 'low_budget', 'min_competition', 'close_deadline']),
    ),
  'further by cursor': (random, { orders }) => {
    const { key, id } = random.of(orders)
    return list({}, { cursor: Buffer.from(JSON.stringify(['newest', key, id])).toString('base64url') })
  },
  'full page': (random, market, me) => ({
    method: 'GET',
    path: `/api/projects/${pickForeignOrder(market, random, me).id}/full_info`,
  }),
  'own orders': (random, _, me) => list({ client_id: me.id }, pageOf(random)),
  'own responses': () => ({ method: 'GET', path: '/api/responses?kind=order&is_archive=false&per_page=10' }),
  people: (random, { leafCategoryIds: leaves }) => ({
    method: 'POST',
    path: '/api/users/get_all_users',
    body: {
      filters: random.of([
        { category_id: random.of(leaves) },
        { skills: random.of(skills), is_free: true },
        { city: random.of(towns), rating_from: 4 },
        {},
      ]),
      pagination: { ...pageOf(random), per_page: 10 },
    },
  }),
  rooms: (_, __, me) => ({ method: 'GET', path: `/chat/user_rooms/${me.id}` }),
  unread: () => ({ method: 'GET', path: '/chat/unread' }),
  favourites: () => ({ method: 'GET', path: '/favorites/projects?per_page=10' }),
  respond: (sharedRandom, market, me) => {
    // The search for an order without a response uses its own random generator, so that the later requests are the same
    // for all servers.
    const random = seededRandom(sharedRandom.below(2 ** 32))
    for (;;) {
      const { id } = pickForeignOrder(market, random, me)
      if (market.respondedPairs.has(`${me.id}:${id}`)) continue
      market.respondedPairs.add(`${me.id}:${id}`)
      const response_text = responseText(random)
      const response = { project_id: id, response_text, price: 20_000, currency: 'RUB' }
      return { method: 'POST', path: '/api/projects/add_resp', body: { response } }
    }
  },
  'send a message': (random, _, me) => ({
    method: 'POST',
    path: '/chat/send_msg',
    body: { room_id: random.of(me.rooms).room_id, content: `Начнём завтра? ${random.below(1e6)}` },
  }),
  'mark as read': (random, _, me) => ({
    method: 'POST',
    path: `/chat/msg_read?msg_id=${random.of(me.rooms).message_id}`,
  }),
  'add a favourite': (random, market, me) => ({
    method: 'POST',
    path: '/favorites/add_project',
    body: { project_id: pickForeignOrder(market, random, me).id },
  }),
  /** Each login uses new launch data and gets its own session. */
  login: (_, market, me) => ({
    method: 'POST',
    path: '/auth/login',
    body: {},
    authorization: me.launch(1 + (market.loginCount++ % 40_000)),
  }),
}
