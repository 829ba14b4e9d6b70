import { expect, test } from 'vitest'
import { claimTasks, completeTask } from '#db/outbox.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/records/events.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { openApi } from '#tests/support/api/api.ts'
import { repairTimes } from '#workers/engine/clock-jumps.ts'

const minute = 60_000
const [hour, day] = [60 * minute, 24 * 60 * minute]
const contextAfter = (ctx: Context, ms: number): Context => ({ ...ctx, now: () => new Date(Date.now() + ms) })

async function recordEvent(ctx: Context, report: string, dueAt?: Date): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await record(ctx, tx, 'client.failed', { report }, dueAt)
    const to = { chat_id: ctx.config.OPS_CHAT_ID }
    const message = {
      kind: 'client_error',
      payload: { event_id: report },
      dedupe_key: `clock:${report}`,
    } as const
    await queueDelivery(ctx, tx, { to, ...message })
  })
}

async function relayEvents(ctx: Context): Promise<unknown[]> {
  const tasks = await claimTasks(ctx.db, { limit: 10, now: ctx.now().toISOString(), waits: [5 * minute] })
  return tasks.map(({ payload }) => payload.report).sort()
}

test('what was written down while a clock ran ahead goes on once it is right, and nothing else does', async () => {
  const { ctx } = await openApi()
  const futureContext = contextAfter(ctx, hour)
  await recordEvent(ctx, 'tried ahead')
  expect(await relayEvents(futureContext)).toEqual(['tried ahead'])
  await recordEvent(futureContext, 'made ahead')
  await recordEvent(futureContext, 'for tomorrow', new Date(futureContext.now().getTime() + day))
  await recordEvent(ctx, 'for later', new Date(Date.now() + 2 * hour))
  expect(await relayEvents(ctx)).toEqual([])

  expect(await repairTimes(ctx)).toBeGreaterThan(0)
  expect(await relayEvents(ctx)).toEqual(['made ahead', 'tried ahead'])
  expect(await repairTimes(ctx)).toBe(0)
  expect(await relayEvents(contextAfter(ctx, day - minute))).not.toContain('for tomorrow')
  expect(await relayEvents(contextAfter(ctx, day + minute))).toContain('for tomorrow')
  const waitingTasks = ctx.db
    .selectFrom('deliveries')
    .select('id')
    .where('next_at', '>', contextAfter(ctx, minute).now().toISOString())
  expect(await waitingTasks.execute()).toEqual([])
})

test('what was done while a clock ran ahead is not touched', async () => {
  const { ctx } = await openApi()
  const futureContext = contextAfter(ctx, hour)
  await ctx.db.transaction().execute((tx) => record(futureContext, tx, 'client.failed', { report: 'done' }))
  const done = { consumer: 'client-errors', now: futureContext.now().toISOString() }
  const tasks = await ctx.db.selectFrom('event_tasks').selectAll().where('done_at', 'is', null).execute()
  for (const { event_id } of tasks)
    await ctx.db.transaction().execute((tx) => completeTask(tx, { event_id, ...done }))
  const readTimes = () => ctx.db.selectFrom('event_tasks').select(['event_id', 'next_at']).execute()
  const before = await readTimes()
  expect(before.length).toBeGreaterThan(0)
  expect(await repairTimes(ctx)).toBe(0)
  expect(await readTimes()).toEqual(before)
})
