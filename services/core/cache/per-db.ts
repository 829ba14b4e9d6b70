import type { Db } from '#db/index.ts'

/** What is kept of a database: made when it is first asked for, and gone with its connections. */
export function perDb<Kept, Of extends { db: Db } = { db: Db }>(make: (of: Of) => Kept): (of: Of) => Kept {
  const all = new WeakMap<Db, Kept>()
  return (of) => {
    const known = all.get(of.db) ?? make(of)
    all.set(of.db, known)
    return known
  }
}
