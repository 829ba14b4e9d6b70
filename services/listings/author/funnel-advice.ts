import type { z } from 'zod'
import type { Funnel } from '#contract/calls/funnel.ts'
import { limits } from '#contract/limits.ts'
import { type Lag, lags } from '#contract/options.ts'

export type Counted = { shown: number; opened: number; favourited: number; responded: number }
type Comparison = { own: number; usual: number }
export type FunnelFacts = {
  own: Counted
  usual: Counted
  /** Characters of the main text, and number of questions. */
  length: Comparison
  questions: Comparison
  /** In roubles, with the quartiles of the speciality; null without them. */
  price: { own: number; low: number; high: number } | null
}
export type Advice = NonNullable<z.output<typeof Funnel>['advice']>

const { shown, opened, gap } = limits.funnel

/** Share by which a step lags behind the usual; 0 if there are too few numbers. */
function lagShare(own: Counted, usual: Counted, step: Lag): number {
  const [from, least] = step === 'opened' ? (['shown', shown] as const) : (['opened', opened] as const)
  if (own[from] < least || usual[from] === 0 || usual[step] === 0) return 0
  return Math.max(0, 1 - own[step] / own[from] / (usual[step] / usual[from]))
}

/** True for a text shorter than two thirds of the usual. */
const isShort = ({ own, usual }: Comparison) => own * 3 < usual * 2

const asRange = ({ own, usual }: Comparison) => ({ own, low: usual, high: usual })

/** The thing an author can change about a step. The card decides about opening, the whole page about responding. */
function remedy(lag: Lag, { length, questions, price }: FunnelFacts) {
  const text = isShort(length) && ({ kind: 'text', ...asRange(length) } as const)
  const dearer = price !== null && price.own < price.low && ({ kind: 'price', ...price } as const)
  const fewer = questions.own > questions.usual && ({ kind: 'questions', ...asRange(questions) } as const)
  return (lag === 'opened' ? [text, dearer] : [dearer, fewer, text]).find((found) => found !== false)
}

/** One piece of advice about the step that lags most and can be improved; null if nothing lags. */
export function findAdvice(look: FunnelFacts): Advice | null {
  const late = lags
    .map((lag) => ({ lag, share: lagShare(look.own, look.usual, lag) }))
    .filter(({ share }) => share >= gap)
    .sort((one, other) => other.share - one.share)
  for (const { lag } of late) {
    const found = remedy(lag, look)
    if (found) return { lag, is_only: late.length === 1, ...found }
  }
  return null
}
