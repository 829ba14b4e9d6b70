/** As many as the database serves at once. */
const together = 8

/** Acts on all, some at a time. @returns what each came to, in their order */
export async function inGroups<T, R>(all: T[], act: (one: T) => Promise<R>): Promise<R[]> {
  const ends: R[] = []
  for (let from = 0; from < all.length; from += together)
    ends.push(...(await Promise.all(all.slice(from, from + together).map(act))))
  return ends
}
