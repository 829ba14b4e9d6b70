import type { Context } from '#services/core/context.ts'
import { ledgerImbalance, type OperatorsView, operatorsView } from '#services/operations/readiness.ts'
import { bad, check, type Finding, warning } from './result.ts'

const lateMs = 5 * 60_000
/** Usual share of launches that people close while loading, on slow networks. */
const usualShare = 0.1
const fewLaunches = 20

const isLosing = ({ launches, launches_lost }: OperatorsView) =>
  launches >= fewLaunches && launches_lost > launches * usualShare
const launchesText = ({ launches, launches_lost }: OperatorsView) =>
  `${launches_lost} of ${launches} of a day never became ready`

/** Checks figures that must be zero, and work that waits for a person. */
export async function checkWork(ctx: Context): Promise<Finding[]> {
  const view = await operatorsView(ctx)
  const imbalance = await ledgerImbalance(ctx.db)
  const late = Math.round(view.outbox_age_ms / 1000)
  return [
    check(view.outbox_age_ms < lateMs, 'outbox', `oldest task ${late} s late`, () =>
      bad(
        'outbox',
        `oldest task ${late} s late`,
        'Look at the workers and Redis: docs/operating.md, outbox.',
      ),
    ),
    check(view.dead_tasks === 0, 'tasks given up', 'none', () =>
      bad(
        'tasks given up',
        `${view.dead_tasks}`,
        'See what failed with `otklik requeue --dry-run`, then `otklik requeue`.',
      ),
    ),
    check(view.payment_violations === 0, 'payments', 'agree with what they paid for', () =>
      bad(
        'payments',
        `${view.payment_violations} contradict what they paid for`,
        'docs/operating.md, payments.',
      ),
    ),
    check(imbalance === 0, 'ledger', 'adds up', () =>
      bad(
        'ledger',
        `is off by ${imbalance}`,
        'Give no money back until it is explained: docs/operating.md, ledger.',
      ),
    ),
    check(!isLosing(view), 'launches', launchesText(view), () =>
      warning('launches', launchesText(view), 'docs/operating.md, launches.'),
    ),
    check(view.open_cases === 0, 'payment cases', 'none', () =>
      warning('payment cases', `${view.open_cases} wait for a person`, 'Open Payments in the admin area.'),
    ),
  ]
}
