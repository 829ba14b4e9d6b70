/** A price so many times above or below the budget is rarely meant: another currency, a nought too many. */
const suspicious = 3

export type OddPrice = { side: 'above' | 'below'; times: number }

/** How far a price lies outside a budget in the same currency; null while it may well be meant. */
export function oddPrice(price: number, budget: readonly (number | null)[]): OddPrice | null {
  const ends = budget.filter((end) => end !== null)
  if (ends.length === 0 || price === 0) return null
  const [lowest, highest] = [Math.min(...ends), Math.max(...ends)]
  if (price > highest * suspicious) return { side: 'above', times: Math.round(price / highest) }
  if (price * suspicious < lowest) return { side: 'below', times: Math.round(lowest / price) }
  return null
}
