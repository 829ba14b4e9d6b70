import { expect } from 'vitest'
import type { Caller } from '#tests/support/api/call.ts'
import { codesOf, type Round, together } from './rounds.ts'
import { insertListing } from './seed.ts'
import { crowd, type RaceSetup } from './setup.ts'

const add = 'POST /favorites/add_project'
const remove = 'DELETE /favorites/delete_project'

/** Two windows press the heart: the result is that of one of the two sequences, without duplicates. */
export async function favouriteToggle(setup: RaceSetup): Promise<Round> {
  const [{ db }] = setup.workers
  const author = await setup.newcomer()
  const people = await crowd(setup)
  return async (n, lane) => {
    const { id: user_id, calls } = people(lane)
    const listing_id = await insertListing(setup, author.id)
    const body = { project_id: listing_id }
    const press = async (wishes: [Caller, typeof add | typeof remove][]) => {
      const starts = wishes.map(
        ([call, name]) =>
          () =>
            call(name, { body }),
      )
      const codes = codesOf(await together(starts, n))
      expect(codes).toEqual(wishes.map(() => 'accepted'))
      const rows = await db
        .selectFrom('favorite_listings')
        .select('created_at')
        .where('user_id', '=', user_id)
        .where('listing_id', '=', listing_id)
        .execute()
      return rows.length
    }
    const [here, there] = calls
    const isKept = n % 2 === 1
    if (isKept) await here(add, { body })
    const left = await press([
      [here, add],
      [there, remove],
    ])
    expect([0, 1]).toContain(left)
    const shown = await there('POST /favorites/get_projects', { body: {} })
    expect(shown.filter(({ id }) => id === listing_id)).toHaveLength(left)
    const adding: [Caller, typeof add][] = [
      [here, add],
      [there, add],
      [here, add],
      [there, add],
    ]
    expect(await press(adding)).toBe(1)
    const removing: [Caller, typeof remove][] = [
      [here, remove],
      [there, remove],
    ]
    expect(await press(removing)).toBe(0)
    return left ? 'added last' : 'removed last'
  }
}
