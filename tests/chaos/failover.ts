import { setTimeout as sleep } from 'node:timers/promises'
import { auditMoney, whatIsOpen } from './audit.ts'
import { type PaidOrder, quiet_category_id, sellOrder } from './journey.ts'
import { auditMail } from './mail.ts'
import { comesToRest, openArena } from './run.ts'

/** Number of orders sold at the same time. */
const lanes = 8
const awayMs = 2000
const calm = { starts_at_ms: 0, pays_twice: false, comes_back: true }

/**
 * Sells orders, kills the primary of a pair of servers meanwhile, and promotes its standby.
 * @returns violations, in words
 */
export async function runFailover(
  orders: number,
  victim: 'postgres' | 'redis',
  say: (line: string) => void,
): Promise<string[]> {
  const { world, db, stop } = await openArena({ standby: victim })
  try {
    const [sold, broken] = [[] as PaidOrder[], [] as string[]]
    let begun = 0
    const sell = async () => {
      while (begun < orders) {
        begun += 1
        const title = `Заказ ${begun}.`
        await sellOrder(world, title, calm, quiet_category_id).then(
          (order) => sold.push(order),
          (error) => broken.push(`${title} ${error}`),
        )
      }
    }
    const strike = async () => {
      while (sold.length < orders / 3) await sleep(50)
      await world.kill(victim)
      say(`the primary of ${victim} was killed after ${sold.length} orders, ${begun - sold.length} under way`)
      await sleep(awayMs)
      await world.restart(victim)
    }
    const began = Date.now()
    await Promise.all([strike(), ...Array.from({ length: lanes }, sell)])
    if (!(await comesToRest(db))) broken.push(...(await whatIsOpen(db)).map((what) => `still open: ${what}`))
    const mail = await auditMail(world, db, { orders: sold, audience: [], victim })
    const money = { orders: sold, boosts: [], refunds: [], stars: [] }
    broken.push(...(await auditMoney(world, db, money)), ...mail.broken)
    say(
      `${sold.length} orders over a failover in ${Date.now() - began} ms: ${broken.length === 0 ? 'nothing lost, nothing twice' : 'BROKEN'}, ${mail.repeated} messages repeated`,
    )
    for (const line of broken) say(`  BROKEN ${line}`)
    return broken
  } finally {
    await stop()
  }
}
