import { expect } from 'vitest'
import { codesOf, type Round, startTogether } from './rounds.ts'
import { countEvents, insertListing, insertResponse } from './seed.ts'
import { createRacers, type RaceSetup } from './setup.ts'

const call = 'POST /api/projects/assign_executor/:id'

/** The author chooses two people for one order at the same time, in two windows. Exactly one of them is chosen. */
export async function assignTwo(setup: RaceSetup): Promise<Round> {
  const [{ db }] = setup.workers
  const authors = await createRacers(setup)
  const executors = [await setup.newcomer(), await setup.newcomer()]
  return async (n, lane) => {
    const author = authors(lane)
    const id = await insertListing(setup, author.id)
    const starts = []
    const response_ids: number[] = []
    for (const [place, { id: user_id }] of executors.entries()) {
      const response_id = await insertResponse(setup, id, { user_id })
      response_ids.push(response_id)
      starts.push(() => author.calls[place as 0 | 1](call, { params: { id }, query: { response_id } }))
    }
    const outcomes = await startTogether(starts, n)
    expect(codesOf(outcomes)).toEqual(['accepted', 'executor_chosen'])
    const winner = outcomes.findIndex(({ code }) => code === 'accepted')
    const listing = await db
      .selectFrom('listings')
      .select(['status', 'executor_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(listing).toEqual({ status: 'in_progress', executor_id: executors[winner]?.id })
    const responses = await db
      .selectFrom('responses')
      .select('status')
      .where('listing_id', '=', id)
      .orderBy('id')
      .execute()
    const expectedStatuses = [0, 1].map((index) => ({ status: index === winner ? 'chosen' : 'not_chosen' }))
    expect(responses).toEqual(expectedStatuses)
    const rooms = await db
      .selectFrom('chat_rooms')
      .select(['user_low', 'user_high'])
      .where('listing_id', '=', id)
      .execute()
    const pair = [author.id, executors[winner]?.id ?? 0].sort((a, b) => a - b)
    expect(rooms).toEqual([{ user_low: pair[0], user_high: pair[1] }])
    for (const [place, response_id] of response_ids.entries())
      expect(await countEvents(setup, 'response.chosen', { response_id })).toBe(place === winner ? 1 : 0)
    return `process ${winner + 1} won`
  }
}
