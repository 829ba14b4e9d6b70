import { telegramApi } from '#services/notifications/telegram/client.ts'
import type { MoneyWorld } from './world.ts'

/** Amounts taken and returned, by the provider's own records. */
export interface Taken {
  /** Kopecks or Stars. */
  taken: number
  returned: number
}

/** Robokassa's movements, by invoice number. */
export function cardMovements({ shop }: MoneyWorld): Map<number, Taken> {
  const moved = new Map<number, Taken>()
  for (const { inv_id, kind, kopecks } of shop.movements.entries()) {
    const entry = moved.get(inv_id) ?? { taken: 0, returned: 0 }
    entry[kind] += kopecks
    moved.set(inv_id, entry)
  }
  return moved
}

/** Robokassa's fees per operation, in kopecks, by invoice number. */
export function cardFees({ shop }: MoneyWorld): Map<number, number[]> {
  const kept = new Map<number, number[]>()
  for (const { inv_id, fee_kopecks } of shop.operations.all())
    kept.set(inv_id, [...(kept.get(inv_id) ?? []), fee_kopecks])
  return kept
}

export type StarEntry = Taken & { charge: string; payer: number }

const pageSize = 100
const kept = new WeakMap<MoneyWorld, { seen: number; entries: StarEntry[] }>()

/** Movements of Stars in Telegram, by charge. Reads only the transactions added since the last call. */
export async function starMovements(world: MoneyWorld): Promise<StarEntry[]> {
  const moved = kept.get(world) ?? { seen: 0, entries: [] }
  kept.set(world, moved)
  const api = telegramApi(world.api.ctx.config, 10)
  for (;;) {
    const { transactions } = await api.getStarTransactions({ offset: moved.seen, limit: pageSize })
    moved.seen += transactions.length
    for (const { id, amount, source, receiver } of transactions) {
      if (source?.type === 'user')
        moved.entries.push({ charge: id, payer: source.user.id, taken: amount, returned: 0 })
      const paid = receiver && moved.entries.find(({ charge }) => charge === id)
      if (paid) paid.returned += amount
    }
    if (transactions.length < pageSize) return moved.entries
  }
}
