import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { ChannelPostState } from '#contract/channels.ts'
import { findDuePost, type PostedChannel } from '#services/channels/posts.ts'
import { share } from '#tests/support/run/share.ts'
import { insertOrder, insertPerson, setUpWorkers, type WorkerSetup } from './setup.ts'

/** The order in which posts of a channel are sent and changed, for random posts, against a plain model. */

const minute = 60_000
/** Moscow time of the test, in hours after midnight. At night only what stands in the channel is changed. */
const noon = 12
const midnight = 23
const timeAt = (hours: number) => Date.parse('2026-03-02T00:00:00Z') + (hours - 3) * 60 * minute

let setup: WorkerSetup
let author_id: number
beforeAll(async () => {
  setup = await setUpWorkers()
  author_id = (await insertPerson(setup, { in_telegram: false })).id
})

type Post = {
  state: ChannelPostState
  isOutdated: boolean
  isPublished: boolean
  /** Minutes between now and the next try; null for a post that was never refused. */
  retryMinutes: number | null
  /** Minutes since the post was stored, since its listing was published, and since it was sent. */
  storedMinutes: number
  listedMinutes: number
  postedMinutes: number
}
const post: fc.Arbitrary<Post> = fc.record({
  state: fc.constantFrom(
    'waiting',
    'waiting',
    'posted',
    'posted',
    'unknown',
    'sending',
    'deleted',
    'dropped',
  ),
  isOutdated: fc.boolean(),
  isPublished: fc.boolean(),
  retryMinutes: fc.constantFrom(null, null, null, -1, 0, 1),
  storedMinutes: fc.nat(2),
  listedMinutes: fc.nat(2),
  postedMinutes: fc.constantFrom(1, 59, 60, 61),
})
const channel = fc.record({
  hours: fc.constantFrom(noon, noon, midnight),
  is_quiet: fc.boolean(),
  per_hour: fc.constantFrom(1, 2, 3, 1000),
  state: fc.constantFrom<PostedChannel['state']>('active', 'active', 'active', 'paused', 'removed'),
  lost_reason: fc.constantFrom<PostedChannel['lost_reason']>(null, null, null, 'no_right'),
})
type Drawn = typeof channel extends fc.Arbitrary<infer Value> ? Value : never

/** Places of the posts in the order in which they are handled, until nothing more may be done now. */
function orderByHand(posts: Post[], { hours, is_quiet, per_hour, state, lost_reason }: Drawn): number[] {
  const isDue = ({ retryMinutes }: Post) => retryMinutes === null || retryMinutes <= 0
  const places = posts.map((_, at) => at)
  const at = (place: number) => posts[place] as Post
  const byAge = (one: number, other: number) =>
    at(other).storedMinutes - at(one).storedMinutes ||
    at(other).listedMinutes - at(one).listedMinutes ||
    one - other
  const changes = places.filter((place) => {
    const { state, isOutdated } = at(place)
    return ['posted', 'unknown'].includes(state) && isOutdated && isDue(at(place))
  })
  const over = changes.filter((place) => !at(place).isPublished)
  const open = changes.filter((place) => at(place).isPublished)
  const waiting = places.filter((place) => at(place).state === 'waiting' && isDue(at(place)))
  // A waiting post of a listing that is over says so as well, and is found to be needless when it is composed.
  const waitingInOrder = [
    ...waiting.filter((place) => !at(place).isPublished).sort(byAge),
    ...waiting.filter((place) => at(place).isPublished).sort(byAge),
  ]
  const mayPost = state === 'active' && lost_reason === null && !(is_quiet && hours === midnight)
  const isPosted = ({ state }: Post) => state === 'posted' || state === 'deleted'
  const sentCount = posts.filter((one) => isPosted(one) && one.postedMinutes < 60).length
  const left = mayPost ? Math.max(0, per_hour - sentCount) : 0
  return [...over.sort(byAge), ...open.sort(byAge), ...waitingInOrder.slice(0, left)]
}

async function insertPosts(channel_id: number, posts: Post[], nowMs: number): Promise<number[]> {
  const timeAgo = (minutes: number) => new Date(nowMs - minutes * minute).toISOString()
  const ids: number[] = []
  for (const [at, one] of posts.entries()) {
    const listing_id = await insertOrder(setup, author_id, {
      status: one.isPublished ? 'published' : 'archived',
      published_at: timeAgo(one.listedMinutes),
    })
    ids.push(listing_id)
    await setup.owner
      .insertInto('channel_posts')
      .values({
        channel_id,
        listing_id,
        state: one.state,
        message_id: one.state === 'posted' ? at + 1 : null,
        changes: one.isOutdated ? 2 : 1,
        shown_changes: 1,
        retry_at: one.retryMinutes === null ? null : timeAgo(-one.retryMinutes),
        created_at: timeAgo(one.storedMinutes),
        posted_at: one.state === 'posted' || one.state === 'deleted' ? timeAgo(one.postedMinutes) : null,
      })
      .execute()
  }
  return ids
}

test('posts are handled in the order that a plain model gives, and not more of them than the pace allows', async () => {
  let chatId = -1_001_000_000_000
  await fc.assert(
    fc.asyncProperty(channel, fc.array(post, { minLength: 1, maxLength: 8 }), async (drawn, posts) => {
      const { hours, ...columns } = drawn
      const now = new Date(timeAt(hours))
      const ctx = { ...setup.ctx, now: () => now }
      const time = now.toISOString()
      const row = await setup.owner
        .insertInto('channels')
        .values({
          ...columns,
          chat_id: --chatId,
          title: 'Заказы',
          takes_since: time,
          next_at: time,
          checked_at: time,
          lost_since: columns.lost_reason && time,
        })
        .returning(['id', 'chat_id', 'language'])
        .executeTakeFirstOrThrow()
      const ids = await insertPosts(row.id, posts, now.getTime())
      const handled: number[] = []
      for (;;) {
        const due = await findDuePost(ctx, { ...row, ...columns, has_dead_post: false })
        if (!due || handled.length > posts.length) break
        handled.push(ids.indexOf(due.listing_id))
        const isNew = due.state === 'waiting'
        await setup.owner
          .updateTable('channel_posts')
          .set({
            shown_changes: due.changes,
            ...(isNew && { state: 'posted', message_id: 99, posted_at: time }),
          })
          .where('channel_id', '=', row.id)
          .where('listing_id', '=', due.listing_id)
          .execute()
      }
      expect(handled).toEqual(orderByHand(posts, drawn))
    }),
    { numRuns: share(200, 40), endOnFailure: true },
  )
})
