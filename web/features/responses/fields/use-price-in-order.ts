import { useQuery } from '@tanstack/react-query'
import { convert, parseAmount } from '#web/features/listings/formats/money.ts'
import { currencies } from '#web/features/listings/queries.ts'
import type { Order } from '#web/features/listings/types.ts'

/** Returns the typed price in the currency that the user chose, and its approximate amount in the order's currency. */
export function usePriceInOrder(order: Order | null, typedPrice: { price: string; currency: string }) {
  const { data } = useQuery(currencies())
  const amount = parseAmount(typedPrice.price)
  const from = data?.find(({ code }) => code === typedPrice.currency)
  const to = order?.currency
  if (amount === null || !from || !to) return null
  const isSame = from.id === to.id
  const convertedAmount = isSame ? amount : convert(amount, from, to)
  return { amount, from, to, about: convertedAmount, isSame }
}
