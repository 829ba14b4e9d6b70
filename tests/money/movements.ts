import { telegramApi } from '#services/notifications/telegram/client.ts'
import type { MoneyWorld } from './world.ts'

/** Amounts that a payment provider took and returned, by the provider's own records. */
export interface MovedAmounts {
  /** In kopecks for card payments, in Stars for payments in Stars. */
  taken: number
  returned: number
}

/** Returns the amounts that Robokassa took and returned, by invoice number. */
export function cardMovements({ shop }: MoneyWorld): Map<number, MovedAmounts> {
  const movements = new Map<number, MovedAmounts>()
  for (const { inv_id, kind, kopecks } of shop.movements.entries()) {
    const entry = movements.get(inv_id) ?? { taken: 0, returned: 0 }
    entry[kind] += kopecks
    movements.set(inv_id, entry)
  }
  return movements
}

/** Returns Robokassa's fees of each operation in kopecks, by invoice number. */
export function cardFees({ shop }: MoneyWorld): Map<number, number[]> {
  const fees = new Map<number, number[]>()
  for (const { inv_id, fee_kopecks } of shop.operations.listAll())
    fees.set(inv_id, [...(fees.get(inv_id) ?? []), fee_kopecks])
  return fees
}

export type StarEntry = MovedAmounts & { charge: string; payer: number }

const pageSize = 100
const readEntries = new WeakMap<MoneyWorld, { readCount: number; entries: StarEntry[] }>()

/**
 * Returns the Stars that Telegram took and returned, by charge. Reads only the transactions that are new since the last
 * call.
 */
export async function starMovements(world: MoneyWorld): Promise<StarEntry[]> {
  const cached = readEntries.get(world) ?? { readCount: 0, entries: [] }
  readEntries.set(world, cached)
  const api = telegramApi(world.api.ctx.config, 10)
  for (;;) {
    const { transactions } = await api.getStarTransactions({ offset: cached.readCount, limit: pageSize })
    cached.readCount += transactions.length
    for (const { id, amount, source, receiver } of transactions) {
      if (source?.type === 'user')
        cached.entries.push({ charge: id, payer: source.user.id, taken: amount, returned: 0 })
      const refundedEntry = receiver && cached.entries.find(({ charge }) => charge === id)
      if (refundedEntry) refundedEntry.returned += amount
    }
    if (transactions.length < pageSize) return cached.entries
  }
}
