import { expect } from 'vitest'
import type { Caller } from '#tests/support/api/call.ts'
import { codesOf, type Round, startTogether } from './rounds.ts'
import { insertListing } from './seed.ts'
import { createRacers, type RaceSetup } from './setup.ts'

const addCall = 'POST /favorites/add_project'
const removeCall = 'DELETE /favorites/delete_project'

/**
 * Two windows press the favourite button at once. The result is that of one press after the other, without duplicate
 * rows.
 */
export async function favouriteToggle(setup: RaceSetup): Promise<Round> {
  const [{ db }] = setup.workers
  const author = await setup.newcomer()
  const people = await createRacers(setup)
  return async (n, lane) => {
    const { id: user_id, calls } = people(lane)
    const listing_id = await insertListing(setup, author.id)
    const body = { project_id: listing_id }
    const pressTogether = async (presses: [Caller, typeof addCall | typeof removeCall][]) => {
      const starts = presses.map(
        ([call, name]) =>
          () =>
            call(name, { body }),
      )
      const codes = codesOf(await startTogether(starts, n))
      expect(codes).toEqual(presses.map(() => 'accepted'))
      const rows = await db
        .selectFrom('favorite_listings')
        .select('created_at')
        .where('user_id', '=', user_id)
        .where('listing_id', '=', listing_id)
        .execute()
      return rows.length
    }
    const [callHere, callThere] = calls
    const isKept = n % 2 === 1
    if (isKept) await callHere(addCall, { body })
    const remainingCounts = await pressTogether([
      [callHere, addCall],
      [callThere, removeCall],
    ])
    expect([0, 1]).toContain(remainingCounts)
    const favourites = await callThere('POST /favorites/get_projects', { body: {} })
    expect(favourites.filter(({ id }) => id === listing_id)).toHaveLength(remainingCounts)
    const additions: [Caller, typeof addCall][] = [
      [callHere, addCall],
      [callThere, addCall],
      [callHere, addCall],
      [callThere, addCall],
    ]
    expect(await pressTogether(additions)).toBe(1)
    const removals: [Caller, typeof removeCall][] = [
      [callHere, removeCall],
      [callThere, removeCall],
    ]
    expect(await pressTogether(removals)).toBe(0)
    return remainingCounts ? 'added last' : 'removed last'
  }
}
