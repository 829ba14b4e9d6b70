import fc from 'fast-check'
import { type PublicStatus, publicStatuses } from '#contract/lifecycle.ts'
import { type ActName, actNames } from './acts.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** One action for each turn of the clock. In a turn with null, only time passes. */
export type Plan = (ActName | null)[]

/** Milliseconds by which the clock moves after each turn. All stories of a batch use the same timeline. */
export type Timeline = number[]

/**
 * Numbers of turns in the four parts of a timeline. At the ends of the first three parts, time passes until a payment
 * link, a placement and again a link expire.
 */
const partLengths = [11, 5, 9, 5]
const partEnds = [25 * hour, 31 * day, 25 * hour, hour]
const [first = 0, second = 0, third = 0] = partLengths
const starts = [0, first, first + second, first + second + third]
const turnCount = partLengths.reduce((sum, part) => sum + part)

/** Makes choices from given numbers. The same numbers lead to the same choices. */
type Dice = { below(count: number): number; of<T>(choices: readonly T[]): T }

function diceOf(numbers: number[]): Dice {
  let at = 0
  const below = (count: number) => (numbers[at++ % numbers.length] ?? 0) % count
  return {
    below,
    of: <T>(choices: readonly T[]) => choices[below(choices.length)] as T,
  }
}

const numbers = fc.array(fc.noBias(fc.nat({ max: 2 ** 30 })), { minLength: 60, maxLength: 60 })

/**
 * `leavesUnpaidLink` leaves an unpaid link that can still take money. `leavesUnpaidResponse` leaves a response whose
 * boost is not paid.
 */
type PathOptions = { leavesUnpaidLink: boolean; leavesUnpaidResponse: boolean }

/** Returns the actions that bring a listing to this status. */
function findPathTo(
  state: PublicStatus,
  dice: Dice,
  { leavesUnpaidLink, leavesUnpaidResponse }: PathOptions,
): ActName[] {
  const paidActs: ActName[] = leavesUnpaidLink
    ? ['ask', 'ask_stars', 'stars']
    : dice.of([['pay'], ['ask', 'pay'], ['stars']])
  const boosts: ActName[][] = leavesUnpaidResponse
    ? [['respond_boosted']]
    : [[], ['respond_boosted'], ['respond_boosted', 'boost'], ['respond']]
  const actsToPublished: ActName[] = [...paidActs, 'approve', ...dice.of(boosts)]
  const chosenActs: ActName[] = [
    ...actsToPublished.filter((act) => act !== 'respond'),
    'respond',
    'choose_other',
  ]
  const pathOfStatus: Record<PublicStatus, ActName[]> = {
    draft: leavesUnpaidLink ? ['ask'] : [],
    awaiting_payment: ['ask'],
    moderation: paidActs,
    rejected: [...paidActs, 'reject'],
    published: actsToPublished,
    hidden: [...actsToPublished, 'hide'],
    in_progress: chosenActs,
    completed: [...chosenActs, 'complete'],
    expired: actsToPublished,
    archived: dice.of<ActName[]>([[...chosenActs, 'complete', 'remove'], actsToPublished]),
    refunded: [...paidActs, 'remove'],
    deleted: dice.of<ActName[]>([
      [...actsToPublished, 'remove'],
      ['ask', 'remove'],
    ]),
  }
  return pathOfStatus[state]
}

const lateActs: ActName[] = ['pay_late', 'pay_late_lost']
const aboutResponse: ActName[] = [
  ...(['ask_boost', 'ask_boost_stars', 'boost', 'boost_lost', 'boost_stars'] as const),
  ...(['choose', 'withdraw', 'decline', 'look', 'delete_freelancer'] as const),
]
const tailActs = actNames.filter((act) => act !== 'delete_author' && act !== 'block')

