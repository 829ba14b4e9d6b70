import { sql } from 'kysely'
import { connect } from '#db/index.ts'
import type { Market } from './questions.ts'
import type { openServers } from './servers.ts'

/** As often as in a market of two and a half million listings that each change once in a month. */
const everyMs = 1000

/** Each moment another of the orders that are asked for has another price: what is kept of lists has to bear that. */
export function keepChanging({ owner_url }: Awaited<ReturnType<typeof openServers>>, { orders }: Market) {
  const owner = connect(owner_url)
  let last = Promise.resolve()
  let turn = 0
  const change = async () => {
    const { id } = orders[turn++ % orders.length] as Market['orders'][number]
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
