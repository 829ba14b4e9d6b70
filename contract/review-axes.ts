/** What a review says about who did the work, and about who ordered it. */

export const reviewAxes = {
  executor: ['quality', 'term', 'communication'],
  author: ['task', 'payment', 'communication'],
} as const
export type ReviewSide = keyof typeof reviewAxes
export type ReviewAxis = (typeof reviewAxes)[ReviewSide][number]

/** In the order in which they are shown. */
export const allAxes: readonly ReviewAxis[] = ['quality', 'term', 'task', 'payment', 'communication']

/** Each of the axes, or undefined when one is missing. */
export function axesOf(
  side: ReviewSide,
  given: Partial<Record<ReviewAxis, number>>,
): Partial<Record<ReviewAxis, number>> | undefined {
  const pairs = reviewAxes[side].map((axis) => [axis, given[axis]] as const)
  return pairs.every(([, value]) => value !== undefined) ? Object.fromEntries(pairs) : undefined
}

/** The stars of a whole review. */
export function starsOf(axes: Partial<Record<ReviewAxis, number>>): number {
  const values = Object.values(axes)
  return Math.round(values.reduce((sum, value) => sum + value, 0) / values.length)
}

/**
 * Stars that were given one axis after another, as a button and a question of the bot carry them: 545. One digit alone
 * is the whole review of a question that was asked before there were axes.
 */
export function readStars(side: ReviewSide, digits: number): Partial<Record<ReviewAxis, number>> | undefined {
  const stars = [...String(digits)].map(Number)
  const isWhole = stars.length === reviewAxes[side].length && stars.every((star) => star >= 1 && star <= 5)
  return isWhole ? Object.fromEntries(reviewAxes[side].map((axis, at) => [axis, stars[at]])) : undefined
}
