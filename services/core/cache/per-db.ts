import type { Db } from '#db/index.ts'

/** Creates one value per database on first use; it is garbage-collected together with the connection. */
export function perDb<Kept, Of extends { db: Db } = { db: Db }>(make: (of: Of) => Kept): (of: Of) => Kept {
  const all = new WeakMap<Db, Kept>()
  return (of) => {
    const known = all.get(of.db) ?? make(of)
    all.set(of.db, known)
    return known
  }
}