function planOf(dice: Dice, state: PublicStatus, act: ActName): Plan {
  const plan: Plan = Array.from({ length: turnCount }, () => null)
  const isLate = lateActs.includes(act)
  const leavesUnpaidLink = isLate || act.includes('double') || dice.below(2) === 0
  const path = findPathTo(state, dice, {
    leavesUnpaidLink,
    leavesUnpaidResponse: aboutResponse.includes(act),
  })
  const waitsForExpiry = state === 'expired' || (state === 'archived' && !path.includes('remove'))
  let at = waitsForExpiry || isLate ? 0 : (starts[dice.of([0, 0, 2])] ?? 0)
  for (const step of path) plan[at++] = step
  if (waitsForExpiry) at = starts[2] ?? 0
  else if (isLate) at = starts[1] ?? 0
  if (waitsForExpiry && state === 'archived') plan[at++] = 'remove'
  // When its link expires, a listing that awaits payment becomes a draft again. The plan therefore requests a new link.
  if (isLate && state === 'awaiting_payment') plan[at++] = 'ask'
  plan[at++] = act
  for (let remainingActs = dice.below(6); remainingActs > 0; remainingActs -= 1) {
    at += dice.below(4)
    if (at < turnCount) plan[at++] = dice.of(dice.below(8) === 0 ? actNames : tailActs)
  }
  return plan.slice(0, turnCount)
}

/** All pairs of a listing status and an action, in an order that mixes statuses and actions. */
const pairs = actNames.flatMap((act, i) =>
  publicStatuses.map((_, j) => ({
    act,
    state: publicStatuses[(i + j) % publicStatuses.length] ?? 'draft',
  })),
)

/**
 * Draws plans from a seed; the same seed gives the same plans. Each plan leads to the next pair of a listing status and
 * an action.
 */
export function makePlans(runs: number, seed: number): Plan[] {
  const step = 7 // Coprime with the number of pairs, so that even few runs cover all kinds.
  return fc.sample(numbers, { seed, numRuns: runs }).map((drawnNumbers, index) => {
    const pair = pairs[(index * step + (seed % pairs.length)) % pairs.length] ?? {
      act: 'pay',
      state: 'draft',
    }
    return planOf(diceOf(drawnNumbers), pair.state, pair.act)
  })
}

export function makeTimeline(seed: number): Timeline {
  const [drawnNumbers = []] = fc.sample(numbers, { seed, numRuns: 1 })
  const dice = diceOf(drawnNumbers)
  return partLengths.flatMap((length, part) =>
    Array.from({ length }, (_, turn) =>
      turn === length - 1 ? (partEnds[part] ?? 0) : (1 + dice.below(20)) * minute,
    ),
  )
}

const unit = { d: day, h: hour, m: minute }

/** Formats a plan as one line, with the time between its actions. */
export function writeDown(plan: Plan, timeline: Timeline): string {
  const words: string[] = []
  let passedMs = 0
  for (const [turn, act] of plan.entries()) {
    if (act) {
      if (passedMs > 0) words.push(`+${Math.round(passedMs / minute)}m`)
      words.push(act)
      passedMs = 0
    }
    passedMs += timeline[turn] ?? 0
  }
  return words.join(' ')
}

/**
 * Parses a printed line into a plan and its timeline.
 * @throws if a word is not an action
 */
export function readBack(line: string): { plan: Plan; timeline: Timeline } {
  const plan: Plan = []
  const timeline: Timeline = []
  for (const word of line.split(/\s+/).filter(Boolean)) {
    const time = /^\+(\d+)([dhm])$/.exec(word)
    if (!time) {
      const act = actNames.find((name) => name === word)
      if (!act) throw new Error(`"${word}" is no act`)
      plan.push(act)
      timeline.push(0)
    } else if (plan.length === 0) {
      plan.push(null)
      timeline.push(Number(time[1]) * unit[time[2] as keyof typeof unit])
    } else timeline[timeline.length - 1] = Number(time[1]) * unit[time[2] as keyof typeof unit]
  }
  return { plan, timeline }
}
