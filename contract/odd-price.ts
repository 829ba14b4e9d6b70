/** A price above or below the budget by this factor is probably a mistake: another currency, an extra zero. */
const oddFactor = 3

export type OddPrice = { side: 'above' | 'below'; times: number }

/** Returns how many times a price is above or below a budget in the same currency; null if the price is plausible. */
export function oddPrice(price: number, budget: readonly (number | null)[]): OddPrice | null {
  const budgetBounds = budget.filter((bound) => bound !== null)
  if (budgetBounds.length === 0 || price === 0) return null
  const [lowest, highest] = [Math.min(...budgetBounds), Math.max(...budgetBounds)]
  if (price > highest * oddFactor) return { side: 'above', times: Math.round(price / highest) }
  if (price * oddFactor < lowest) return { side: 'below', times: Math.round(lowest / price) }
  return null
}
