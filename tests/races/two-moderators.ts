import { expect } from 'vitest'
import { applyDecision } from '#services/lifecycle/publication/decide.ts'
import { codesOf, type Round, startTogether } from './rounds.ts'
import { countEvents, insertListing } from './seed.ts'
import type { RaceSetup } from './setup.ts'

const verdicts = [
  { status: 'published', trace: ['moderation.approved', 'listing.approve'], topic: 'listing.published' },
  { status: 'rejected', trace: ['moderation.rejected', 'listing.reject'], topic: 'listing.rejected' },
] as const

/**
 * One moderator approves an order while another rejects it. One decision wins. It is applied once and announced once.
 */
export async function twoModerators(setup: RaceSetup): Promise<Round> {
  const [{ db }] = setup.workers
  const author = await setup.newcomer()
  const first = await setup.newcomer({ role: 'moderator' })
  const second = await setup.newcomer({ role: 'moderator' })
  return async (n) => {
    const listing_id = await insertListing(setup, author.id, { status: 'moderation' })
    const { id } = await db
      .insertInto('moderation_tasks')
      .values({ subject: 'listing', listing_id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const params = { id }
    const [one, other] = n % 2 ? [0 as const, 1 as const] : [1 as const, 0 as const]
    const body = { reason: 'Добавьте, что именно нужно сделать' }
    const outcomes = await startTogether(
      [
        () => first.calls[one]('POST /api/admin/moderation/:id/approve', { params, body: {} }),
        () => second.calls[other]('POST /api/admin/moderation/:id/reject', { params, body }),
      ],
      n,
    )
    expect(codesOf(outcomes)).toEqual(['accepted', 'already_decided'])
    const winner = outcomes.findIndex(({ code }) => code === 'accepted') as 0 | 1
    // Two workers apply the decision at the same time.
    await Promise.all(
      setup.workers.map((ctx) => ctx.db.transaction().execute((tx) => applyDecision(ctx, tx, id))),
    )
    const { status, decided_by } = await db
      .selectFrom('listings')
      .innerJoin('moderation_tasks as task', 'task.listing_id', 'listings.id')
      .select(['listings.status', 'task.decided_by'])
      .where('listings.id', '=', listing_id)
      .executeTakeFirstOrThrow()
    expect(status).toBe(verdicts[winner].status)
    expect(decided_by).toBe([first, second][winner]?.id)
    const audit = await db
      .selectFrom('audit_log')
      .select('action')
      .where('subject_type', '=', 'listing')
      .where('subject_id', '=', listing_id)
      .orderBy('id')
      .execute()
    expect(audit.map(({ action }) => action)).toEqual(verdicts[winner].trace)
    expect(await countEvents(setup, 'moderation.decided', { task_id: id })).toBe(1)
    for (const [place, { topic }] of verdicts.entries())
      expect(await countEvents(setup, topic, { listing_id })).toBe(place === winner ? 1 : 0)
    return status
  }
}
