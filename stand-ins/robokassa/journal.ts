export interface Exchange {
  at: number
  /** `in` is a request to the provider, `out` a request that the provider sends. */
  direction: 'in' | 'out'
  kind: string
  inv_id: number | null
  method: string
  url: string
  fields: unknown
  status: number | null
  answer: string
}

/** All requests between provider and shop, oldest first. */
export interface Journal {
  write: (exchange: Exchange) => void
  read: (filter: { inv_id?: number; kind?: string }) => Exchange[]
  clear: () => void
}

// Number of entries that the journal keeps. It is enough for the longest test, and it limits memory when the stand-in
// runs for days.
const maxEntries = 20_000

export function createJournal(): Journal {
  let exchanges: Exchange[] = []
  return {
    write(exchange) {
      exchanges.push(exchange)
      if (exchanges.length > maxEntries * 2) exchanges = exchanges.slice(-maxEntries)
    },
    read: ({ inv_id, kind }) =>
      exchanges.filter(
        (exchange) =>
          (inv_id === undefined || exchange.inv_id === inv_id) &&
          (kind === undefined || exchange.kind === kind),
      ),
    clear() {
      exchanges = []
    },
  }
}
