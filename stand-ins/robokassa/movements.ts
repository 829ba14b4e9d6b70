import type { Operation } from './operations.ts'

interface Entry {
  op_key: string
  inv_id: number
  kind: 'taken' | 'returned'
  kopecks: number
  at: number
}

/** The provider's list of money movements: payments taken and refunded. */
export interface Movements {
  write: (kind: Entry['kind'], operation: Operation, kopecks: number, at: number) => void
  returned: (opKey: string) => number
  taken: (opKey: string) => number
  entries: () => Entry[]
  restore: (entries: Entry[]) => void
  summary: () => Summary
}

interface Summary {
  taken_kopecks: number
  returned_kopecks: number
  operations: { inv_id: number; op_key: string; taken_kopecks: number; returned_kopecks: number }[]
  entries: Entry[]
}

export function createMovements(onChange: () => void): Movements {
  let entries: Entry[] = []
  const sumOf = (kind: Entry['kind'], opKey?: string) =>
    entries
      .filter((entry) => entry.kind === kind && (opKey === undefined || entry.op_key === opKey))
      .reduce((total, entry) => total + entry.kopecks, 0)

  return {
    write(kind, operation, kopecks, at) {
      entries.push({ op_key: operation.op_key, inv_id: operation.inv_id, kind, kopecks, at })
      onChange()
    },
    taken: (opKey) => sumOf('taken', opKey),
    returned: (opKey) => sumOf('returned', opKey),
    entries: () => entries,
    restore(savedEntries) {
      entries = [...savedEntries]
    },
    summary() {
      const numbers = new Map(entries.map((entry) => [entry.op_key, entry.inv_id]))
      return {
        taken_kopecks: sumOf('taken'),
        returned_kopecks: sumOf('returned'),
        operations: [...numbers].map(([op_key, inv_id]) => ({
          inv_id,
          op_key,
          taken_kopecks: sumOf('taken', op_key),
          returned_kopecks: sumOf('returned', op_key),
        })),
        entries,
      }
    },
  }
}
