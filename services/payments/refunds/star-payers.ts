import type { Api } from 'grammy'

/** Telegram's largest page. */
const page = 100

/**
 * Finds the payer of a charge in Telegram's Star transactions. Needed after an account is deleted: its Telegram id is
 * gone, but the Stars must be refunded.
 * @returns the payer's Telegram id, or undefined if no transaction matches
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
