import { sql } from 'kysely'
import { connect } from '#db/index.ts'
import type { BenchMarket } from './questions.ts'
import type { openServers } from './servers.ts'

/** One change per second: the rate in a market of 2.5 million listings if each listing changes once a month. */
const everyMs = 1000

/** Changes the price of one order per interval, because the caches of lists must cope with changes. */
export function keepChanging(
  { owner_url }: Awaited<ReturnType<typeof openServers>>,
  { orders }: BenchMarket,
) {
  const owner = connect(owner_url)
  let last = Promise.resolve()
  let round = 0
  const change = async () => {
    const { id } = orders[round++ % orders.length] as BenchMarket['orders'][number]
    await sql`update listings set price_base = price_base + 1 where id = ${id}`.execute(owner)
  }
  const timer = setInterval(() => {
    last = last.then(change)
  }, everyMs)
  return {
    async stop(): Promise<void> {
      clearInterval(timer)
      await last
      await owner.destroy()
    },
  }
}
