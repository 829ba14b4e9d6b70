import { sql } from 'kysely'
import type { Context } from '#services/core/context.ts'
import { type Loop, startLoop } from './loop.ts'
import { addMs, timing } from './timing.ts'

/**
 * Repairs due times that were written while the machine's clock was ahead, because their tasks would otherwise wait an
 * hour or a day. A due time is moved back if its row is dated in the future, or if the wait is longer than the longest
 * possible wait.
 */
export function startClockRepair(ctx: Context): Loop {
  return startLoop(ctx, {
    name: 'clock-jumps',
    round: async (loopCtx) => {
      const movedCount = await repairTimes(loopCtx)
      if (movedCount > 0)
        loopCtx.log.warn({ moved: movedCount }, 'a clock had run ahead: what waited for it goes on')
      return timing.clock.look
    },
  })
}

/**
 * Moves due times back that were written while the machine's clock was ahead.
 * @returns number of moved tasks, messages and inquiries
 */
export async function repairTimes(ctx: Context): Promise<number> {
  const [present, soon] = [ctx.now().toISOString(), addMs(ctx.now(), timing.clock.slack)]
  const longestWait = addMs(ctx.now(), Math.max(...timing.retry) + timing.clock.slack)
  const earliestNext = addMs(ctx.now(), timing.clock.latestInquiry)
  const statements = [
    // Selects tasks that only a clock ahead of time can have written: their event was created in the future, or they
    // were tried and are due later than after the longest wait.
    sql`
      with ahead as (
        select task.event_id, task.consumer, task.attempt, event.created_at - ${present}::timestamptz as by
        from event_tasks task join events event on event.id = task.event_id
        where task.done_at is null and task.dead_at is null and task.next_at > ${soon}
          and (event.created_at > ${soon} or (task.attempt > 0 and task.next_at > ${longestWait}))
      ), events_now as (
        update events set created_at = ${present} from ahead where id = event_id and created_at > ${soon}
      )
      update event_tasks task
      set next_at = case when ahead.attempt > 0 then ${present}::timestamptz else task.next_at - ahead.by end
      from ahead where ahead.event_id = task.event_id and ahead.consumer = task.consumer`,
    sql`
      update deliveries set next_at = next_at - (created_at - ${present}::timestamptz), created_at = ${present}
      where state = 'pending' and next_at > ${soon} and created_at > ${soon}`,
    // Leases that end too late are shortened. A living sender renews its lease within a second, and the lease of a dead
    // sender expires.
    sql`
      update deliveries set lease_until = ${addMs(ctx.now(), timing.delivery.lease)}
      where state = 'sending' and lease_until > ${soon}`,
    // The creation time of a payment never changes, so its next inquiry is moved repeatedly until the payment is
    // finished. The first three inquiries about a payment, and the first steps of a refund, are less than five minutes
    // apart.
    sql`
      update payments set next_check_at = ${earliestNext}
      where next_check_at > ${earliestNext} and state in ('created', 'pending', 'refund_pending')
        and (created_at > ${soon} or (checks <= 2 and next_check_at > ${longestWait}))`,
  ]
  let movedCount = 0
  for (const statement of statements) {
    const { numAffectedRows = 0n } = await statement.execute(ctx.db)
    movedCount += Number(numAffectedRows)
  }
  return movedCount
}
