/** The number of connections that the database serves at once. */
const together = 8

/**
 * Runs `act` on all items, `together` at a time.
 * @returns the results, in the order of the items
 */
export async function inGroups<T, R>(all: T[], act: (one: T) => Promise<R>): Promise<R[]> {
  const ends: R[] = []
  for (let from = 0; from < all.length; from += together)
    ends.push(...(await Promise.all(all.slice(from, from + together).map(act))))
  return ends
}
