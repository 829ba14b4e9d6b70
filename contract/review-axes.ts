/** Axes of a review: three rate the executor, three rate the author of the listing. */

export const reviewAxes = {
  executor: ['quality', 'term', 'communication'],
  author: ['task', 'payment', 'communication'],
} as const
export type ReviewSide = keyof typeof reviewAxes
export type ReviewAxis = (typeof reviewAxes)[ReviewSide][number]

/** All axes of reviews, in display order. */
export const allAxes: readonly ReviewAxis[] = ['quality', 'term', 'task', 'payment', 'communication']

/** Returns the stars for all axes of the reviewed side; undefined if an axis has no stars. */
export function axesOf(
  side: ReviewSide,
  starsByAxis: Partial<Record<ReviewAxis, number>>,
): Partial<Record<ReviewAxis, number>> | undefined {
  const pairs = reviewAxes[side].map((axis) => [axis, starsByAxis[axis]] as const)
  return pairs.every(([, value]) => value !== undefined) ? Object.fromEntries(pairs) : undefined
}

/** Overall stars of a review: the mean of its axes, rounded. */
export function starsOf(axes: Partial<Record<ReviewAxis, number>>): number {
  const values = Object.values(axes)
  return Math.round(values.reduce((sum, value) => sum + value, 0) / values.length)
}

/**
 * Decodes the stars of a review from a number with one digit per axis, such as 545. Buttons of the bot carry such
 * numbers. A single digit is the overall rating from a button of an earlier release, which had no axes.
 */
export function readStars(side: ReviewSide, digits: number): Partial<Record<ReviewAxis, number>> | undefined {
  const stars = [...String(digits)].map(Number)
  const isWhole = stars.length === reviewAxes[side].length && stars.every((star) => star >= 1 && star <= 5)
  return isWhole ? Object.fromEntries(reviewAxes[side].map((axis, at) => [axis, stars[at]])) : undefined
}
