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
