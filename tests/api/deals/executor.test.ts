import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { waitForLockWaits } from '#tests/support/orders/held-rows.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { publishedVacancy } from '#tests/support/orders/vacancy-life.ts'
import { client, freelancer, type Person } from '#tests/support/people/people.ts'

let api: Api

beforeAll(async () => {
  api = await openApi()
})

const assignCall = 'POST /api/projects/assign_executor/:id'

/** Publishes an order with the given number of responses. */
async function publishOrderWithResponses(people = 2) {
  const { anna, order } = await publishedOrder(api)
  const params = { id: order.id }
  const responders: { person: Person; response_id: number }[] = []
  for (let n = 0; n < people; n++) {
    const person = await freelancer(api)
    const { id } = await person.call('POST /api/projects/add_resp', responseTo(order.id))
    responders.push({ person, response_id: id })
  }
  const [boris, vera] = responders as [(typeof responders)[0], (typeof responders)[0]]
  return { anna, order, params, responders, boris, vera }
}

const statusOf = async ({ person, response_id }: { person: Person; response_id: number }) =>
  (await person.call('GET /api/responses/:id', { params: { id: response_id } })).status

function topics(listing_id: number) {
  return api.ctx.db
    .selectFrom('events')
    .select('topic')
    .where((eb) =>
      eb.or([
        eb(eb.ref('payload', '->>').key('listing_id' as never), '=', String(listing_id) as never),
        eb(
          eb.ref('payload', '->>').key('response_id' as never),
          'in',
          eb
            .selectFrom('responses')
            .select((of) => of.cast<string>('id', 'text').as('id'))
            .where('listing_id', '=', listing_id) as never,
        ),
      ]),
    )
    .orderBy('id')
    .execute()
    .then((rows) => rows.map(({ topic }) => topic))
}

test('choosing closes the order, opens a room and tells everybody', async () => {
  const { anna, order, params, boris, vera } = await publishOrderWithResponses()
  const query = { response_id: boris.response_id }
  const assignment = await anna.call(assignCall, { params, query })
  expect(assignment).toMatchObject({
    status: 'in_progress',
    is_published: true,
    is_active: false,
    executor_id: boris.person.id,
    executor: { id: boris.person.id },
  })
  expect(assignment.chats).toHaveLength(1)
  expect(await statusOf(boris)).toBe('chosen')
  expect(await statusOf(vera)).toBe('not_chosen')
  const [room] = await boris.person.call('GET /chat/user_rooms/:id', { params: { id: boris.person.id } })
  expect(room?.id).toBe(assignment.chats[0]?.id)
  expect(await topics(order.id)).toEqual(expect.arrayContaining(['response.chosen', 'responses.passed']))
  // If the author chooses the same person again (a double tap), the result is the same.
  expect(await anna.call(assignCall, { params, query })).toMatchObject({ executor_id: boris.person.id })
  const thirdResponder = await freelancer(api)
  expect(await codeOf(thirdResponder.call('POST /api/projects/add_resp', responseTo(order.id)))).toBe(
    'executor_chosen',
  )
})

test('another choice must be meant', async () => {
  const { anna, params, boris, vera } = await publishOrderWithResponses()
  await anna.call(assignCall, { params, query: { response_id: boris.response_id } })
  const query = { response_id: vera.response_id }
  expect(await codeOf(anna.call(assignCall, { params, query }))).toBe('executor_chosen')
  const reassignment = await anna.call(assignCall, { params, query: { ...query, reassign: '1' } })
  expect(reassignment).toMatchObject({ status: 'in_progress', executor_id: vera.person.id })
  expect(await statusOf(vera)).toBe('chosen')
  expect(await statusOf(boris)).toBe('declined')
})

test('only the author chooses, only among the responses of the order', async () => {
  const answeredOrder = await publishOrderWithResponses()
  const otherOrder = await publishOrderWithResponses(1)
  const { anna, params, boris } = answeredOrder
  const query = { response_id: boris.response_id }
  expect(await codeOf(boris.person.call(assignCall, { params, query }))).toBe('not_owner')
  const foreignResponse = { params, query: { response_id: otherOrder.boris.response_id } }
  expect(await codeOf(anna.call(assignCall, foreignResponse))).toBe('not_found')
  expect(await codeOf(anna.call('POST /api/vacancy/assign_executor/:id', { params, query }))).toBe(
    'not_found',
  )
  await boris.person.call('POST /api/responses/:id/withdraw', { params: { id: boris.response_id } })
  expect(await codeOf(anna.call(assignCall, { params, query }))).toBe('wrong_state')
  const { vera } = answeredOrder
  await api.ctx.db.updateTable('users').set({ status: 'blocked' }).where('id', '=', vera.person.id).execute()
  const blockedChoice = { params, query: { response_id: vera.response_id } }
  expect(await codeOf(anna.call(assignCall, blockedChoice))).toBe('wrong_state')
})

test('a choice taken back opens the order again for everybody who was passed over', async () => {
  const { anna, params, boris, vera } = await publishOrderWithResponses()
  await anna.call(assignCall, { params, query: { response_id: boris.response_id } })
  const unassignedOrder = await anna.call('POST /api/projects/unassign_executor/:id', { params })
  expect(unassignedOrder).toMatchObject({ status: 'published', is_active: true, executor_id: null })
  expect(await statusOf(boris)).toBe('declined')
  expect(await statusOf(vera)).toBe('no_show')
  expect(await codeOf(anna.call('POST /api/projects/unassign_executor/:id', { params }))).toBe('wrong_state')
  const sameChoice = { params, query: { response_id: boris.response_id } }
  expect(await anna.call(assignCall, sameChoice)).toMatchObject({ executor_id: boris.person.id })
})

