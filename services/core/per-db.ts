import type { Db } from '#db/index.ts'

/** What is kept of a database: made when it is first asked for, and gone with its connections. */
export function perDb<Kept>(make: () => Kept): (of: { db: Db }) => Kept {
  const all = new WeakMap<Db, Kept>()
  return ({ db }) => {
    const known = all.get(db) ?? make()
    all.set(db, known)
    return known
  }
}
