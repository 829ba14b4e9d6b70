import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { countRecords } from '#services/users/people/schedule.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { login, type Person } from '#tests/support/people/people.ts'
import { share } from '#tests/support/run/share.ts'

/** Compares the records of freelancers with a plain model on random deals and chats. */

const minute = 60_000
const day = 24 * 60 * minute
const year = 365 * day
let api: Api
let clients: Person[]
let nowMs: number
beforeAll(async () => {
  api = await openApi()
  const moment = api.ctx.now()
  api.ctx.now = () => moment
  nowMs = moment.getTime()
  clients = await Promise.all(Array.from({ length: 4 }, () => login(api)))
})

type Talk = {
  /** Milliseconds since the client's first message. */
  askedAgoMs: number
  /** Milliseconds from the client's first message to the freelancer's first reply; null without a reply. */
  replyMs: number | null
  /** True if the freelancer wrote before the client's first message. Such a message does not count as a reply. */
  hasGreeting: boolean
}
/** Times in milliseconds relative to the deal's completion; later times are positive. Null if there is no such time. */
type Work = {
  client: number
  completedAgoMs: number
  handedInMs: number | null
  deadlineMs: number | null
  /** The due date that both sides agreed on later. It replaces the deadline. */
  dueMs: number | null
  talk: Talk | null
}

/** Generates times at the given limits and up to two minutes before and after them. */
const around = (...moments: number[]) =>
  fc
    .tuple(fc.constantFrom(...moments), fc.integer({ min: -2, max: 2 }))
    .map(([moment, minutes]) => Math.max(1000, moment + minutes * minute))
const someMinutes = fc.integer({ min: -3000, max: 0 }).map((minutes) => minutes * minute)
const dates = fc.option(
  fc.oneof(
    someMinutes,
    someMinutes.map((ms) => ms + 2000 * minute),
  ),
)
const talk: fc.Arbitrary<Talk> = fc
  .record({
    askedAgoMs: around(2 * minute, 20 * day, day, day, year),
    replyPart: fc.option(
      fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3 }), fc.integer({ max: 100, min: 1 })),
    ),
    hasGreeting: fc.boolean(),
  })
  .map(({ replyPart, ...rest }) => ({
    ...rest,
    replyMs: replyPart === null ? null : Math.floor((rest.askedAgoMs * replyPart) / 100),
  }))
const work: fc.Arbitrary<Work> = fc.record({
  client: fc.nat(3),
  completedAgoMs: around(day, 100 * day, 100 * day, year),
  handedInMs: fc.option(someMinutes),
  deadlineMs: dates,
  dueMs: dates,
  talk: fc.option(talk, { freq: 8 }),
})
/** Mostly enough deals for a record to be shown. Work handed in exactly at the deadline is on time. */
const works = fc
  .array(work, { minLength: 4, maxLength: 9 })
  .chain((rawWorks) =>
    fc
      .array(fc.boolean(), { minLength: rawWorks.length, maxLength: rawWorks.length })
      .map((punctual) =>
        rawWorks.map((one, n) => (punctual[n] ? { ...one, dueMs: one.handedInMs ?? 0 } : one)),
      ),
  )

/** Computes a freelancer's record by the published formula. */
function computeExpectedRecord(works: Work[]) {
  const recentWorks = works.filter(({ completedAgoMs }) => completedAgoMs < year)
  const datedWorks = recentWorks.flatMap(({ handedInMs, dueMs, deadlineMs }) => {
    const date = dueMs ?? deadlineMs
    return date === null ? [] : [{ isOnTime: (handedInMs ?? 0) <= date }]
  })
  const worksPerClient = [0, 1, 2, 3].map((client) => works.filter((one) => one.client === client).length)
  const waits = works
    .flatMap(({ talk }) => talk ?? [])
    .filter(({ askedAgoMs, replyMs }) => askedAgoMs < year && (replyMs !== null || askedAgoMs >= day))
    .map(({ replyMs }) => replyMs ?? Number.POSITIVE_INFINITY)
    .toSorted((a, b) => a - b)
  const median = waits[Math.ceil(waits.length / 2) - 1] ?? Number.POSITIVE_INFINITY
  return {
    completed: recentWorks.length,
    figures:
      recentWorks.length < 5
        ? null
        : {
            dated: datedWorks.length,
            on_time: datedWorks.filter(({ isOnTime }) => isOnTime).length,
            returning_clients: worksPerClient.filter((count) => count > 1).length,
            reply_minutes: waits.length < 5 || !Number.isFinite(median) ? null : Math.ceil(median / minute),
            invites: null,
          },
  }
}

