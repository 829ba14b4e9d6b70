import type { Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import type { Db } from '#db/index.ts'

/** Something written once for everybody, in one of its versions. */
type Part = { version: string; json: Buffer }

/** About what an entry costs besides its bytes. */
const overhead = 200

/**
 * Parts by name, the newest version of each alone, up to a number of bytes. What nobody asked for since half of
 * them came goes first.
 */
export function createParts(bytes: number) {
  let young = new Map<string, Part>()
  let old = new Map<string, Part>()
  let size = 0

  function keep(name: string, part: Part): Buffer {
    size += part.json.length + overhead
    young.set(name, part)
    if (size > bytes / 2) {
      old = young
      young = new Map()
      size = 0
    }
    return part.json
  }
  return {
    find(name: string, version: string): Buffer | undefined {
      const part = young.get(name)
      if (part) return part.version === version ? part.json : undefined
      const older = old.get(name)
      if (older?.version !== version) return undefined
      return keep(name, older)
    },
    keep: (name: string, version: string, json: Buffer) => keep(name, { version, json }),
  }
}

/** A listing without its author, and the author: two parts, since one person's listings show the same author. */
export type Parts = Record<'listings' | 'authors', ReturnType<typeof createParts>>

const known = new WeakMap<Db, Parts>()

/** Those of a process, which has one pool of readers. */
export function partsOf({ lists }: { lists: Db }): Parts {
  const kept = known.get(lists)
  if (kept) return kept
  const { bytes } = limits.cards
  const made = { listings: createParts(bytes * 0.8), authors: createParts(bytes * 0.2) }
  known.set(lists, made)
  return made
}

export function forgetParts({ lists }: { lists: Db }): void {
  known.delete(lists)
}

/** Rates are shown for a week of days: another day may show another card. */
export const nameOf = ({ language, now }: { language: Language; now: string }, id: number) =>
  `${language} ${now.slice(0, 10)} ${id}`
