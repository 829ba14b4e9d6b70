import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { countRecords } from '#services/users/people/schedule.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { freelancer, login, type Person } from '#tests/support/people/people.ts'

/** Records of answers to invitations, compared with a plain model on random invitations. */

const day = 86_400_000
let api: Api
let reader: Person
let now: number
beforeAll(async () => {
  api = await openApi()
  const moment = api.ctx.now()
  api.ctx.now = () => moment
  now = moment.getTime()
  reader = await login(api)
})
const at = (ms: number) => new Date(ms).toISOString()

type Invite = { state: 'sent' | 'seen' | 'responded' | 'declined' | 'ended'; ago: number; lasted: number }
const inMinutes = (from: number, to: number) =>
  fc.integer({ min: from * 1440, max: to * 1440 }).map((minutes) => minutes / 1440)
const anInvite = fc.record({
  state: fc.constantFrom<Invite['state']>('sent', 'seen', 'responded', 'declined', 'ended'),
  // Ages around the three days after which silence counts, and around the end of the year.
  ago: fc.oneof(inMinutes(0, 6), inMinutes(0, 6), inMinutes(363, 367)),
  lasted: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
})

/**
 * The published formula for invitations, implemented plainly. `lasted` is the share of its age after which an
 * invitation ended.
 */
function inviteModel(invites: Invite[]) {
  const isAnswer = ({ state }: Invite) => state === 'responded' || state === 'declined'
  const counted = invites.filter(
    (one) => one.ago < 365 && (isAnswer(one) || one.ago * (one.state === 'ended' ? one.lasted : 1) >= 3),
  )
  const answered = counted.filter(isAnswer).length
  const percent = Math.round((100 * (answered + 4)) / (counted.length + 6))
  return counted.length < 5 ? null : { percent, answered, invited: counted.length }
}

test('invitations: a response and “not now” are answers alike, silence counts after three days, little says nothing', async () => {
  const boris = await freelancer(api, { verified: false })
  const { owner } = api
  await owner.updateTable('users').set({ completed_count: 5 }).where('id', '=', boris.id).execute()
  const listings: number[] = []
  for (let n = 0; n < 14; n++) {
    const work = n < 5 ? { executor_id: boris.id, completed_at: at(now - day) } : {}
    const { id } = await owner
      .insertInto('listings')
      .values({
        ...{ kind: 'order', author_id: reader.id, status: n < 5 ? 'completed' : 'archived', ...work },
        ...{
          title: 'Сайт',
          category_id: 101,
          content_hash: crypto.randomUUID(),
          published_at: at(now - 2 * day),
        },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    listings.push(id)
  }
  const shown = async (invites: Invite[]) => {
    await owner.deleteFrom('invitations').where('user_id', '=', boris.id).execute()
    for (const [n, { state, ago, lasted }] of invites.entries())
      await owner
        .insertInto('invitations')
        .values({
          ...{
            listing_id: listings[n] ?? 0,
            user_id: boris.id,
            among: 1,
            state,
            created_at: at(now - ago * day),
          },
          ...(state === 'ended' && {
            ended_at: at(now - ago * day * (1 - lasted)),
            end_reason: 'listing_closed' as const,
          }),
        })
        .execute()
    await countRecords(api.ctx)
    const { record } = await reader.call('GET /api/users/full_user_info', { query: { user_id: boris.id } })
    return record.freelancer.figures?.invites
  }
  const rate = (share: Awaited<ReturnType<typeof shown>>) => share?.percent ?? 67
  await fc.assert(
    fc.asyncProperty(fc.array(anInvite, { minLength: 3, maxLength: 14 }), fc.nat(), async (invites, pick) => {
      const before = await shown(invites)
      expect(before).toEqual(inviteModel(invites))
      if (before) expect(before.percent).toBeGreaterThan(0)
      if (before) expect(before.percent).toBeLessThan(100)
      // A further answer never lowers the record, and declining counts as much as responding.
      const better = (state: Invite['state']) =>
        invites.map((one, n) => (n === pick % invites.length ? { ...one, state } : one))
      const [declined, responded] = [await shown(better('declined')), await shown(better('responded'))]
      expect(declined).toEqual(responded)
      if (before) expect(rate(declined)).toBeGreaterThanOrEqual(rate(before))
    }),
    { numRuns: 12, endOnFailure: true },
  )
})
