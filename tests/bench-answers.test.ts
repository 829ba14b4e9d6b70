import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { waitForLockWaits } from '#tests/support/orders/held-rows.ts'
import { startBareServer } from './load/bare/server.ts'
import {
  type BenchRequest,
  type Kind,
  openStream,
  requestMix,
  type Stream,
  surveyMarket,
  writeKinds,
} from './load/questions.ts'
import { logInRegulars, type Regular, seedRegulars } from './load/regulars.ts'
import { seedListings } from './load/seed.ts'

/** The benchmark compares the costs of two servers, so this test proves that both give the same answers. */

let api: Api
let bareServer: Awaited<ReturnType<typeof startBareServer>>
let stream: Stream
let regulars: Regular[]
beforeAll(async () => {
  api = await openApi()
  await seedListings(api.owner, 1500)
  await seedRegulars(api.owner, 12)
  regulars = await logInRegulars(api.owner, api.server, api.ctx.config.BOT_TOKEN, 12)
  const { DATABASE_URL, JWT_SECRETS, BOT_TOKEN } = api.ctx.config
  bareServer = await startBareServer({ DATABASE_URL, JWT_SECRETS, BOT_TOKEN })
  stream = openStream(await surveyMarket(api.owner, regulars), 7)
})
afterAll(() => bareServer.close())

async function requestOurServer({ method, path, body, authorization }: BenchRequest) {
  const answer = await api.server.inject({ method, url: path, headers: { authorization }, payload: body })
  return { status: answer.statusCode, reply: answer.json() }
}

async function requestBareServer({ method, path, body, authorization }: BenchRequest) {
  const headers = { authorization, 'content-type': 'application/json' }
  const url = `http://127.0.0.1:${bareServer.port}${path}`
  const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  // biome-ignore lint/suspicious/noExplicitAny: the test compares the reply with our typed one
  return { status: answer.status, reply: (await answer.json()) as any }
}

/** The two servers format times differently, so times are compared as numbers. */
const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/
const comparable = (value: unknown) =>
  JSON.parse(JSON.stringify(value), (_, jsonValue) =>
    typeof jsonValue === 'string' && isMoment.test(jsonValue) ? Date.parse(jsonValue) : jsonValue,
  )

/** Only the product's server corrects mistakes. */
const readKinds = (Object.keys(requestMix) as Kind[]).filter(
  (kind) => !writeKinds.includes(kind) && kind !== 'text, misspelt',
)
test.each(readKinds)('%s: both say the same', async (kind) => {
  for (const request of Array.from({ length: 4 }, () => stream.makeRequest(kind))) {
    const answer = await requestOurServer(request)
    expect(answer.status, JSON.stringify(answer.reply)).toBe(200)
    // Past the end of a list, only the product's server still knows the list's total, so empty pages are not compared.
    if (answer.reply.items?.length === 0) continue
    expect(comparable(await requestBareServer(request)), JSON.stringify(request.body)).toEqual(
      comparable(answer),
    )
  }
})

test('the people of a client’s collection: both say the same', async () => {
  const { rows } = await sql<{ id: number }>`select id from users where is_client`.execute(api.owner)
  const clients = regulars.filter((regular) => rows.some(({ id }) => id === regular.id))
  expect(clients).toHaveLength(1)
  for (const { authorization, id } of clients) {
    const body = { user_id: id, limit: 10, offset: 5 }
    const request = { method: 'POST' as const, path: '/api/users/freelancer_jobs', body, authorization }
    const answer = await requestOurServer(request)
    expect(answer.reply.freelancers.length).toBeGreaterThan(0)
    expect(comparable(await requestBareServer(request))).toEqual(comparable(answer))
  }
})

/** Replaces numbers and times by 0, because they differ after each write. */
const shapeOf = (value: unknown) =>
  JSON.parse(JSON.stringify(value), (_, part) =>
    typeof part === 'number' || (typeof part === 'string' && isMoment.test(part)) ? 0 : part,
  )

test.each(writeKinds)('%s: both answer in the same shape, and it is written', async (kind) => {
  const request = stream.makeRequest(kind)
  const answers = [await requestOurServer(request), await requestBareServer({ ...stream.makeRequest(kind) })]
  for (const { status, reply } of answers) expect(status, JSON.stringify(reply)).toBe(200)
  const [ourKeys, bareKeys] = answers.map(({ reply }) => Object.keys(shapeOf(reply)).sort())
  expect(bareKeys).toEqual(ourKeys)
})

