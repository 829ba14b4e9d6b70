import type { z } from 'zod'
import type { Funnel } from '#contract/calls/funnel.ts'
import { limits } from '#contract/limits.ts'
import { type Lag, lags } from '#contract/options.ts'

export type Counted = { shown: number; opened: number; favourited: number; responded: number }
type Beside = { own: number; usual: number }
export type Look = {
  own: Counted
  usual: Counted
  /** Characters of the main text, and questions to everybody who responds. */
  length: Beside
  questions: Beside
  /** In roubles, beside the quartiles of the speciality; null where there are none. */
  price: { own: number; low: number; high: number } | null
}
export type Advice = NonNullable<z.output<typeof Funnel>['advice']>

const { shown, opened, gap } = limits.funnel

/** By which share of the usual a step falls behind; 0 where too few have come so far to say. */
function behind(own: Counted, usual: Counted, step: Lag): number {
  const [from, least] = step === 'opened' ? (['shown', shown] as const) : (['opened', opened] as const)
  if (own[from] < least || usual[from] === 0 || usual[step] === 0) return 0
  return Math.max(0, 1 - own[step] / own[from] / (usual[step] / usual[from]))
}

/** A text that says less than two thirds of what the others say. */
const isShort = ({ own, usual }: Beside) => own * 3 < usual * 2

const beside = ({ own, usual }: Beside) => ({ own, low: usual, high: usual })

/** What its author can change about a step: what a card shows decides about opening, the whole page about responding. */
function remedy(lag: Lag, { length, questions, price }: Look) {
  const text = isShort(length) && ({ kind: 'text', ...beside(length) } as const)
  const dearer = price !== null && price.own < price.low && ({ kind: 'price', ...price } as const)
  const fewer = questions.own > questions.usual && ({ kind: 'questions', ...beside(questions) } as const)
  return (lag === 'opened' ? [text, dearer] : [dearer, fewer, text]).find((found) => found !== false)
}

/** One piece of advice, about the step that lags most and that its author can mend; none where nothing lags. */
export function adviseOn(look: Look): Advice | null {
  const late = lags
    .map((lag) => ({ lag, share: behind(look.own, look.usual, lag) }))
    .filter(({ share }) => share >= gap)
    .sort((one, other) => other.share - one.share)
  for (const { lag } of late) {
    const found = remedy(lag, look)
    if (found) return { lag, is_only: late.length === 1, ...found }
  }
  return null
}
