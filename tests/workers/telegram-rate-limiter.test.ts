import { beforeAll, beforeEach, expect, test } from 'vitest'
import { claimDeliveries } from '#services/notifications/outbox/claims.ts'
import { recordOutcome } from '#services/notifications/outbox/outcome.ts'
import { type RateLimiter, scaledRates, telegramRateLimiter } from '#workers/telegram/rate-limiter.ts'
import { openDeliveryTest } from './mail.ts'
import { insertPerson } from './setup.ts'

/** Telegram's documented rate limits: 30 messages a second in total, one a second in a chat, 20 a minute in a group. */

let mail: Awaited<ReturnType<typeof openDeliveryTest>>
beforeAll(async () => {
  mail = await openDeliveryTest()
})
const limiterKeys = () => mail.setup.ctx.redis.keys(`${mail.setup.ctx.config.REDIS_PREFIX}:telegram:*`)
beforeEach(async () => {
  const { redis, config } = mail.setup.ctx
  for (const key of await limiterKeys()) await redis.del(key.slice(config.REDIS_PREFIX.length + 1))
})
const createLimiter = (): RateLimiter => telegramRateLimiter(mail.setup.ctx.redis, scaledRates(1))

/**
 * Returns the number of slots that two alternating processes get before the first refusal, and the wait in milliseconds
 * after it.
 */
async function takeAll(chat_id: number): Promise<{ granted: number; wait_ms: number }> {
  const processes = [createLimiter(), createLimiter()] as const
  for (let grantedCount = 0; grantedCount < 100; grantedCount++) {
    const slot = await processes[grantedCount % 2 === 0 ? 0 : 1].take(chat_id, 'transactional')
    if (!slot.granted) return { granted: grantedCount, wait_ms: slot.wait_ms }
  }
  throw new Error('no end of turns')
}

test('two processes at one chat share its second: three at once, then one a second', async () => {
  const { granted, wait_ms } = await takeAll(5)
  expect(granted).toBe(3)
  expect(wait_ms).toBeGreaterThan(500)
  expect(wait_ms).toBeLessThanOrEqual(1000)
})

test('a group gets eight at once and one in five seconds after that: 20 in its first minute', async () => {
  const { granted, wait_ms } = await takeAll(-1_001_000_000_009)
  expect(granted).toBe(8)
  expect(wait_ms).toBeGreaterThan(4000)
  expect(wait_ms).toBeLessThanOrEqual(5000)
  expect(granted + Math.floor(60_000 / 5000)).toBe(20)
})

/** Returns the average milliseconds between messages to different chats if every granted slot is used. */
async function measureSpacing(): Promise<number> {
  const limiter = createLimiter()
  const waitTimes: number[] = []
  for (let chat = 1; chat <= 15; chat++) {
    const { granted, wait_ms } = await limiter.take(10_000 + chat, 'transactional')
    if (granted) waitTimes.push(wait_ms)
  }
  return ((waitTimes.at(-1) ?? 0) - (waitTimes[5] ?? 0)) / (waitTimes.length - 6)
}

test('after a refusal the rate is half of what it was, and comes back a hundredth a minute', async () => {
  const { redis } = mail.setup.ctx
  expect(await measureSpacing()).toBeLessThan(40)
  await createLimiter().pause(1)
  await expect.poll(() => createLimiter().paused(), { interval: 5 }).toBeLessThanOrEqual(0)
  const readRate = async () => Number((await redis.get('telegram:rate'))?.split(':')[0])
  expect(await readRate()).toBe(0.5)
  await redis.del('telegram:slot')
  expect(await measureSpacing()).toBeGreaterThan(45)
  // The rate recovers from 0.5 to 0.7 in twenty minutes without refusals. The next refusal then halves 0.7 to 0.35.
  await redis.set('telegram:rate', `0.5:${Date.now() - 20 * 60_000 - 500}`)
  await createLimiter().pause(1)
  expect(await readRate()).toBe(0.35)
  // Refusals never reduce the rate below a tenth of the full rate.
  for (let times = 0; times < 6; times++) {
    await redis.del('telegram:silence')
    await createLimiter().pause(1)
  }
  expect(await readRate()).toBe(0.1)
  // From a tenth, the rate recovers to the full rate within 91 minutes.
  await redis.set('telegram:rate', `0.1:${Date.now() - 91 * 60_000}`)
  await redis.del('telegram:slot', 'telegram:silence')
  expect(await measureSpacing()).toBeLessThan(40)
})

test('at the slowest rate a transactional message goes ahead of the bulk messages that wait', async () => {
  const { redis } = mail.setup.ctx
  const limiter = createLimiter()
  await redis.set('telegram:rate', `0.1:${Date.now() + 60_000}`)
  const takeBulk = (chat: number) => limiter.take(20_000 + chat, 'bulk')
  let waiting = 0
  while ((await takeBulk(waiting)).granted) waiting++
  expect(waiting).toBeGreaterThan(0)
  const urgent = await limiter.take(30_000, 'transactional')
  expect(urgent).toEqual({ granted: true, wait_ms: expect.any(Number) })
  expect(urgent.wait_ms).toBeLessThanOrEqual(1000)
  expect(await takeBulk(waiting + 1)).toMatchObject({ granted: false })
})

test('what an overtaken sender found out changes nothing', async () => {
  const { ctx } = mail.setup
  const reader = await insertPerson(mail.setup)
  const key = await mail.queueNotice(reader)
  const claimOne = async () => {
    const now = ctx.now().toISOString()
    const [claimed] = await claimDeliveries(ctx.db, { limit: 1, bulk: 0, now, lease_until: now })
    if (!claimed) throw new Error('nothing to claim')
    return claimed
  }
  const lateClaim = await claimOne()
  // The lease of the claimed message expires, and another process claims the message.
  await ctx.db
    .updateTable('deliveries')
    .set({ state: 'pending', lease_until: null })
    .where('id', '=', lateClaim.id)
    .execute()
  const newerClaim = await claimOne()
  expect([newerClaim.id, newerClaim.attempts]).toEqual([lateClaim.id, lateClaim.attempts + 1])
  const resendOptions = { resend_ms: 1000 }
  await recordOutcome(ctx, lateClaim, { state: 'failed', error: 'late', unreachable: true }, resendOptions)
  expect(await mail.row(key)).toMatchObject({ state: 'sending', attempts: newerClaim.attempts })
  const { notify_blocked_at } = await ctx.db
    .selectFrom('users')
    .select('notify_blocked_at')
    .where('id', '=', reader.id)
    .executeTakeFirstOrThrow()
  expect(notify_blocked_at).toBeNull()
  await recordOutcome(ctx, newerClaim, { state: 'failed', error: 'newer' }, resendOptions)
  expect(await mail.row(key)).toMatchObject({ state: 'failed', error: 'newer' })
})

test('two claimers never hold two messages of one chat', async () => {
  const { ctx } = mail.setup
  const reader = await insertPerson(mail.setup)
  const keys = [await mail.queueNotice(reader), await mail.queueNotice(reader)]
  const now = ctx.now().toISOString()
  const claimOne = () => claimDeliveries(ctx.db, { limit: 1, bulk: 0, now, lease_until: now })
  const first = await claimOne()
  expect(first).toHaveLength(1)
  expect(await claimOne()).toEqual([])
  const states = await Promise.all(keys.map(async (key) => (await mail.row(key)).state))
  expect(states.toSorted()).toEqual(['pending', 'sending'])
})