const timeText = (ms: number) => new Date(ms).toISOString()
const timeOrNull = (startMs: number, ms: number | null) => (ms === null ? null : timeText(startMs + ms))

async function insertWorks(freelancer: Person, works: Work[]): Promise<void> {
  const { owner } = api
  await owner
    .updateTable('users')
    .set({ completed_count: works.length })
    .where('id', '=', freelancer.id)
    .execute()
  for (const { client, completedAgoMs, handedInMs, deadlineMs, dueMs, talk } of works) {
    const author_id = clients[client]?.id ?? 0
    const completedMs = nowMs - completedAgoMs
    const { id: listing_id } = await owner
      .insertInto('listings')
      .values({
        kind: 'order',
        author_id,
        executor_id: freelancer.id,
        status: 'completed',
        title: 'Сайт для кофейни',
        category_id: 101,
        content_hash: crypto.randomUUID(),
        published_at: timeText(completedMs - 30 * day),
        completed_at: timeText(completedMs),
        handed_in_at: timeOrNull(completedMs, handedInMs),
        deadline: timeOrNull(completedMs, deadlineMs),
        due_at: timeOrNull(completedMs, dueMs),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (talk) await insertTalk(freelancer, { listing_id, author_id }, talk)
  }
}

async function insertTalk(
  freelancer: Person,
  { listing_id, author_id }: { listing_id: number; author_id: number },
  { askedAgoMs, replyMs, hasGreeting }: Talk,
): Promise<void> {
  const { id: room_id } = await api.owner
    .insertInto('chat_rooms')
    .values({
      kind: 'project',
      listing_id,
      user_low: Math.min(author_id, freelancer.id),
      user_high: Math.max(author_id, freelancer.id),
      opened_by: freelancer.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const askedMs = nowMs - askedAgoMs
  const message = (sender_id: number, ms: number) => ({
    room_id,
    sender_id,
    content: 'Здравствуйте',
    created_at: timeText(ms),
  })
  const first = message(author_id, askedMs)
  const messages = [
    ...(hasGreeting ? [message(freelancer.id, askedMs - minute)] : []),
    first,
    // The client's second message does not start a new conversation.
    { ...first, created_at: timeText(askedMs) },
    ...(replyMs === null ? [] : [message(freelancer.id, askedMs + replyMs), message(freelancer.id, nowMs)]),
  ]
  await api.owner.insertInto('chat_messages').values(messages).execute()
}

test('a record of works and replies is what the published formula says of them', async () => {
  await fc.assert(
    fc.asyncProperty(works, async (all) => {
      const freelancer = await login(api)
      await insertWorks(freelancer, all)
      await countRecords(api.ctx)
      const query = { user_id: freelancer.id }
      const [reader = freelancer] = clients
      const { record } = await reader.call('GET /api/users/full_user_info', { query })
      expect(record.freelancer).toEqual(computeExpectedRecord(all))
    }),
    { numRuns: share(60, 15), endOnFailure: true },
  )
})

test('a freelancer: what was completed, in time, who came back, and how soon they answer', async () => {
  const freelancer = await login(api)
  const [anna, vera, boris, lena] = [0, 1, 2, 3]
  const workOf = (client: number, daysLate: number | null, replyMinutes: number | null): Work => ({
    client,
    completedAgoMs: 10 * day,
    handedInMs: -2 * day,
    deadlineMs: daysLate === null ? null : -(2 + daysLate) * day,
    dueMs: null,
    talk: {
      askedAgoMs: 10 * day,
      replyMs: replyMinutes === null ? null : replyMinutes * minute,
      hasGreeting: false,
    },
  })
  await insertWorks(freelancer, [
    workOf(anna, -1, 10),
    // Work handed in one minute after the deadline counts as late.
    workOf(anna, 1 / (24 * 60), 20),
    workOf(vera, 0, 30),
    workOf(anna, null, 40),
    workOf(boris, -3, null),
    workOf(lena, 2, null),
  ])
  await countRecords(api.ctx)
  const [reader = freelancer] = clients
  const { record } = await reader.call('GET /api/users/full_user_info', { query: { user_id: freelancer.id } })
  expect(record.freelancer).toEqual({
    completed: 6,
    figures: { dated: 5, on_time: 3, returning_clients: 1, reply_minutes: 30, invites: null },
  })
})
