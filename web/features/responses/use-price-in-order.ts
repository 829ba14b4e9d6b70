import { useQuery } from '@tanstack/react-query'
import { convert, readAmount } from '#web/features/listings/money.ts'
import { currencies } from '#web/features/listings/queries.ts'
import type { Order } from '#web/features/listings/types.ts'

/** What a typed price is in its own currency and about in that of the order. */
export function usePriceInOrder(order: Order | null, typed: { price: string; currency: string }) {
  const { data } = useQuery(currencies())
  const amount = readAmount(typed.price)
  const from = data?.find(({ code }) => code === typed.currency)
  const to = order?.currency
  if (amount === null || !from || !to) return null
  const isSame = from.id === to.id
  const about = isSame ? amount : convert(amount, from, to)
  return { amount, from, to, about, isSame }
}
