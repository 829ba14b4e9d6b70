import { beforeAll, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { runOnce } from '#services/api/calls/idempotency.ts'
import { sendMessage } from '#services/chat/actions.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { saveSearch } from '#services/relations/saved-searches.ts'
import { addTemplate } from '#services/responses/shield/templates.ts'
import { openRoomWith } from '#tests/api/chat/chat-scenes.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { client, freelancer, type Person } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/run/eventually.ts'

let api: Api
let anna: Person
let boris: Person
/** A chat of Anna's. */
let room_id: number
beforeAll(async () => {
  api = await openApi()
  anna = await freelancer(api)
  boris = await client(api)
  room_id = (await openRoomWith(anna, await freelancer(api))).id
})

const contextOf = (person: Person, now = api.ctx.now) =>
  ({ ...api.ctx, now, viewer: { id: person.id } }) as unknown as UserContext
const call = 'POST /api/projects/create'
const hour = 3_600_000
let runCount = 0

/**
 * Makes a call under an idempotency key.
 * @returns the stored answer, which a repeated call returns too
 */
function callWithKey(
  person: Person,
  key: string | undefined,
  input: unknown = 'text',
  run: (isRepeat: boolean) => Promise<{ run: number }> = async () => ({ run: ++runCount }),
  now = api.ctx.now,
) {
  return runOnce(contextOf(person, now), call, key, input, run)
}

test('two people with the same key have nothing to do with each other, also when one of them fails', async () => {
  const key = crypto.randomUUID()
  const first = await callWithKey(anna, key)
  const failingCall = callWithKey(boris, key, 'text', () => Promise.reject(new Error('no')))
  await expect(failingCall).rejects.toThrow('no')
  // The failed call released Boris's idempotency key and kept Anna's.
  expect(await callWithKey(anna, key)).toEqual(first)
  const otherBody = await callWithKey(boris, key, 'another text')
  expect(otherBody).not.toEqual(first)
  expect(await callWithKey(boris, key, 'another text')).toEqual(otherBody)
  await expect(callWithKey(boris, key, 'text')).rejects.toMatchObject({ code: 'idempotency_conflict' })
  // The answer stored for Boris did not replace the answer stored for Anna.
  expect(await callWithKey(anna, key)).toEqual(first)
})

test('after a failure nobody knows how far the call came: the next one runs at once and is told; others wait on', async () => {
  const { clock, repeatRequest, end } = await startHangingRequest()
  const key = crypto.randomUUID()
  const repeatFlags: boolean[] = []
  const run = (error?: Error) => async (isRepeat: boolean) => {
    repeatFlags.push(isRepeat)
    if (error) throw error
    return { run: ++runCount }
  }
  await expect(callWithKey(anna, key, 'text', run(new AppError('list_full')))).rejects.toThrow()
  await expect(callWithKey(anna, key, 'text', run(new Error('the connection is gone')))).rejects.toThrow()
  const startedAt = performance.now()
  await callWithKey(anna, key, 'text', run())
  expect(performance.now() - startedAt).toBeLessThan(3000)
  expect(repeatFlags).toEqual([false, false, true])
  const runsBefore = runCount
  clock.at += 4000
  const waitingCall = repeatRequest()
  await waitForLooks(clock)
  expect(runCount).toBe(runsBefore)
  expect(await end()).toEqual({ run: 0 })
  expect(await waitingCall).toEqual({ run: 0 })
})

test('without a key every call runs', async () => {
  const [first, second] = [await callWithKey(anna, undefined), await callWithKey(anna, undefined)]
  expect(second.run).toBe(first.run + 1)
})

test('an answer is kept for 24 hours and no longer', async () => {
  const key = crypto.randomUUID()
  const first = await callWithKey(anna, key)
  api.advanceClock(24 * hour - 60_000)
  expect(await callWithKey(anna, key)).toEqual(first)
  api.advanceClock(120_000)
  expect(await callWithKey(anna, key, 'another text')).not.toEqual(first)
})

/**
 * Starts a request under an idempotency key. The request runs until the test ends it. Its clock stands still and counts
 * its reads.
 */
async function startHangingRequest() {
  const key = crypto.randomUUID()
  const clock = { at: api.ctx.now().getTime(), asked: 0 }
  const now = () => {
    clock.asked++
    return new Date(clock.at)
  }
  const { promise, resolve } = Promise.withResolvers<{ run: number }>()
  const isRunning = Promise.withResolvers<void>()
  const run = () => {
    isRunning.resolve()
    return promise
  }
  const first = callWithKey(anna, key, 'text', run, now)
  await isRunning.promise
  const repeatRequest = () => callWithKey(anna, key, 'text', undefined, now)
  const endRun = () => {
    resolve({ run: 0 })
    return first
  }
  return { key, clock, repeatRequest, end: endRun }
}
/** Waits until the waiting request has looked for an answer a few times more. */
const waitForLooks = async (clock: { asked: number }) => {
  const askedBefore = clock.asked
  await eventually(() => clock.asked > askedBefore + 3)
}

test('a run that died is taken over after five seconds, not before, and never one that has answered', async () => {
  const { clock, repeatRequest, end } = await startHangingRequest()
  clock.at += 4999
  const runsBefore = runCount
  const waitingCall = repeatRequest()
  await waitForLooks(clock)
  expect(runCount).toBe(runsBefore)
  clock.at += 1
  expect(await waitingCall).toEqual({ run: runsBefore + 1 })
  await end()
})

test('who waits looks twenty times a second, and gets the answer when it is there', async () => {
  const { clock, repeatRequest, end } = await startHangingRequest()
  clock.asked = 0
  const startedAt = performance.now()
  const waitingCall = repeatRequest()
  await eventually(() => clock.asked >= 10)
  // Each look reads the clock twice, so that four waits are over. A timer may fire a millisecond early.
  const waitedMs = performance.now() - startedAt
  expect(waitedMs).toBeGreaterThan(4 * 49)
  expect(waitedMs).toBeLessThan(4 * 1000)
  await end()
  expect(await waitingCall).toEqual({ run: 0 })
})

test('after ten seconds of waiting for one after another the answer is that there is none', async () => {
  const { key, clock, repeatRequest, end } = await startHangingRequest()
  const waitingCall = repeatRequest().catch((error: { code: string }) => error.code)
  const otherRequests = () =>
    api.ctx.db
      .updateTable('idempotency_keys')
      .set({ created_at: new Date(clock.at + 9999).toISOString() })
      .where('key', '=', key)
      .execute()
  await otherRequests()
  clock.at += 9999
  expect(await Promise.race([waitingCall, waitForLooks(clock)])).toBeUndefined()
  clock.at += 1
  expect(await waitingCall).toBe('unavailable')
  await end()
})

test('a key of 200 characters counts, a longer one is named', async () => {
  expect(await callWithKey(anna, 'k'.repeat(200))).toEqual({ run: runCount })
  await expect(callWithKey(anna, 'k'.repeat(201))).rejects.toMatchObject({
    code: 'invalid_input',
    details: { fields: [{ path: 'Idempotency-Key' }] },
  })
})

type Act = (ctx: UserContext) => Promise<object>
const writingCalls: [string, Act][] = [
  ['a chat message', (ctx) => writeMessage(ctx)],
  ['a saved search', (ctx) => saveSearch(ctx, { ...search, filters: {} })],
  ['a template of a response', (ctx) => addTemplate(ctx, 'Делаю сайты десять лет')],
]
const search = { kind: 'order', name: 'Сайты', is_notify: true, frequency: 'at_once' } as const
const writeMessage = (ctx: UserContext) => sendMessage(ctx, { room_id, content: 'Начнём завтра?' })

test.each(writingCalls)(
  '%s of a process that died before it answered is not written twice',
  async (_, act) => {
    const key = crypto.randomUUID()
    const written: object[] = []
    const repeatCall = () =>
      runOnce(contextOf(anna), call, key, 'text', async (is_repeat, keepReply) => {
        written.push(await act({ ...contextOf(anna), is_repeat, keepReply }))
        throw new Error('the process was killed')
      })
    await expect(repeatCall()).rejects.toThrow('killed')
    expect(await repeatCall()).toEqual(JSON.parse(JSON.stringify(written[0])))
    expect(written.length).toBe(1)
  },
)

test('of two runs of one call only the one that ends first writes', async () => {
  const key = crypto.randomUUID()
  const pause = Promise.withResolvers<void>()
  const hasStarted = Promise.withResolvers<void>()
  const send = (now = api.ctx.now, isPaused = false) =>
    runOnce({ ...contextOf(anna), now }, call, key, 'text', async (is_repeat, keepReply) => {
      hasStarted.resolve()
      if (isPaused) await pause.promise
      return writeMessage({ ...contextOf(anna), is_repeat, keepReply })
    })
  const countMessages = async () =>
    (await api.owner.selectFrom('chat_messages').select('id').execute()).length
  const before = await countMessages()
  const slowRun = send(undefined, true)
  await hasStarted.promise
  const message = await send(() => new Date(api.ctx.now().getTime() + 5000))
  pause.resolve()
  await expect(slowRun).rejects.toThrow('another run')
  expect(await send()).toEqual(JSON.parse(JSON.stringify(message)))
  expect(await countMessages()).toBe(before + 1)
})
