import { setTimeout as wait } from 'node:timers/promises'
import { limits } from '#contract/limits.ts'
import { connect } from '#db/index.ts'
import { migrate } from '#db/migrate.ts'
import { freePort } from '#stand-ins/infra/processes.ts'
import { type Environment, originOf } from '#stand-ins/launcher/environment.ts'
import type { RunningProcess } from '#stand-ins/launcher/keep-running.ts'
import { nodeProcess } from '#stand-ins/launcher/node-process.ts'
import { entries } from '#stand-ins/launcher/paths.ts'
import { readOpenWork } from '#tests/chaos/audit.ts'
import { newClient } from '#tests/chaos/client.ts'
import { category_id, quiet_category_id, sellOrder } from '#tests/chaos/journey.ts'
import { auditMail } from '#tests/chaos/mail.ts'
import { waitUntilIdle } from '#tests/chaos/run.ts'
import { markAsDemo } from '#tests/support/servers/infrastructure-databases.ts'
import { startWorld } from '#tests/support/servers/world.ts'
import { openBalancer } from './balancer.ts'
import { startRequests } from './requests.ts'
import { startTalk } from './talk.ts'

export interface DeployOptions {
  /** Folder of the release that runs before the deploy; the current release if absent. */
  from?: string
  apis: number
  bots: number
  workers: number
  /** Read requests per second, in addition to the chats and the orders. */
  rate: number
  talks: number
  orders: number
  printLine?: (line: string) => void
}

export interface DeployReport {
  requests: number
  failed: string[]
  /** Chat messages that were written, messages that no stream delivered, and messages that a stream delivered twice. */
  writtenCount: number
  lostCount: number
  receivedTwice: number
  reopenedCount: number
  /** Telegram messages that people received twice. */
  doubled: number
  /** Expectations about the orders that were not met, in words. */
  violations: string[]
  seconds: number
}

type Kind = 'api' | 'bot' | 'workers'
interface ProcessPlan {
  name: string
  kind: Kind
  env: Environment
  ready?: string
}

const drainMs = 1500

/** Deploys the current release under load: replaces every process of a running product, one after another. */
export async function deploy(options: DeployOptions): Promise<DeployReport> {
  const { from, printLine = () => {} } = options
  const env = {
    BOT_MODE: 'webhook',
    BOT_WEBHOOK_SECRET: 'a-secret-of-the-webhook',
    DRAIN_MS: String(drainMs),
    MODERATION_UNDO_MS: '200',
    TELEGRAM_RATE_SCALE: '50',
    LOG_LEVEL: 'info',
  }
  const world = await startWorld({
    own_servers: true,
    roles: ['telegram', 'robokassa'],
    env,
    ...(from && { release: from }),
  })
  const cleanups = [() => world.stop()]
  try {
    await world.telegram.post('/limits', { enabled: false })
    await world.robokassa.post('/_control', { clock_scale: 30 })
    const processPlans = await planProcesses(options, world.env)
    const ports = (kind: Kind, name: string) =>
      processPlans
        .filter((processPlan) => processPlan.kind === kind)
        .map((processPlan) => Number(processPlan.env[name]))
    const balancer = await openBalancer(
      Number(new URL(world.api).port),
      ports('api', 'API_PORT'),
      ports('bot', 'BOT_PORT'),
    )
    cleanups.push(() => balancer.close())
    const processes = new Map<ProcessPlan, RunningProcess>()
    cleanups.push(async () => {
      await Promise.all([...processes.values()].map((one) => one.stop()))
    })
    const startProcess = async (processPlan: ProcessPlan, folder?: string) => {
      const { name, kind, env, ready } = processPlan
      const log = folder ? `${name}-before` : name
      const processOptions = { name: log, entry: entries[kind], env, logFolder: world.logs }
      const launch = await nodeProcess({
        ...processOptions,
        ...(ready && { readyUrl: ready }),
        ...(folder && { folder }),
      })
      processes.set(processPlan, await launch())
    }
    await Promise.all(processPlans.map((processPlan) => startProcess(processPlan, from)))
    return await runUnderLoad(options, world, async () => {
      if (from) {
        await migrate(world.owner_url, world.env.DATABASE_URL)
        await markAsDemo(world.owner_url)
      }
      for (const processPlan of processPlans) {
        printLine(`replacing ${processPlan.name}`)
        await processes.get(processPlan)?.stop()
        await startProcess(processPlan)
      }
    })
  } finally {
    for (const cleanUp of cleanups.reverse()) await cleanUp()
  }
}

