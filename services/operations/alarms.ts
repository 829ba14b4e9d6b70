import type { Context } from '#services/core/context.ts'
import { queueDelivery } from '#services/notifications/delivery-queue.ts'
import type { Alarm } from '#services/notifications/kinds.ts'
import { ledgerImbalance, type OperatorsView, operatorsView } from './readiness.ts'

/** A backlog older than this does not go away by itself. */
const lateMs = 5 * 60_000

/** What operators are called for, and the figure that says how bad it is. */
const alarms: Record<Alarm, (view: OperatorsView) => number> = {
  payments: (view) => view.payment_violations,
  ledger: (view) => view.ledger_imbalance,
  dead_tasks: (view) => view.dead_tasks,
  outbox: ({ outbox_age_ms }) => (outbox_age_ms > lateMs ? Math.round(outbox_age_ms / 60_000) : 0),
}

/**
 * Looks at everything that must be zero and calls the operators' chat for what is not, once an hour each.
 * @param whole adds up the whole ledger, and not only what was posted lately
 */
export async function raiseAlarms(ctx: Context, whole = false): Promise<Alarm[]> {
  const view = await operatorsView(ctx)
  if (whole) view.ledger_imbalance = await ledgerImbalance(ctx.db)
  const figures = (Object.keys(alarms) as Alarm[]).map((alarm) => ({ alarm, figure: alarms[alarm](view) }))
  const raised = figures.filter(({ figure }) => figure > 0)
  const hour = ctx.now().toISOString().slice(0, 13)
  for (const { alarm, figure } of raised) {
    ctx.log.error({ alarm, figure }, 'operators are called')
    await ctx.db.transaction().execute((tx) =>
      queueDelivery(ctx, tx, {
        to: { chat_id: ctx.config.OPS_CHAT_ID },
        kind: 'operations_alarm',
        payload: { alarm, figure },
        dedupe_key: `alarm:${alarm}:${hour}`,
      }),
    )
  }
  return raised.map(({ alarm }) => alarm)
}
