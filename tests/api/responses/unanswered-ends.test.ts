import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { endUnrenewedResponses, expireListings } from '#services/lifecycle/publication/expire.ts'
import { restoreResponse } from '#services/responses/decisions/actions.ts'
import { type EndKind, queueEnds } from '#services/responses/messages/endings.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { freelancer, login } from '#tests/support/people/people.ts'

/**
 * The database view reports responses and invitations whose end or notification is overdue. It stops reporting them
 * once they have ended.
 */

const [minute, day] = [60_000, 24 * 60 * 60_000]
let api: Api
beforeAll(async () => {
  api = await openApi()
})

async function createAnswered() {
  const { anna, order } = await publishedOrder(api)
  const boris = await freelancer(api)
  const { id } = await boris.call('POST /api/projects/add_resp', responseTo(order.id))
  return { anna, boris, order, id }
}
async function readOpenLoops(id: number): Promise<string[]> {
  const { rows } = await sql<{ loop: string }>`
    select loop from open_loops_at(${api.ctx.now().toISOString()}::timestamptz) where response_id = ${id}`.execute(
    api.ctx.db,
  )
  return rows.map(({ loop }) => loop)
}
const composeEnd = (kind: EndKind, payload: { response_id: number }) =>
  api.ctx.db.transaction().execute((tx) => queueEnds(api.ctx, tx, kind, payload))

test.each(['response_declined', 'response_released'] as const)(
  'an end that nobody was told of, by %s',
  async (kind) => {
    const { anna, id } = await createAnswered()
    await anna.call('POST /api/responses/:id/decline', { params: { id } })
    api.advanceClock(9 * minute)
    expect(await readOpenLoops(id)).toEqual([])
    api.advanceClock(2 * minute)
    expect(await readOpenLoops(id)).toEqual(['not_told'])
    await composeEnd(kind, { response_id: id })
    expect(await readOpenLoops(id)).toEqual([])
  },
)

test('a declined response does not begin to wait again when its listing is closed', async () => {
  const { anna, order, id } = await createAnswered()
  await anna.call('POST /api/responses/:id/decline', { params: { id } })
  const again = async () => [
    await codeOf(anna.call('POST /api/responses/:id/shortlist', { params: { id } })),
    await restoreResponse({ ...api.ctx, viewer: { id: anna.id } }, id).catch(({ code }) => code),
  ]
  await anna.call('POST /api/projects/close/:id', { params: { id: order.id } })
  expect(await again()).toEqual(['wrong_state', 'wrong_state'])
  await anna.call('POST /api/projects/reopen/:id', { params: { id: order.id } })
  expect(await codeOf(anna.call('POST /api/responses/:id/shortlist', { params: { id } }))).toBe('accepted')
})

test('a response that still waits though its listing is closed', async () => {
  const { order, id } = await createAnswered()
  const updated_at = api.ctx.now().toISOString()
  // Simulates a bug: the listing is closed while its responses stay open.
  await placeRows(api.owner, 'listings', { id: order.id }, { status: 'archived', updated_at })
  api.advanceClock(9 * minute)
  expect(await readOpenLoops(id)).toEqual([])
  api.advanceClock(2 * minute)
  expect(await readOpenLoops(id)).toEqual(['not_ended'])
})

test('a response that still waits eight days after its placement ended; the round of the seventh day ends it', async () => {
  const { boris, id } = await createAnswered()
  api.advanceClock(31 * day)
  await expireListings(api.ctx, 100)
  expect(await readOpenLoops(id)).toEqual([])
  api.advanceClock(7 * day + minute)
  expect(await readOpenLoops(id)).toEqual(['not_renewed'])
  await endUnrenewedResponses(api.ctx, 100)
  const story = 'GET /api/responses/:id/story'
  const borisLater = await login(api, boris.account)
  expect(await borisLater.call(story, { params: { id } })).toMatchObject({ end_reason: 'not_renewed' })
  await composeEnd('response_passed', { response_id: id })
  expect(await readOpenLoops(id)).toEqual([])
})
