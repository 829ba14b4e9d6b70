import { sql } from 'kysely'
import { type Third, thirdOf } from '#contract/price-thirds.ts'
import { prepare } from '#db/prepared.ts'

type PriceQuery = { listing_id: number; user_id: number; price: number; currency_id: number }
type Prices = { own: number | null; rivals: number[]; before: boolean }
/**
 * The price and its rivals in one currency, and whether the person has withdrawn an earlier response to the listing.
 */
export const pricesOf = prepare(
  (_, { listing_id, user_id, price, currency_id }: PriceQuery) => sql<Prices>`
    select (select (${price}::bigint * rate_to_base)::float8 from currencies where id = ${currency_id}) as own,
      coalesce((
        select array_agg((response.price * currency.rate_to_base)::float8)
        from responses response join currencies currency on currency.id = response.currency_id
        where response.listing_id = ${listing_id} and response.price is not null and response.status <> 'withdrawn'
      ), '{}') as rivals,
      exists (select from responses earlier where earlier.listing_id = ${listing_id}
        and earlier.user_id = ${user_id} and earlier.status = 'withdrawn') as before`,
)

type PriceThird = { price_third: Third | null; price_among: number | null }

/**
 * The third of the prices in which a response stood when it was sent. It is told once per person and listing: editing
 * or sending again with other prices would reveal the rivals' prices.
 */
export function placeAmong([prices]: Prices[]): PriceThird {
  const { own = null, rivals = [], before = true } = prices ?? {}
  const price_third = own === null || before ? null : thirdOf(own, rivals)
  return { price_third, price_among: price_third && rivals.length + 1 }
}
