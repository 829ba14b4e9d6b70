/** Number of items that run at the same time. The database serves this many connections at once. */
const groupSize = 8

/**
 * Runs `act` on all items, in groups of eight.
 * @returns the results in the order of the items
 */
export async function runInGroups<T, R>(items: T[], act: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < items.length; start += groupSize)
    results.push(...(await Promise.all(items.slice(start, start + groupSize).map(act))))
  return results
}
