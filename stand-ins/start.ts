import { rm } from 'node:fs/promises'
import path from 'node:path'
import { appAddress } from './infra/postgres.ts'
import { build } from './launcher/builds.ts'
import {
  type Deployment,
  originOf,
  productEnvironment,
  robokassaEnvironment,
  telegramEnvironment,
} from './launcher/environment.ts'
import { serveSources } from './launcher/hot-pages.ts'
import { keepRunning } from './launcher/keep-running.ts'
import { type NodeProcess, nodeProcess, runToEnd } from './launcher/node-process.ts'
import { welcomePage } from './launcher/page.ts'
import { dataFolder, entries, guideFile, peopleFile, type Role } from './launcher/paths.ts'
import { removeServers, startServers } from './launcher/servers.ts'
import { loadSettings, readArguments } from './launcher/settings.ts'
import { lockDataFolder } from './launcher/single.ts'

const logFolder = path.join(dataFolder, 'logs')
const printLine = (text: string) => process.stdout.write(`${text}\n`)

/** Running services, in the order of their start. Services that started last are stopped first. */
const layers: { stop(): Promise<void> }[][] = []
let stopping = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
process.on('disconnect', () => void stop(0))

try {
  await start()
} catch (error) {
  if (!stopping) printLine(error instanceof Error ? error.message : String(error))
  await stop(1)
}

async function start(): Promise<void> {
  const { fresh, dev, port } = readArguments(process.argv.slice(2))
  await lockDataFolder()
  if (fresh) await deleteData()
  const settings = await loadSettings(port)
  const [{ database, redis }] = await Promise.all([
    startServers(settings, printLine),
    build(dev ? ['desk'] : undefined, printLine),
  ])
  layers.push([database, redis])
  const deployment: Deployment = {
    database_url: process.env.DATABASE_URL ? database.url : appAddress(database.url),
    redis_url: redis.url,
    secrets: settings.secrets,
    api_port: settings.ports.api,
    telegram_port: settings.ports.telegram,
    app_port: settings.ports.app,
    robokassa_port: settings.ports.robokassa,
    ...(dev && { pages_port: settings.ports.pages }),
    people_file: peopleFile,
    guide_file: guideFile,
    state_folder: dataFolder,
  }
  const product = productEnvironment(deployment)
  const owner = { ...product, DATABASE_OWNER_URL: process.env.DATABASE_OWNER_URL || database.url }
  const desk = originOf(deployment.telegram_port)
  const api = originOf(deployment.api_port)
  const robokassa = originOf(deployment.robokassa_port)
  await Promise.all([
    startProcesses(
      { role: 'telegram', env: telegramEnvironment(deployment), readyUrl: `${desk}/__desk` },
      { role: 'robokassa', env: robokassaEnvironment(deployment), readyUrl: `${robokassa}/_movements` },
    ),
    runToEnd('Migration', ['db/migrate.ts'], owner).then(() =>
      runToEnd('Seeding', ['db/seed.ts', '--demo'], owner),
    ),
  ])
  if (dev) layers.push([await serveSources(settings.ports.pages, api)])
  await startProcesses(
    { role: 'api', env: product, readyUrl: `${api}/health/ready`, watch: dev },
    { role: 'bot', env: product, watch: dev },
    { role: 'workers', env: product, watch: dev },
  )
  if (stopping) return
  printLine(welcomePage({ desk, api, robokassa, logs: logFolder }))
}

type ProcessOptions = { role: Role } & Pick<NodeProcess, 'env' | 'readyUrl' | 'watch'>

async function startProcesses(...processes: ProcessOptions[]): Promise<void> {
  const layer: { stop(): Promise<void> }[] = []
  layers.push(layer)
  const startOne = async ({ role, ...member }: ProcessOptions) => {
    const startProcess = await nodeProcess({
      name: role,
      entry: entries[role],
      ...member,
      logFolder,
      printLine,
    })
    if (!stopping) layer.push(await keepRunning(role, startProcess, printLine))
  }
  await Promise.all(processes.map(startOne))
}

async function deleteData(): Promise<void> {
  await removeServers()
  for (const name of ['logs', 'settings.json', 'telegram.json', 'robokassa.json'])
    await rm(path.join(dataFolder, name), { recursive: true, force: true })
}

/** Stops all services, the last started first. Processes that are still starting are killed by infra/guard.ts. */
async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  for (const layer of layers.reverse()) await Promise.all(layer.map((one) => one.stop()))
  process.exit(code)
}
