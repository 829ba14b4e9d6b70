import { type CollectionReason, type CollectionWhy, collectionHead } from '#contract/collection.ts'
import { isFitting } from './score.ts'

/**
 * A kept listing that is not over. `place` counts from one and is its place in what is kept; what was added since has
 * places below that, and stands in front of its band.
 */
export type Standing = {
  id: number
  band: number
  reason: CollectionReason
  why: CollectionWhy
  place: number
}

const { size, fitting, first } = collectionHead

/**
 * The first `depth` places as they are shown. The first ten hold what fits and first listings from farther behind
 * where the best ten have too few of them; the rest follows in its order.
 */
export function headed(open: Standing[], depth: number): Standing[] {
  const inOrder = open.toSorted((one, other) => other.band - one.band || one.place - other.place)
  const due = new Set([
    ...inOrder.filter(isFitting).slice(0, fitting),
    ...inOrder.filter(({ why }) => why.is_first).slice(0, first),
  ])
  const others = inOrder.filter((one) => !due.has(one))
  const head = new Set([...due, ...others].slice(0, size))
  return [
    ...inOrder.filter((one) => head.has(one)),
    ...inOrder.filter((one) => !head.has(one) && one.place <= depth),
  ]
}
