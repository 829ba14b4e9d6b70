import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { countRecords } from '#services/users/people/schedule.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { freelancer, login, type Person } from '#tests/support/people/people.ts'

/** Compares the records of answers to invitations with a plain model on random invitations. */

const day = 86_400_000
let api: Api
let reader: Person
let nowMs: number
beforeAll(async () => {
  api = await openApi()
  const moment = api.ctx.now()
  api.ctx.now = () => moment
  nowMs = moment.getTime()
  reader = await login(api)
})
const timeText = (ms: number) => new Date(ms).toISOString()

type Invite = {
  state: 'sent' | 'seen' | 'responded' | 'declined' | 'ended'
  daysAgo: number
  lastedShare: number
}
const inMinutes = (fromDays: number, toDays: number) =>
  fc.integer({ min: fromDays * 1440, max: toDays * 1440 }).map((minutes) => minutes / 1440)
const arbitraryInvite = fc.record({
  state: fc.constantFrom<Invite['state']>('sent', 'seen', 'responded', 'declined', 'ended'),
  // Ages of invitations around both limits. An unanswered invitation counts after 3 days. No invitation counts after
  // 365 days.
  daysAgo: fc.oneof(inMinutes(0, 6), inMinutes(0, 6), inMinutes(363, 367)),
  lastedShare: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
})

/**
 * Computes an invitation record by the published formula. `lastedShare` is the share of an invitation's age that passed
 * before the invitation ended.
 */
function inviteModel(invites: Invite[]) {
  const isAnswer = ({ state }: Invite) => state === 'responded' || state === 'declined'
  const countedInvites = invites.filter(
    (one) =>
      one.daysAgo < 365 &&
      (isAnswer(one) || one.daysAgo * (one.state === 'ended' ? one.lastedShare : 1) >= 3),
  )
  const answeredCount = countedInvites.filter(isAnswer).length
  const percent = Math.round((100 * (answeredCount + 4)) / (countedInvites.length + 6))
  return countedInvites.length < 5
    ? null
    : { percent, answered: answeredCount, invited: countedInvites.length }
}

test('invitations: a response and “not now” are answers alike, silence counts after three days, little says nothing', async () => {
  const boris = await freelancer(api, { verified: false })
  const { owner } = api
  await owner.updateTable('users').set({ completed_count: 5 }).where('id', '=', boris.id).execute()
  const listings: number[] = []
  for (let n = 0; n < 14; n++) {
    const executorColumns = n < 5 ? { executor_id: boris.id, completed_at: timeText(nowMs - day) } : {}
    const { id } = await owner
      .insertInto('listings')
      .values({
        kind: 'order',
        author_id: reader.id,
        status: n < 5 ? 'completed' : 'archived',
        ...executorColumns,
        title: 'Сайт',
        category_id: 101,
        content_hash: crypto.randomUUID(),
        published_at: timeText(nowMs - 2 * day),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    listings.push(id)
  }
  const recordOf = async (invites: Invite[]) => {
    await owner.deleteFrom('invitations').where('user_id', '=', boris.id).execute()
    for (const [n, { state, daysAgo, lastedShare }] of invites.entries())
      await owner
        .insertInto('invitations')
        .values({
          listing_id: listings[n] ?? 0,
          user_id: boris.id,
          among: 1,
          state,
          created_at: timeText(nowMs - daysAgo * day),
          ...(state === 'ended' && {
            ended_at: timeText(nowMs - daysAgo * day * (1 - lastedShare)),
            end_reason: 'listing_closed' as const,
          }),
        })
        .execute()
    await countRecords(api.ctx)
    const { record } = await reader.call('GET /api/users/full_user_info', { query: { user_id: boris.id } })
    return record.freelancer.figures?.invites
  }
  const percentOf = (share: Awaited<ReturnType<typeof recordOf>>) => share?.percent ?? 67
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryInvite, { minLength: 3, maxLength: 14 }),
      fc.nat(),
      async (invites, pickedIndex) => {
        const recordBefore = await recordOf(invites)
        expect(recordBefore).toEqual(inviteModel(invites))
        if (recordBefore) expect(recordBefore.percent).toBeGreaterThan(0)
        if (recordBefore) expect(recordBefore.percent).toBeLessThan(100)
        // Answering one more invitation never lowers the answer record. Declining counts as much as responding.
        const withAnswer = (state: Invite['state']) =>
          invites.map((one, n) => (n === pickedIndex % invites.length ? { ...one, state } : one))
        const [afterDecline, afterResponse] = [
          await recordOf(withAnswer('declined')),
          await recordOf(withAnswer('responded')),
        ]
        expect(afterDecline).toEqual(afterResponse)
        if (recordBefore) expect(percentOf(afterDecline)).toBeGreaterThanOrEqual(percentOf(recordBefore))
      },
    ),
    { numRuns: 12, endOnFailure: true },
  )
})
