import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#db/index.ts'
import { peopleFile } from '#stand-ins/launcher/paths.ts'
import type { World } from '#tests/support/servers/world.ts'
import { auditMoney, readOpenWork } from './audit.ts'
import { killFault, runFault } from './fault.ts'
import type { PaidOrder } from './journey.ts'
import { auditMail } from './mail.ts'
import { watchMemory } from './memory.ts'
import { makePlans, type Plan } from './plan.ts'
import { openArena, waitUntilIdle } from './run.ts'
import {
  addSubscribers,
  auditVisits,
  countReached,
  type Subscriber,
  sellOneByOne,
  subscribersOf,
  type Visit,
  visit,
} from './small-market.ts'

/** Memory of the machine for which a small installation is made. */
const machineMb = 1024
/** Number of people who use the mini-app at the same time. */
const peopleAtOnce = 20
/** Longest wait in milliseconds for the next kill. Whatever was lost until then never ends. */
const maxStandstillMs = 120_000

type Market = { orders: PaidOrder[]; visits: Visit[]; failures: string[]; victims: Plan['victim'][] }

/**
 * Runs a small installation with so many people. They have one order for each twenty of them, the first of which is
 * announced to five times as many subscribers, and a part of the installation is killed as often as there are orders.
 * Then looks what was lost or doubled, and how much memory was held.
 * @returns whether it held, after printing one line of figures and a line for each violation
 */
export async function runSmall(
  people: number,
  seed: number,
  printLine: (line: string) => void,
): Promise<boolean> {
  const startedAt = Date.now()
  const [orders, subscribers] = [Math.ceil(people / 20), people * 5]
  const folder = await mkdtemp(path.join(tmpdir(), 'otklik-small-'))
  const people_file = path.join(folder, 'people.json')
  const staff = JSON.parse(await readFile(peopleFile, 'utf8')) as object[]
  await writeFile(people_file, JSON.stringify([...staff, ...subscribersOf(subscribers)]))
  // Telegram's own limit lets 20 cards a minute into the moderators' chat.
  const env = { TELEGRAM_RATE_SCALE: '4' }
  const { world, db, stop } = await openArena({ one_process: true, people_file, env })
  try {
    const endWatch = watchMemory({
      process: () => world.pid('workers'),
      postgres: () => world.pid('postgres'),
      redis: () => world.pid('redis'),
    })
    const audience = await addSubscribers(db, subscribers)
    const market = await liveThroughKills(world, db, { people, orders, subscribers }, seed)
    const isIdle = await waitUntilIdle(db)
    const peak_mb = endWatch()
    const mail = await auditAllMail(world, db, market, audience)
    const violations = [
      ...market.failures,
      ...(isIdle ? [] : (await readOpenWork(db)).map((open) => `still open: ${open}`)),
      ...(await auditMoney(world, db, { orders: market.orders })),
      ...(await auditVisits(db, market.visits)),
      ...mail.violations,
    ]
    // Without /proc nothing is seen.
    if (peak_mb.sum === 0 || peak_mb.sum > machineMb)
      violations.push(`${peak_mb.sum} MB were held, and the machine has ${machineMb}`)
    const { repeated, unknown } = mail
    const kills = { process: 0, postgres: 0, redis: 0 }
    for (const victim of market.victims)
      kills[victim === 'postgres' || victim === 'redis' ? victim : 'process'] += 1
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    const told = { delivered: subscribers - unknown, repeated, unknown }
    const figures = { people: market.visits.length, orders: market.orders.length, kills, ...told }
    printLine(JSON.stringify({ ...figures, peak_mb, seconds, broken: violations.length }))
    for (const line of violations) printLine(`BROKEN ${line}`)
    if (violations.length > 0) printLine(`Logs: ${world.logs}`)
    return violations.length === 0
  } finally {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** People use the market while its parts are killed, each kill after another part of all work is done. */
async function liveThroughKills(
  world: World,
  db: Db,
  planned: { people: number; orders: number; subscribers: number },
  seed: number,
): Promise<Market> {
  const market: Market = { orders: [], visits: [], failures: [], victims: [] }
  const note = (error: unknown) => void market.failures.push(String(error))
  const sales = sellOneByOne(world, planned.orders)
  for (const sale of sales) sale.then((order) => market.orders.push(order), note)
  let startedVisits = 0
  const visitUntilEnd = async () => {
    while (startedVisits < planned.people) {
      const number = startedVisits++
      const sale = sales[number % sales.length] as Promise<PaidOrder>
      await visit(world, number, sale).then((result) => market.visits.push(result), note)
    }
  }
  const readProgress = async () => {
    const reached = await countReached(db).catch(() => 0)
    const { orders, visits } = market
    return (
      (orders.length / planned.orders + visits.length / planned.people + reached / planned.subscribers) / 3
    )
  }
  const killInBetween = async () => {
    for (const [index, plan] of makePlans(planned.orders, seed).entries()) {
      const deadline = Date.now() + maxStandstillMs
      while (Date.now() < deadline && (await readProgress()) < (index + 0.5) / planned.orders) await sleep(50)
      const { healthErrors } = await runFault(world, plan, killFault(world, plan))
      market.failures.push(...healthErrors)
      market.victims.push(plan.victim)
    }
  }
  const people = Array.from({ length: peopleAtOnce }, visitUntilEnd)
  await Promise.all([Promise.allSettled([...sales, ...people]), killInBetween().catch(note)])
  return market
}

/** Authors are told of their orders, and subscribers of the first one alone. */
async function auditAllMail(world: World, db: Db, { orders, victims }: Market, audience: Subscriber[]) {
  // Killing Redis repeats no message.
  const killed = { victim: 'workers' as const, kills: victims.filter((victim) => victim !== 'redis').length }
  const isFirst = ({ title }: PaidOrder) => title === 'Заказ 1.'
  const others = orders.filter((order) => !isFirst(order))
  const reports = [
    await auditMail(world, db, { ...killed, orders: orders.filter(isFirst), audience }),
    await auditMail(world, db, { ...killed, orders: others, audience: [] }),
  ]
  return {
    violations: reports.flatMap(({ violations }) => violations),
    repeated: reports.reduce((sum, { repeated }) => sum + repeated, 0),
    unknown: reports.reduce((sum, { unknown }) => sum + unknown, 0),
  }
}