test('respond: both notice the same', async () => {
  const respondTo = async (askServer: typeof requestOurServer, response_text?: string) => {
    const request = stream.makeRequest('respond')
    const { response } = request.body as { response: { response_text: string } }
    const body = { response: { ...response, ...(response_text && { response_text }) } }
    const { reply } = await askServer({ ...request, body })
    return { text: body.response.response_text, ...reply }
  }
  const [ourResponse, bareResponse] = [await respondTo(requestOurServer), await respondTo(requestBareServer)]
  const copies = [
    await respondTo(requestBareServer, ourResponse.text),
    await respondTo(requestOurServer, bareResponse.text),
  ]
  for (const copy of copies) expect(copy).toMatchObject({ flag: 'copy', flag_share: 100, price_third: null })
  for (const askServer of [requestOurServer, requestBareServer])
    expect(await respondTo(askServer, 'Пишите мне в телеграм @ivan_petrov')).toMatchObject({
      flag: 'contacts',
    })
  // Inserts enough prices for a price rank: one equal to the new price, the others lower.
  const { project_id } = (await respondTo(requestOurServer)) as { project_id: number }
  await sql`insert into responses (listing_id, user_id, response_text, price, currency_id)
    select ${project_id}, id, 'Сделаю', 100000 * row_number() over (order by id), 1 from (select id from users
      where id <> all(${regulars.map(({ id }) => id)}) order by id limit 19) rival`.execute(api.owner)
  const freeRegulars = regulars.filter(({ id }) => id !== ourResponse.user.id)
  const priceRanks: { third: string; among: number }[] = []
  for (const [index, { authorization }] of freeRegulars.entries()) {
    const response = { project_id, response_text: `Сделаю ${index}`, price: 20_000, currency: 'RUB' }
    const request = {
      method: 'POST' as const,
      path: '/api/projects/add_resp',
      body: { response },
      authorization,
    }
    const { status, reply } = await (index % 2 ? requestOurServer : requestBareServer)(request)
    if (status === 200) priceRanks.push({ third: reply.price_third, among: reply.price_among })
  }
  const [first, second] = priceRanks
  expect(first).toEqual({ third: 'upper', among: expect.any(Number) })
  expect(second).toEqual({ third: 'upper', among: 1 + (first?.among ?? 0) })
})

test('mark as read: what is sent meanwhile stays unread', async () => {
  const [me] = regulars as [Regular]
  const [{ room_id, message_id }] = me.rooms as [Regular['rooms'][number]]
  const { marked } = await api.owner.transaction().execute(async (tx) => {
    // A second person's message is written in this transaction, which has not committed yet.
    await sql`select from chat_rooms where id = ${room_id} for update`.execute(tx)
    await sql`insert into chat_messages (room_id, sender_id, content)
      select id, user_low + user_high - ${me.id}, 'Ещё одно' from chat_rooms where id = ${room_id}`.execute(
      tx,
    )
    await sql`update chat_members set unread_count = unread_count + 1
      where room_id = ${room_id} and user_id = ${me.id}`.execute(tx)
    const { authorization } = me
    const markCall = requestBareServer({
      method: 'POST',
      path: `/chat/msg_read?msg_id=${message_id}`,
      authorization,
    })
    await waitForLockWaits(api.owner, 1)
    return { marked: markCall }
  })
  const { rows } = await sql<{ count: number }>`select count(*)::int from chat_messages
    where room_id = ${room_id} and id > ${message_id} and sender_id <> ${me.id}`.execute(api.owner)
  expect((await marked).reply).toMatchObject({ unread_count: rows[0]?.count })
})

test('login: both say the same of the one who came', async () => {
  const [me] = regulars as [Regular]
  const request = {
    method: 'POST' as const,
    path: '/auth/login',
    body: {},
    authorization: me.launch(50_000),
  }
  const [ourAnswer, bareAnswer] = [await requestOurServer(request), await requestBareServer(request)]
  expect(comparable(bareAnswer.reply.user)).toEqual(comparable(ourAnswer.reply.user))
  // Each server accepts session tokens that the other server signed.
  const { access_token } = bareAnswer.reply.tokens
  const unread = { method: 'GET' as const, path: '/chat/unread', authorization: `Bearer ${access_token}` }
  expect(await requestOurServer(unread)).toEqual(await requestBareServer(unread))
})