async function planProcesses(
  { apis, bots, workers }: DeployOptions,
  env: Environment,
): Promise<ProcessPlan[]> {
  const processPlans: ProcessPlan[] = []
  const counts: [Kind, number][] = [
    ['api', apis],
    ['bot', bots],
    ['workers', workers],
  ]
  for (const [kind, count] of counts)
    for (let number = 1; number <= count; number += 1) {
      const [api, bot, ops] = [await freePort(), await freePort(), await freePort()]
      const ownPorts = { API_PORT: String(api), BOT_PORT: String(bot), OPS_PORT: String(ops) }
      const readyUrl = `${originOf(kind === 'api' ? api : ops)}/health/ready`
      processPlans.push({ name: `${kind}-${number}`, kind, env: { ...env, ...ownPorts }, ready: readyUrl })
    }
  return processPlans
}

/**
 * Puts every fourth order into a category with a subscribed freelancer, until the hourly limit of messages is reached.
 */
const categoryOf = (number: number) =>
  number % 4 === 0 && number / 4 <= limits.bulkMessages.perHour ? category_id : quiet_category_id

type World = Awaited<ReturnType<typeof startWorld>>

async function runUnderLoad(
  options: DeployOptions,
  world: World,
  act: () => Promise<void>,
): Promise<DeployReport> {
  const { rate, talks: talkCount, orders } = options
  const reader = await newClient(world, 'Олег')
  await reader.call(`/api/users/change_user_spec/${reader.user_id}?category_id=${category_id}`, {})
  const talks = await Promise.all(
    Array.from({ length: talkCount }, (_, index) => startTalk(world, `${index + 1}`)),
  )
  const requests = startRequests(world.api, reader.authorization, rate)
  const plan = { starts_at_ms: 0, pays_twice: false, returns_to_app: true }
  const startedAt = Date.now()
  let isOver = false
  const sales = (async () => {
    const soldOrders = []
    // Sells orders one after another until all processes are replaced, so that the replacement interrupts each step of
    // an order.
    for (let number = 1; number <= orders || !isOver; number += 1)
      soldOrders.push(await sellOrder(world, `Заказ ${number}.`, plan, categoryOf(number)))
    return soldOrders
  })()
  sales.catch(() => {})
  await act()
  isOver = true
  const seconds = (Date.now() - startedAt) / 1000
  await wait(1000)
  const [soldOrders, requestReport] = [await sales, await requests.end()]
  await Promise.all(talks.map((talk) => talk.end()))
  const db = connect(world.owner_url)
  try {
    const violations = (await waitUntilIdle(db))
      ? []
      : (await readOpenWork(db)).map((description) => `still open: ${description}`)
    const mail = await auditMail(world, db, { orders: soldOrders, audience: [], victim: 'api' })
    const count = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)
    return {
      ...requestReport,
      writtenCount: count(talks.map(({ writtenIds }) => writtenIds.length)),
      lostCount: count(
        talks.map(
          ({ writtenIds, receivedIds }) => writtenIds.filter((id) => !receivedIds.includes(id)).length,
        ),
      ),
      receivedTwice: count(talks.map(({ receivedIds }) => receivedIds.length - new Set(receivedIds).size)),
      reopenedCount: count(talks.map(({ openedCount }) => openedCount)),
      doubled: mail.repeated,
      violations: [...violations, ...mail.violations],
      seconds,
    }
  } finally {
    await db.destroy()
  }
}
