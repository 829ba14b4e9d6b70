import { expect, test } from 'vitest'
import { findStarPayer } from './refunds.ts'

/** Simulates Telegram's list of Star transactions, which returns the oldest first and at most `limit` at once. */
function bookOf(length: number) {
  const entry = (n: number) => ({
    id: `charge-${n}`,
    amount: 1,
    date: n,
    source: { type: 'user', transaction_type: 'invoice_payment', user: { id: 1000 + n } },
  })
  const entries = Array.from({ length }, (_, n) => entry(n))
  const getStarTransactions = async ({ offset = 0, limit = 100 } = {}) => ({
    transactions: entries.slice(offset, offset + limit),
  })
  return { getStarTransactions } as unknown as Parameters<typeof findStarPayer>[0]
}

test.each([0, 99, 100, 250])('the payer of charge %i is found among 251 entries', async (n) => {
  expect(await findStarPayer(bookOf(251), `charge-${n}`)).toBe(1000 + n)
})

test.each([0, 100, 150])('a charge that is not among %i entries has no payer', async (length) => {
  expect(await findStarPayer(bookOf(length), 'charge-none')).toBeUndefined()
})
