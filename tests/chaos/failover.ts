import { setTimeout as sleep } from 'node:timers/promises'
import { auditMoney, readOpenWork } from './audit.ts'
import { type PaidOrder, quiet_category_id, sellOrder } from './journey.ts'
import { auditMail } from './mail.ts'
import { openArena, waitUntilIdle } from './run.ts'

/** Number of orders that are paid in parallel while the primary server is killed. */
const parallelOrders = 8
const downtimeMs = 2000
const plainOrder = { starts_at_ms: 0, pays_twice: false, returns_to_app: true }

/**
 * Sells orders while the primary of a Postgres or Redis pair is killed and its standby is promoted.
 * @returns violations, in words
 */
export async function runFailover(
  orders: number,
  victim: 'postgres' | 'redis',
  printLine: (line: string) => void,
): Promise<string[]> {
  const { world, db, stop } = await openArena({ standby: victim })
  try {
    const [soldOrders, violations] = [[] as PaidOrder[], [] as string[]]
    let startedOrders = 0
    const sellUntilStopped = async () => {
      while (startedOrders < orders) {
        startedOrders += 1
        const title = `Заказ ${startedOrders}.`
        await sellOrder(world, title, plainOrder, quiet_category_id).then(
          (order) => soldOrders.push(order),
          (error) => violations.push(`${title} ${error}`),
        )
      }
    }
    const killPrimary = async () => {
      while (soldOrders.length < orders / 3) await sleep(50)
      await world.kill(victim)
      printLine(
        `the primary of ${victim} was killed after ${soldOrders.length} orders, ${startedOrders - soldOrders.length} under way`,
      )
      await sleep(downtimeMs)
      await world.restart(victim)
    }
    const startedAt = Date.now()
    await Promise.all([killPrimary(), ...Array.from({ length: parallelOrders }, sellUntilStopped)])
    if (!(await waitUntilIdle(db)))
      violations.push(...(await readOpenWork(db)).map((description) => `still open: ${description}`))
    const mail = await auditMail(world, db, { orders: soldOrders, audience: [], victim })
    const soldItems = { orders: soldOrders, boosts: [], refunds: [], stars: [] }
    violations.push(...(await auditMoney(world, db, soldItems)), ...mail.violations)
    printLine(
      `${soldOrders.length} orders over a failover in ${Date.now() - startedAt} ms: ${violations.length === 0 ? 'nothing lost, nothing twice' : 'BROKEN'}, ${mail.repeated} messages repeated`,
    )
    for (const line of violations) printLine(`  BROKEN ${line}`)
    return violations
  } finally {
    await stop()
  }
}
