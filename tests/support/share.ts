/**
 * `npm test` asks a share of what `npm run full-test` asks, so that it ends within minutes on two cores. What the
 * share leaves out differs from day to day; SHARE_DAY repeats another day's.
 */
const isFull = process.env.FULL_TEST === '1'

/** @returns the figure of this run */
export const share = <T>(full: T, usual: T): T => (isFull ? full : usual)

const day = Number(process.env.SHARE_DAY ?? Math.floor(Date.now() / 86_400_000))

/** One item in so many, or all of them. */
export const oneIn = <T>(many: number, items: readonly T[]): T[] =>
  items.filter((_, at) => isFull || (at + day) % many === 0)
