import { expect } from 'vitest'
import { limits } from '#contract/limits.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { codesOf, lanes, type Round, startTogether } from './rounds.ts'
import { insertListing, insertResponse } from './seed.ts'
import { createRacers, type RaceSetup } from './setup.ts'

const call = 'POST /api/projects/add_resp'

/** A person with one response left for the day responds to two orders at once. Exactly one response is accepted. */
export async function lastOfDay(setup: RaceSetup): Promise<Round> {
  const [{ db }] = setup.workers
  const author = await setup.newcomer()
  const people = await createRacers(setup)
  for (let count = 1; count < limits.responsesPerDay.base; count++) {
    const listing_id = await insertListing(setup, author.id)
    for (let lane = 0; lane < lanes; lane++)
      await insertResponse(setup, listing_id, { user_id: people(lane).id })
  }
  return async (n, lane) => {
    const { id: user_id, calls } = people(lane)
    const orders = [await insertListing(setup, author.id), await insertListing(setup, author.id)]
    const starts = orders.map((id, window) => () => calls[window as 0 | 1](call, responseTo(id)))
    const outcomes = await startTogether(starts, n)
    expect(codesOf(outcomes)).toEqual(['accepted', 'too_many_responses'])
    await db
      .updateTable('responses')
      .set({ created_at: '2026-01-01T00:00:00Z' })
      .where('user_id', '=', user_id)
      .where('listing_id', 'in', orders)
      .execute()
    return `process ${outcomes.findIndex(({ code }) => code === 'accepted') + 1} won`
  }
}
