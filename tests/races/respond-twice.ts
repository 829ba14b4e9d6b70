import { expect } from 'vitest'
import { responseTo } from '#tests/support/orders/sample.ts'
import { codesOf, type Round, startTogether } from './rounds.ts'
import { countEvents, insertListing } from './seed.ts'
import { createRacers, type RaceSetup } from './setup.ts'

const call = 'POST /api/projects/add_resp'

/**
 * One person responds to one order four times at once. One response is created, and the other answers contain its id.
 */
export async function respondTwice(setup: RaceSetup): Promise<Round> {
  const [{ db }] = setup.workers
  const author = await setup.newcomer()
  const people = await createRacers(setup)
  return async (n, lane) => {
    const { id: user_id, calls } = people(lane)
    const listing_id = await insertListing(setup, author.id)
    const sharedHeader = n % 2 === 1 && { 'idempotency-key': crypto.randomUUID() }
    const starts = [0, 1, 2, 3].map((window) => () => {
      const headers = sharedHeader || {}
      return (calls[window % 2] as (typeof calls)[0])(call, responseTo(listing_id), headers)
    })
    const outcomes = await startTogether(starts, n)
    const rows = await db
      .selectFrom('responses')
      .select('id')
      .where('listing_id', '=', listing_id)
      .where('user_id', '=', user_id)
      .execute()
    const [{ id } = { id: 0 }, ...more] = rows
    expect(more).toEqual([])
    if (sharedHeader) expect(outcomes.map(({ reply }) => reply?.id)).toEqual([id, id, id, id])
    else {
      const codes = ['accepted', 'already_responded', 'already_responded', 'already_responded']
      expect(codesOf(outcomes)).toEqual(codes)
      const refusedOutcomes = outcomes.filter(({ code }) => code !== 'accepted')
      for (const refusal of refusedOutcomes) expect(refusal).toMatchObject({ details: { response: { id } } })
    }
    const { responses_count } = await db
      .selectFrom('listings')
      .select('responses_count')
      .where('id', '=', listing_id)
      .executeTakeFirstOrThrow()
    expect(responses_count).toBe(1)
    expect(await countEvents(setup, 'response.sent', { response_id: id })).toBe(1)
    await db
      .updateTable('responses')
      .set({ created_at: '2026-01-01T00:00:00Z' })
      .where('id', '=', id)
      .execute()
    if (sharedHeader) return 'one key, one answer'
    return `process ${(outcomes.findIndex(({ code }) => code === 'accepted') % 2) + 1} won`
  }
}
