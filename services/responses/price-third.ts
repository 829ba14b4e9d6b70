import { sql } from 'kysely'
import { type Third, thirdOf } from '#contract/price-thirds.ts'
import type { Tx } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'

type Sent = { id: number; listing_id: number; user_id: number }

type Prices = { own: number | null; rivals: number[]; before: boolean }
const pricesOf = prepare<Sent, Prices>(
  (_, { id, listing_id, user_id }) => sql<Prices>`
    with priced as (
      select response.id, response.price * coalesce(currency.rate_to_base, 1) as base from responses response
      join currencies currency on currency.id = response.currency_id
      where response.listing_id = ${listing_id} and response.price is not null and response.status <> 'withdrawn')
    select (select base::float8 from priced where id = ${id}) as own,
      coalesce((select array_agg(base::float8) from priced where id <> ${id}), '{}') as rivals,
      exists (select from responses earlier where earlier.listing_id = ${listing_id}
        and earlier.user_id = ${user_id} and earlier.id <> ${id}) as before`,
)

/**
 * Writes down in which third of the prices a response stands at the moment of its sending. It is said once to a person
 * and a listing: whoever could ask again with another price, by editing or taking back, would learn those of rivals.
 */
export async function fixThird(tx: Tx, sent: Sent): Promise<void> {
  const { id } = sent
  const [prices] = await pricesOf(tx, sent)
  const { own = null, rivals = [], before = true } = prices ?? {}
  if (own === null || before) return
  const price_third: Third | null = thirdOf(own, rivals)
  if (price_third === null) return
  await tx
    .updateTable('responses')
    .set({ price_third, price_among: rivals.length + 1 })
    .where('id', '=', id)
    .execute()
}
