import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Db } from '#db/index.ts'

/** Something written once for everybody, in one of its versions. */
type Part = { version: string; json: Buffer }

/**
 * Which version of its row a part shows: the transaction that wrote the row. It moves with every write of anything by
 * anybody, a column added tomorrow included, and costs neither a column nor a trigger. Names and rates that are shown
 * besides have a version together (db/migrations/0036-reference-changes.ts).
 */
export const rowVersion = (alias: string): RawBuilder<string> =>
  sql`${sql.ref(`${alias}.xmin`)} || ' ' || (select changes from reference_changes)`

/** How many changes of names and rates a version counts. */
export const changesOf = (version: string) => Number(version.slice(version.indexOf(' ') + 1))

/** About what an entry costs besides its bytes. */
const overhead = 300

/**
 * Short buffers are slices of slabs that Node gives to whoever comes next: one that is kept would hold all of its slab,
 * several times its own size. So what is kept is copied onto sheets that hold nothing else and go with their half. They
 * are large enough to be given back to the system by themselves (`MALLOC_MMAP_THRESHOLD_`): among what comes and goes
 * with each request they would leave holes.
 */
const sheetBytes = 256 * 1024

function openSheets(): (json: Buffer) => Buffer {
  let [sheet, used] = [Buffer.alloc(0), 0]
  return (json) => {
    if (json.length > sheet.length - used)
      [sheet, used] = [Buffer.allocUnsafeSlow(Math.max(sheetBytes, json.length)), 0]
    const place = sheet.subarray(used, used + json.length)
    used += json.copy(place)
    return place
  }
}

/**
 * Parts by name, the newest version of each alone, up to a number of bytes. What nobody asked for since half of
 * them came goes first.
 */
export function createParts(bytes: number) {
  let young = new Map<string, Part>()
  let old = new Map<string, Part>()
  let size = 0
  let copy = openSheets()

  function keep(name: string, version: string, given: Buffer): Buffer {
    if (size > bytes / 2) {
      old = young
      young = new Map()
      copy = openSheets()
      size = 0
    }
    const json = copy(given)
    size += json.length + overhead
    young.set(name, { version, json })
    return json
  }
  return {
    find(name: string, version: string): Buffer | undefined {
      const part = young.get(name)
      if (part) return part.version === version ? part.json : undefined
      const older = old.get(name)
      if (older?.version !== version) return undefined
      return keep(name, version, older.json)
    },
    /** In any version. */
    has: (name: string) => young.has(name) || old.has(name),
    keep,
  }
}

/** Listings without their author, and people: one person’s listings and rooms show the same one. */
export type Parts = Record<'listings' | 'people', ReturnType<typeof createParts>>

const known = new WeakMap<Db, Parts>()

/** Those of a process, which has one database; a replica counts its transactions alike. */
export function partsOf({ db }: { db: Db }): Parts {
  const kept = known.get(db)
  if (kept) return kept
  const { bytes } = limits.cards
  const made = { listings: createParts(bytes * 0.7), people: createParts(bytes * 0.3) }
  known.set(db, made)
  return made
}

export function forgetParts({ db }: { db: Db }): void {
  known.delete(db)
}
