import type { Context } from '#services/core/context.ts'
import { ledgerImbalance, type OperatorsView, operatorsView } from '#services/operations/figures/figures.ts'
import { rateLifeDays } from '#services/reference/projections.ts'
import { listStaleRates } from '#services/reference/rates.ts'
import { check, type Finding } from './result.ts'

const lateMs = 5 * 60_000
/**
 * Usual share of launches of the mini-app that people close before the mini-app has loaded, for example on a slow
 * network.
 */
const usualShare = 0.1
const fewLaunches = 20

const isLosing = ({ launches, launches_lost }: OperatorsView) =>
  launches >= fewLaunches && launches_lost > launches * usualShare
const launchesText = ({ launches, launches_lost }: OperatorsView) =>
  `${launches_lost} of ${launches} of a day never became ready`

/** Checks figures that must be zero, such as the ledger's imbalance, and work that waits for a member of the staff. */
export async function checkWork(ctx: Context): Promise<Finding[]> {
  const view = await operatorsView(ctx)
  const imbalance = await ledgerImbalance(ctx.db)
  const staleRates = await listStaleRates(ctx, rateLifeDays)
  const delaySeconds = Math.round(view.outbox_age_ms / 1000)
  return [
    check(view.outbox_age_ms < lateMs, 'outbox', `oldest task ${delaySeconds} s late`, {
      bad: `oldest task ${delaySeconds} s late`,
      cure: 'Look at the workers and Redis: docs/operating.md, outbox.',
    }),
    check(view.dead_tasks === 0, 'tasks given up', 'none', {
      bad: `${view.dead_tasks}`,
      cure: 'See what failed with `otklik requeue --dry-run`, then `otklik requeue`.',
    }),
    check(view.payment_violations === 0, 'payments', 'agree with what they paid for', {
      bad: `${view.payment_violations} contradict what they paid for`,
      cure: 'docs/operating.md, payments.',
    }),
    check(imbalance === 0, 'ledger', 'adds up', {
      bad: `is off by ${imbalance}`,
      cure: 'Give no money back until it is explained: docs/operating.md, ledger.',
    }),
    check(!isLosing(view), 'launches', launchesText(view), {
      warning: launchesText(view),
      cure: 'docs/operating.md, launches.',
    }),
    check(view.open_cases === 0, 'payment cases', 'none', {
      warning: `${view.open_cases} wait for a person`,
      cure: 'Open Payments in the admin area.',
    }),
    check(staleRates.length === 0, 'exchange rates', `not older than ${rateLifeDays} days`, {
      warning: `${staleRates.join(', ')}: older than ${rateLifeDays} days, so prices are shown in their own currency alone`,
      cure: 'Set RATES_URL, or set the rates in the admin area.',
    }),
  ]
}
