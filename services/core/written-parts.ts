import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Db } from '#db/index.ts'

/**
 * Which version of its row a part shows: the transaction that wrote the row. It moves with every write of anything by
 * anybody, a column added tomorrow included, and costs neither a column nor a trigger. Names and rates that are shown
 * besides, tags among them, have a version together (db/migrations/0036-reference-changes.ts).
 */
export const rowVersion = (alias: string): RawBuilder<string> =>
  sql`${sql.ref(`${alias}.xmin`)} || ' ' || (select changes from reference_changes)`

/** How many changes of names and rates a version counts. */
export const changesOf = (version: string) => Number(version.slice(version.indexOf(' ') + 1))

/**
 * Something written once for everybody. What stands from `again` on is told a second time; `common` is what others say
 * in the same words.
 */
export type Part = { json: Buffer; again: number; common: Uint8Array }

/** Where one stands in one of its versions: a buffer for each would cost as much as a short one holds. */
type Place = { version: string; sheet: Buffer; from: number; again: number; to: number; common: Uint8Array }

/** About what an entry costs besides its bytes. */
const overhead = 140

/**
 * Short buffers are slices of slabs that Node gives to whoever comes next: one that is kept would hold all of its slab,
 * several times its own size. So what is kept is copied onto sheets that hold nothing else and go with their generation.
 * They are large enough to be given back to the system by themselves (`MALLOC_MMAP_THRESHOLD_`): among what comes and
 * goes with each request they would leave holes.
 */
const sheetBytes = 256 * 1024

function openSheets(): (json: Buffer) => { sheet: Buffer; from: number; to: number } {
  let [sheet, used] = [Buffer.alloc(0), 0]
  return (json) => {
    if (json.length > sheet.length - used)
      [sheet, used] = [Buffer.allocUnsafeSlow(Math.max(sheetBytes, json.length)), 0]
    const from = used
    used += json.copy(sheet, from)
    return { sheet, from, to: used }
  }
}

/** What came in a quarter of the room goes together; who was asked for in the older half begins anew. */
const [generationsKept, fromOldAge] = [4, 2]

/** Of whom it is: listings by id, without their author and names; people by language and id, as on cards and on rooms. */
type Name = number | string

/** Parts by name, the newest version of each alone, up to a number of bytes. */
export function createParts(bytes: number) {
  let generations = [new Map<Name, Place>()]
  let size = 0
  let copy = openSheets()

  function keep(name: Name, version: string, { json, again, common }: Part): void {
    if (size > bytes / generationsKept) {
      generations = [new Map(), ...generations.slice(0, generationsKept - 1)]
      copy = openSheets()
      size = 0
    }
    const { sheet, from, to } = copy(json)
    size += json.length + overhead
    generations[0]?.set(name, { version, sheet, from, again: from + again, to, common })
  }
  return {
    find(name: Name, version: string): Part | undefined {
      for (let age = 0; age < generations.length; age++) {
        const place = generations[age]?.get(name)
        if (!place) continue
        if (place.version !== version) return undefined
        const { sheet, from, again, to, common } = place
        const part = { json: sheet.subarray(from, to), again: again - from, common }
        if (age >= fromOldAge) keep(name, version, part)
        return part
      }
      return undefined
    },
    /** In any version. */
    has: (name: Name) => generations.some((generation) => generation.has(name)),
    keep,
  }
}

type Parts = ReturnType<typeof createParts>

const known = new WeakMap<Db, Parts>()

/** Those of a process, which has one database; a replica counts its transactions alike. */
export function partsOf({ db }: { db: Db }): Parts {
  const kept = known.get(db)
  if (kept) return kept
  const made = createParts(limits.cards.bytes)
  known.set(db, made)
  return made
}

export function forgetParts({ db }: { db: Db }): void {
  known.delete(db)
}
