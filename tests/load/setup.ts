import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from '#db/index.ts'
import { buildServer } from '#services/api/server.ts'
import { closeContext, createContext } from '#services/core/context.ts'
import { freePort, spawnGuarded } from '#stand-ins/infra/processes.ts'
import { build, programOf } from '#stand-ins/launcher/builds.ts'
import { isRehearsal } from '#tests/support/run/share.ts'
import { keepChanging } from './changes.ts'
import { buildPeer } from './peer.ts'
import { type BenchMarket, surveyMarket } from './questions.ts'
import { logInRegulars, seedRegulars } from './regulars.ts'
import type { Server } from './rounds.ts'
import { seedListings } from './seed.ts'
import { openServers } from './servers.ts'

/** Number of people who send requests. */
const regulars = isRehearsal ? 40 : 400

/** Generates the market and starts the servers to compare. The product's server comes first. */
export async function setUpBench(rows: number, { peers }: { peers: boolean }) {
  await build(['mini-app'])
  const entry = peers ? await buildPeer() : undefined
  const servers = await openServers()
  const children: ChildProcess[] = []
  const changers: { stop(): Promise<void> }[] = []
  const stopAll = async () => {
    await Promise.all(changers.map((one) => one.stop()))
    for (const child of children) child.kill('SIGKILL')
    await servers.stop()
  }
  try {
    const market = await fillMarket(servers, rows)
    const renewMarketOrder = () => renewOrder(servers, market)
    const startedServers = await startServers(servers, children, entry)
    changers.push(keepChanging(servers, market))
    return { market, renew: renewMarketOrder, ...startedServers, stop: stopAll }
  } catch (error) {
    await stopAll()
    throw error
  }
}

export type Servers = Awaited<ReturnType<typeof openServers>>

/** Starts a server and waits until it answers. `port_name` is the environment variable that sets its port. */
export async function startServer(
  { env }: Servers,
  name: string,
  {
    entry,
    port_name,
    extraEnv = {},
  }: { entry: string; port_name: 'API_PORT' | 'PORT'; extraEnv?: Record<string, string> },
): Promise<Server & { child: ChildProcess }> {
  const port = await freePort()
  const child = spawnGuarded(process.execPath, [await programOf(entry)], {
    env: { ...process.env, ...env, ...unlimited, ...extraEnv, [port_name]: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const server = { name, origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, child }
  if (port_name === 'PORT') await once(child, 'message')
  else await isUp(`${server.origin}/health/live`)
  return server
}

export const api = { entry: 'services/api/main.ts', port_name: 'API_PORT' } as const

/** Starts each server of the comparison as a separate process. `peer` is the entry file of the NestJS server. */
async function startServers(servers: Servers, children: ChildProcess[], peer: string | undefined) {
  const startServerNamed = async (name: string, entry: string, extraEnv?: Record<string, string>) => {
    const server = await startServer(servers, name, { entry, port_name: 'PORT', extraEnv })
    children.push(server.child)
    return server
  }
  const ourServer = await startServer(servers, 'ours', api)
  children.push(ourServer.child)
  const bareServer = await startServerNamed('node:http + pg', 'tests/load/bare/main.ts')
  const nestServer = peer && (await startServerNamed('NestJS + Prisma', peer, { NODE_ENV: 'production' }))
  const constant = (bytes: number) =>
    startServerNamed('constant answer', 'tests/load/constant-server.ts', { ANSWER_BYTES: String(bytes) })
  const comparedServers: Server[] = [ourServer, bareServer, ...(nestServer ? [nestServer] : [])]
  return { compared: comparedServers, constant, postgres_pid: servers.postgres_pid }
}

const unlimited = { LOG_LEVEL: 'warn', RATE_LIMIT_SCALE: '1000000000' }

/** Generates the market, and logs in the people who send requests. */
export async function fillMarket(
  { owner_url, config }: Pick<Servers, 'owner_url' | 'config'>,
  rows: number,
  count = regulars,
): Promise<BenchMarket> {
  const owner = connect(owner_url)
  await seedListings(owner, rows)
  await seedRegulars(owner, count)
  const ctx = createContext({ ...config, RATE_LIMIT_SCALE: 1e9 }, 'bench')
  const { app } = await buildServer(ctx)
  try {
    return await surveyMarket(owner, await logInRegulars(owner, app, config.BOT_TOKEN, count))
  } finally {
    await app.close()
    await closeContext(ctx)
    await owner.destroy()
  }
}

/** Sets an order's time of publication to now, so that it is the newest order. */
async function renewOrder({ owner_url }: Servers, { orders }: BenchMarket): Promise<void> {
  const owner = connect(owner_url)
  const published_at = new Date().toISOString()
  const { id } = orders[Math.floor(orders.length / 2)] as BenchMarket['orders'][number]
  await owner.updateTable('listings').set({ published_at }).where('id', '=', id).execute()
  await owner.destroy()
}

async function isUp(url: string): Promise<void> {
  for (let attempt = 0; attempt < 3000; attempt++) {
    const { ok } = await fetch(url).catch(() => ({ ok: false }))
    if (ok) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the API did not start')
}
