import { telegramApi } from '#services/notifications/telegram.ts'
import type { MoneyWorld } from './world.ts'

/** What the two providers took and gave back, by their own ledgers. */
export interface Taken {
  /** Kopecks or Stars. */
  taken: number
  returned: number
}

/** Robokassa's ledger, by invoice number. */
export function cardLedger({ shop }: MoneyWorld): Map<number, Taken> {
  const ledger = new Map<number, Taken>()
  for (const { inv_id, kind, kopecks } of shop.ledger.entries()) {
    const entry = ledger.get(inv_id) ?? { taken: 0, returned: 0 }
    entry[kind] += kopecks
    ledger.set(inv_id, entry)
  }
  return ledger
}

export type StarEntry = Taken & { charge: string; payer: number }

const pageSize = 100
const kept = new WeakMap<MoneyWorld, { seen: number; entries: StarEntry[] }>()

/** Telegram's ledger of Stars, by the charge. */
export async function starLedger(world: MoneyWorld): Promise<StarEntry[]> {
  const ledger = kept.get(world) ?? { seen: 0, entries: [] }
  kept.set(world, ledger)
  const api = telegramApi(world.api.ctx.config, 10)
  for (;;) {
    const { transactions } = await api.getStarTransactions({ offset: ledger.seen, limit: pageSize })
    ledger.seen += transactions.length
    for (const { id, amount, source, receiver } of transactions) {
      if (source?.type === 'user')
        ledger.entries.push({ charge: id, payer: source.user.id, taken: amount, returned: 0 })
      const paid = receiver && ledger.entries.find(({ charge }) => charge === id)
      if (paid) paid.returned += amount
    }
    if (transactions.length < pageSize) return ledger.entries
  }
}
