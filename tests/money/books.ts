import { telegramApi } from '#services/notifications/telegram.ts'
import type { MoneyWorld } from './world.ts'

/** What the two providers took and gave back, by their own books. */
export interface Taken {
  /** Kopecks or Stars. */
  taken: number
  returned: number
}

/** Robokassa's book, by invoice number. */
export function cardBook({ kassa }: MoneyWorld): Map<number, Taken> {
  const book = new Map<number, Taken>()
  for (const { inv_id, kind, kopecks } of kassa.book.entries()) {
    const entry = book.get(inv_id) ?? { taken: 0, returned: 0 }
    entry[kind] += kopecks
    book.set(inv_id, entry)
  }
  return book
}

export type StarEntry = Taken & { charge: string; payer: number }

const pageSize = 100
const kept = new WeakMap<MoneyWorld, { seen: number; entries: StarEntry[] }>()

/** Telegram's book of Stars, by the charge. */
export async function starBook(world: MoneyWorld): Promise<StarEntry[]> {
  const book = kept.get(world) ?? { seen: 0, entries: [] }
  kept.set(world, book)
  const api = telegramApi(world.api.ctx.config, 10)
  for (;;) {
    const { transactions } = await api.getStarTransactions({ offset: book.seen, limit: pageSize })
    book.seen += transactions.length
    for (const { id, amount, source, receiver } of transactions) {
      if (source?.type === 'user')
        book.entries.push({ charge: id, payer: source.user.id, taken: amount, returned: 0 })
      const paid = receiver && book.entries.find(({ charge }) => charge === id)
      if (paid) paid.returned += amount
    }
    if (transactions.length < pageSize) return book.entries
  }
}
