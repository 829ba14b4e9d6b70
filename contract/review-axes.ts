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

/** Below this number of reviews the plain average is shown wherever the number stands beside it. */
export const fewReviews = 5

/**
 * Rating for a place that also shows the number of reviews. A stored rating is (sum + 8) / (reviews + 2), rounded to two
 * digits: one review is no verdict in a list. Beside "1 review" of five stars it would contradict the review.
 */
export function ratingBesideCount(rated: { rating: number | null; rating_count: number }): number | null {
  const { rating, rating_count: count } = rated
  if (rating === null || count === 0 || count >= fewReviews) return rating
  // Stars of a review are whole or, as the mean of three axes, thirds. So the sum survives the rounding of the rating.
  const sum = Math.round(3 * (rating * (count + 2) - 8)) / 3
  return Number((sum / count).toFixed(2))
}
