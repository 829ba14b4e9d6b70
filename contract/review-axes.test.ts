import { expect, test } from 'vitest'
import { ratingBesideCount } from './review-axes.ts'

/** The stored rating of these reviews, as the database computes it. */
const stored = (stars: number[]) => ({
  rating: Number((stars.reduce((sum, one) => sum + one, 8) / (stars.length + 2)).toFixed(2)),
  rating_count: stars.length,
})

test('beside the number of few reviews stands their plain average', () => {
  expect(ratingBesideCount({ rating: null, rating_count: 0 })).toBeNull()
  expect(ratingBesideCount(stored([5]))).toBe(5)
  expect(ratingBesideCount(stored([13 / 3]))).toBe(4.33)
  expect(ratingBesideCount(stored([1, 5, 14 / 3]))).toBe(3.56)
  expect(ratingBesideCount(stored([5, 5, 4, 3]))).toBe(4.25)
})

test('the average of five reviews leans to four', () => {
  expect(ratingBesideCount(stored([5, 5, 5, 5, 5]))).toBe(4.71)
})
