import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '#stand-ins/infra/processes.ts'
import {
  appOrigin,
  type Deployment,
  type Environment,
  newSecrets,
  originOf,
  productEnvironment,
  robokassaEnvironment,
  telegramEnvironment,
} from '#stand-ins/launcher/environment.ts'
import { guideFile, peopleFile, type Role } from '#stand-ins/launcher/paths.ts'
import { borrowInfrastructure } from './infrastructure.ts'
import { type ControlApi, controlApi } from './stand-in-control.ts'
import { type Part, processPart } from './world-parts.ts'
import { serversOfOne } from './world-servers.ts'

export interface WorldOptions {
  /** What to start; by default everything. A test of the API alone is faster with `['telegram', 'api']`. */
  roles?: Role[]
  /** Postgres and Redis of this world alone, so that they can be killed. Costs about two seconds. */
  own_servers?: boolean
  /** The checkout whose migrations fill a database of this world alone; ours by default. */
  release?: string
  /** Megabytes of a disk that only Postgres has, so that it can be filled; only root can make one. */
  disk_mb?: number
  /** Two servers, of which one follows; to kill that part and start it again is to fail over. */
  standby?: 'postgres' | 'redis'
  /** Additions to the environment of API, bot and workers. */
  env?: Environment
  /** A variable that names one more free port, which `World.env` tells. */
  port_name?: 'OPS_PORT' | 'BOT_PORT'
  /** JSON file with the people of the desk; the demo people by default. */
  people_file?: string
  /**
   * Telegram forgets everything when it ends, instead of writing its state down every second, which takes a
   * third of that second with a hundred thousand people.
   */
  forgetful?: boolean
}

export type WorldPart = Role | 'postgres' | 'redis'

export interface World {
  /** The desk and the Bot API: what people open. */
  origin: string
  /** The mini-app as the desk opens it. */
  app: string
  /** The API itself, without the desk in between. */
  api: string
  /** Of the owner: the processes do not own what the test looks at. */
  owner_url: string
  /** The environment of API, bot and workers, for parts a test runs in its own process. */
  env: Environment
  /** Control API of the Telegram stand-in: paths below /__desk/api. */
  telegram: ControlApi
  /** Control API of the Robokassa stand-in: paths such as /_control/pay. */
  robokassa: ControlApi
  /** Folder with one log per process. */
  logs: string
  /** Where the disk of Postgres is, when it has its own. */
  disk?: string | undefined
  /** Of a part as it runs now. */
  pid(part: WorldPart): number
  /** SIGKILL: nothing is finished, nothing is said. */
  kill(part: WorldPart): Promise<void>
  /** SIGSTOP: it neither works nor ends, until it is thawed (SIGCONT). */
  freeze(part: WorldPart): Promise<void>
  thaw(part: WorldPart): Promise<void>
  /** Starts a killed part again (or stops a running one politely and starts it) and waits until it is ready. */
  restart(part: WorldPart): Promise<void>
  stop(): Promise<void>
}

const everything: Role[] = ['telegram', 'robokassa', 'api', 'bot', 'workers']

/** Whether a process of a world ended because another world, which starts beside it, had taken its port. */
async function hasLostPort(logs: string): Promise<boolean> {
  const files = await readdir(logs).catch(() => [])
  const texts = await Promise.all(files.map((file) => readFile(path.join(logs, file), 'utf8')))
  return texts.some((text) => text.includes('EADDRINUSE'))
}

/**
 * The whole product on real parts: real processes, a database and a corner of Redis of its own.
 * @param tries how often it may begin, each time on other ports
 */
export async function startWorld(options: WorldOptions = {}, tries = 3): Promise<World> {
  const folder = await mkdtemp(path.join(tmpdir(), 'otklik-world-'))
  // User postgres has to walk in; else the data would go to /var/lib.
  await chmod(folder, 0o755)
  const servers = options.own_servers ? await serversOfOne(folder, options) : undefined
  const borrowed = servers ? undefined : await borrowInfrastructure()
  const deployment: Deployment = {
    database_url: servers?.database_url ?? borrowed?.database_url ?? '',
    redis_url: servers?.redis_url ?? borrowed?.redis_url ?? '',
    redis_prefix: borrowed?.redis_prefix,
    secrets: newSecrets(),
    api_port: await freePort(),
    telegram_port: await freePort(),
    app_port: await freePort(),
    robokassa_port: await freePort(),
    people_file: options.people_file ?? peopleFile,
    guide_file: guideFile,
    state_folder: folder,
  }
  const env: Environment = { LOG_LEVEL: 'info', ...productEnvironment(deployment), ...options.env }
  // Chosen anew with each try, as the other ports are.
  if (options.port_name) env[options.port_name] = String(await freePort())
  const logs = path.join('test-output/logs', path.basename(folder))
  const parts = new Map<WorldPart, Part>(servers?.parts)
  const stop = async () => {
    await Promise.all(everything.map((role) => parts.get(role)?.stop()))
    for (const [, server] of servers?.parts ?? []) await server.stop()
    await borrowed?.release()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const wanted = everything.filter((role) => (options.roles ?? everything).includes(role))
    for (const role of wanted) {
      const kept = options.forgetful ? { ...deployment, state_folder: undefined } : deployment
      const own = { telegram: telegramEnvironment(kept), robokassa: robokassaEnvironment(deployment) }
      parts.set(
        role,
        await processPart(role, role in own ? own[role as keyof typeof own] : env, deployment, logs),
      )
    }
    await Promise.all(wanted.map((role) => parts.get(role)?.start()))
  } catch (error) {
    await stop()
    if (tries > 1 && (await hasLostPort(logs))) return startWorld(options, tries - 1)
    throw error
  }
  const part = (name: WorldPart): Part => {
    const found = parts.get(name)
    if (!found) throw new Error(`this world has no ${name} of its own`)
    return found
  }
  return {
    origin: originOf(deployment.telegram_port),
    app: appOrigin(deployment),
    api: originOf(deployment.api_port),
    owner_url: servers?.owner_url ?? borrowed?.owner_url ?? '',
    env,
    telegram: controlApi(`${originOf(deployment.telegram_port)}/__desk/api`),
    robokassa: controlApi(originOf(deployment.robokassa_port)),
    logs,
    disk: servers?.disk,
    pid: (name) => part(name).pid(),
    freeze: (name) => part(name).freeze(),
    thaw: (name) => part(name).thaw(),
    kill: (name) => part(name).kill(),
    restart: (name) => part(name).restart(),
    stop,
  }
}
