import { sql } from 'kysely'
import type { Context } from '#services/core/context.ts'
import { type Loop, startLoop } from './loop.ts'
import { after, timing } from './timing.ts'

/**
 * A clock that ran ahead and was set right leaves work behind that is due when the clock gets there again: an hour later,
 * or a day. What was made in the future, or waits longer than anything waits, is brought to where it belongs.
 */
export function startClockRepair(ctx: Context): Loop {
  return startLoop(ctx, {
    name: 'clock-jumps',
    round: async (own) => {
      const moved = await bringBack(own)
      if (moved > 0) own.log.warn({ moved }, 'a clock had run ahead: what waited for it goes on')
      return timing.clock.look
    },
  })
}

/** @returns how many tasks, messages and questions to the provider were moved */
export async function bringBack(ctx: Context): Promise<number> {
  const [present, soon] = [ctx.now().toISOString(), after(ctx.now(), timing.clock.slack)]
  const longestWait = after(ctx.now(), Math.max(...timing.retry) + timing.clock.slack)
  const asked = after(ctx.now(), timing.clock.ask)
  const statements = [
    // Nothing is made in the future, and a task that was handed over once comes back within the longest wait.
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
    // A sender that lives renews its lease within a second; that of a dead one runs out as always.
    sql`
      update deliveries set lease_until = ${after(ctx.now(), timing.delivery.lease)}
      where state = 'sending' and lease_until > ${soon}`,
    // The age of a payment never changes, so it is asked about again and again until it is through. The first three
    // questions about one, and steps of a refund, come within five minutes.
    sql`
      update payments set next_check_at = ${asked}
      where next_check_at > ${asked} and state in ('created', 'pending', 'refund_pending')
        and (created_at > ${soon} or (checks <= 2 and next_check_at > ${longestWait}))`,
  ]
  let moved = 0
  for (const statement of statements) {
    const { numAffectedRows = 0n } = await statement.execute(ctx.db)
    moved += Number(numAffectedRows)
  }
  return moved
}
