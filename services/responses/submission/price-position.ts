import { sql } from 'kysely'
import { type Third, thirdOf } from '#contract/price-thirds.ts'
import { prepare } from '#db/prepared.ts'

type Asked = { listing_id: number; user_id: number; price: number; currency_id: number }
type Prices = { own: number | null; rivals: number[]; before: boolean }
/**
 * A price and those that stand at a listing, in one currency, and whether the person has responded to it before: who has
 * a response that stands is refused.
 */
export const pricesOf = prepare(
  (_, { listing_id, user_id, price, currency_id }: Asked) => sql<Prices>`
    select (select (${price}::bigint * rate_to_base)::float8 from currencies where id = ${currency_id}) as own,
      coalesce((
        select array_agg((response.price * currency.rate_to_base)::float8)
        from responses response join currencies currency on currency.id = response.currency_id
        where response.listing_id = ${listing_id} and response.price is not null and response.status <> 'withdrawn'
      ), '{}') as rivals,
      exists (select from responses earlier where earlier.listing_id = ${listing_id}
        and earlier.user_id = ${user_id} and earlier.status = 'withdrawn') as before`,
)

type Place = { price_third: Third | null; price_among: number | null }

/**
 * In which third of the prices a response stands at the moment of its sending. It is said once to a person and a
 * listing: whoever could ask again with another price, by editing or taking back, would learn those of rivals.
 */
export function placeAmong([prices]: Prices[]): Place {
  const { own = null, rivals = [], before = true } = prices ?? {}
  const price_third = own === null || before ? null : thirdOf(own, rivals)
  return { price_third, price_among: price_third && rivals.length + 1 }
}
