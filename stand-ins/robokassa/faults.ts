/** Faults that tests can inject into the provider stand-in. `ms` is in milliseconds of the stand-in's clock. */
export const faultKinds = [
  // Faults of the result call:
  'duplicate',
  'concurrent',
  'delay',
  'reorder',
  'drop',
  'after_success',
  'after_expiry',
  'wrong_amount',
  'wrong_shp',
  'bad_signature',
  'test_password',
  'get',
  // Faults of the operation's state:
  'state_50',
  'state_60',
  'state_80',
  // Faults of the state inquiry:
  'state_answer',
  'state_not_found',
  'state_wrong_shp',
  'state_older',
  /** The answer to the state inquiry does not contain the time of the state. */
  'state_undated',
  'state_code',
  'result_code',
  'two_operations',
  /** The answer to the state inquiry contains the invoice's amount instead of the credited amount. */
  'state_gross',
  /** The fee is between `from` and `to` percent. It is random but reproducible by the seed. */
  'fee',
  // Faults of refunds:
  'refund_answer',
  'refund_answer_lost',
  'refund_no_funds',
  'refund_processing',
  'refund_canceled',
  // Faults of the payment page:
  'shop_inactive',
  'start_error',
] as const
export type FaultKind = (typeof faultKinds)[number]

export const brokenAnswers = ['500', 'timeout', 'html', 'drip'] as const

export interface Fault {
  kind: FaultKind
  /** Invoice number to which the fault applies; if undefined, it applies to all invoices. */
  inv_id?: number
  /** Number of times that the fault occurs; unlimited if undefined. */
  times?: number
  /** Probability that the fault occurs, 0 to 1; defaults to 1. It is drawn from the random numbers of the seed. */
  probability?: number
  ms?: number
  count?: number
  how?: (typeof brokenAnswers)[number]
  out_sum?: string
  /** State code in the answer to an inquiry, instead of the real state. */
  code?: number
  from?: number
  to?: number
}

export interface Faults {
  /** Returns the fault that applies now, and decrements its `times`. */
  takeFault: (kind: FaultKind, invId: number | null) => Fault | undefined
  plan: (faults: Fault[]) => void
  seed: (seed: number) => void
  /** Next random number of the seed, at least 0 and below 1. */
  nextRandom: () => number
  list: () => Fault[]
}

export function planFaults(): Faults {
  let plannedFaults: Fault[] = []
  let random = randomFrom(1)
  return {
    takeFault(kind, invId) {
      const fault = plannedFaults.find(
        (candidate) =>
          candidate.kind === kind &&
          (candidate.inv_id === undefined || candidate.inv_id === invId) &&
          candidate.times !== 0,
      )
      if (!fault || random() >= (fault.probability ?? 1)) return undefined
      if (fault.times !== undefined) fault.times -= 1
      return fault
    },
    plan(faults) {
      plannedFaults = faults.map((fault) => ({ ...fault }))
    },
    seed(seed) {
      random = randomFrom(seed)
    },
    nextRandom: () => random(),
    list: () => plannedFaults,
  }
}

/** The generator mulberry32 gives the same random numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixedState = Math.imul(state ^ (state >>> 15), state | 1)
    mixedState ^= mixedState + Math.imul(mixedState ^ (mixedState >>> 7), mixedState | 61)
    return ((mixedState ^ (mixedState >>> 14)) >>> 0) / 2 ** 32
  }
}
