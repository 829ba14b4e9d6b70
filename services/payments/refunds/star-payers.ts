import type { Api } from 'grammy'

/** As many as Telegram gives at once. */
const page = 100

/**
 * Who paid a charge, by Telegram's own ledger: we keep nothing of a person who has left, yet their Stars must go back
 * to them. @returns the payer's Telegram id, or undefined when the ledger has no such payment
 */
export async function findStarPayer(
  api: Pick<Api, 'getStarTransactions'>,
  charge: string,
): Promise<number | undefined> {
  for (let offset = 0; ; offset += page) {
    const { transactions } = await api.getStarTransactions({ offset, limit: page })
    for (const { id, source } of transactions)
      if (id === charge && source?.type === 'user') return source.user.id
    if (transactions.length < page) return undefined
  }
}