test('finished work counts for the executor, once', async () => {
  const { anna, order, params, boris } = await publishOrderWithResponses(1)
  const completeOrder = () => anna.call('POST /api/projects/complete/:id', { params })
  expect(await codeOf(completeOrder())).toBe('wrong_state')
  await anna.call(assignCall, { params, query: { response_id: boris.response_id } })
  expect(await codeOf(anna.call('DELETE /api/projects/delete', { body: { project_id: order.id } }))).toBe(
    'executor_working',
  )
  expect(await completeOrder()).toMatchObject({ status: 'completed', is_archive: true, is_paid: true })
  expect(await codeOf(completeOrder())).toBe('wrong_state')
  const { user } = await anna.call('GET /api/users/full_user_info', { query: { user_id: boris.person.id } })
  expect(user.completed_count).toBe(1)
  expect(await topics(order.id)).toContain('listing.completed')
})

test('a vacancy that stays open keeps its other candidates', async () => {
  const { anna, vacancy } = await publishedVacancy(api, { keep_open: true })
  const params = { id: vacancy.id }
  const sendResponse = async () => {
    const person = await freelancer(api)
    const body = { vacancy_id: vacancy.id, response_text: 'Готов выйти завтра' }
    return { person, response_id: (await person.call('POST /api/vacancy/add_resp', { body })).id }
  }
  const [boris, vera] = [await sendResponse(), await sendResponse()]
  const vacancyHire = await anna.call('POST /api/vacancy/assign_executor/:id', {
    params,
    query: { response_id: boris.response_id },
  })
  expect(vacancyHire).toMatchObject({ status: 'published', is_active: true, executor_id: boris.person.id })
  expect(await statusOf(vera)).toBe('no_show')
  expect(await codeOf(anna.call('DELETE /api/vacancy/:id', { params }))).toBe('executor_working')
  expect(await anna.call('POST /api/vacancy/complete/:id', { params })).toMatchObject({ status: 'completed' })
  expect(await statusOf(vera)).toBe('not_chosen')
})

describe('races', () => {
  // tests/races repeats this race two hundred times with two processes.
  test('of two choices at once one wins', async () => {
    for (let round = 0; round < 5; round++) {
      const { anna, params, boris, vera } = await publishOrderWithResponses()
      const codes = await Promise.all(
        [boris, vera].map(({ response_id }) =>
          codeOf(anna.call(assignCall, { params, query: { response_id } })),
        ),
      )
      expect(codes.toSorted()).toEqual(['accepted', 'executor_chosen'])
      const statuses = [await statusOf(boris), await statusOf(vera)]
      expect(statuses.toSorted()).toEqual(['chosen', 'not_chosen'])
    }
  })

  /**
   * Runs actions that wait for the lock of a listing in the given order. The lock is released when all of them wait.
   */
  async function runQueued(listing_id: number, actions: (() => Promise<string>)[]): Promise<string[]> {
    const { db } = api.ctx
    const outcomes = await db.transaction().execute(async (tx) => {
      await tx.selectFrom('listings').select('id').where('id', '=', listing_id).forUpdate().execute()
      const startedChoices: Promise<string>[] = []
      for (const action of actions) {
        startedChoices.push(action())
        await waitForLockWaits(db, startedChoices.length)
      }
      return startedChoices
    })
    return Promise.all(outcomes)
  }

  test.each(['chosen', 'withdrawn'])('of a choice and a withdrawal the first wins: %s', async (first) => {
    const { anna, order, params, boris } = await publishOrderWithResponses(1)
    const chooseBoris = () =>
      codeOf(anna.call(assignCall, { params, query: { response_id: boris.response_id } }))
    const withdrawResponse = () =>
      codeOf(boris.person.call('POST /api/responses/:id/withdraw', { params: { id: boris.response_id } }))
    const isChosen = first === 'chosen'
    const actions = isChosen ? [chooseBoris, withdrawResponse] : [withdrawResponse, chooseBoris]
    expect(await runQueued(order.id, actions)).toEqual(['accepted', 'wrong_state'])
    expect(await statusOf(boris)).toBe(first)
    const listing = await anna.call('GET /api/projects/:id/full_info', { params })
    expect(listing).toMatchObject({
      id: order.id,
      executor_id: isChosen ? boris.person.id : null,
      responses_count: isChosen ? 1 : 0,
    })
  })

  test('of a choice and a deletion one wins', async () => {
    for (let round = 0; round < 8; round++) {
      const { anna, order, params, boris } = await publishOrderWithResponses(1)
      const codes = await Promise.all([
        codeOf(anna.call(assignCall, { params, query: { response_id: boris.response_id } })),
        codeOf(anna.call('DELETE /api/projects/delete', { body: { project_id: order.id } })),
      ])
      expect(codes.filter((code) => code === 'accepted')).toHaveLength(1)
    }
  })
})

test('the room of a choice is for the two sides alone', async () => {
  const { anna, params, boris, vera } = await publishOrderWithResponses()
  const stranger = await client(api)
  await anna.call(assignCall, { params, query: { response_id: boris.response_id } })
  for (const person of [vera.person, stranger]) {
    const listing = await person.call('GET /api/projects/:id/full_info', { params })
    expect(listing).toMatchObject({ executor_id: null, executor: null, chats: [] })
  }
})
