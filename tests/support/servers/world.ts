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
import { entries, guideFile, peopleFile, type Role } from '#stand-ins/launcher/paths.ts'
import { borrowInfrastructure } from './infrastructure.ts'
import { type ControlApi, openControlApi } from './stand-in-control.ts'
import { processPart, type ServerControl } from './world-parts.ts'
import { serversOfOne } from './world-servers.ts'

/**
 * Options of a world. A world is a running copy of the whole product, with real processes, that a test starts and
 * stops.
 */
export interface WorldOptions {
  /** Processes to start; all by default. A test of the API alone is faster with `['telegram', 'api']`. */
  roles?: Role[]
  /** Starts a Postgres and a Redis only for this world, so that a test can kill them. This takes about two seconds. */
  own_servers?: boolean
  /** Folder of the release whose scripts create the database of this world; by default this release. */
  release?: string
  /** Size in megabytes of a disk only for Postgres, so that a test can fill it. Only root can mount the disk. */
  disk_mb?: number
  /** Starts this server as a primary with a replica. Killing and restarting the server promotes the replica. */
  standby?: 'postgres' | 'redis'
  /** Runs API, bot and workers as one process. Killing one of them kills all, and restarting one restarts all. */
  one_process?: boolean
  /** Additional environment variables of the API, the bot and the workers. */
  env?: Environment
  /** Name of an environment variable that gets another free port. `World.env` contains its value. */
  port_name?: 'OPS_PORT' | 'BOT_PORT'
  /** Gives each process of the product an OPS_PORT of its own. `World.operations` contains their origins. */
  ops_ports?: boolean
  /** JSON file with the people of the Telegram stand-in; by default the demo people. */
  people_file?: string
  /**
   * True if the Telegram stand-in does not save its state. With a hundred thousand people, saving its state every
   * second would take a third of its time.
   */
  isStateless?: boolean
}

export type WorldPart = Role | 'postgres' | 'redis'

export interface World {
  /** Origin of the Telegram stand-in, with the page that people open and the Bot API. */
  origin: string
  /** URL at which the Telegram stand-in opens the mini-app. */
  app: string
  /** Origin of the API itself, without the Telegram stand-in as a proxy. */
  api: string
  /** Database URL of the owner of the tables. The role of the processes may not read or change everything. */
  owner_url: string
  /**
   * Environment variables of the API, the bot and the workers, for parts of the product that a test runs in its own
   * process.
   */
  env: Environment
  /** Control API of the Telegram stand-in, with paths below /__desk/api. */
  telegram: ControlApi
  /** Control API of the Robokassa stand-in, with paths such as /_control/pay. */
  robokassa: ControlApi
  /** Origins at which the processes answer operators, if the option `ops_ports` is set. */
  operations: Partial<Record<Role, string>>
  /** Folder with one log file per process. */
  logs: string
  /** Mount point of the disk for Postgres alone, if there is one. */
  disk?: string | undefined
  /** Id of the process that runs now for this part. */
  pid(part: WorldPart): number
  /** Kills the process with SIGKILL, so that it cannot finish or report anything. */
  kill(part: WorldPart): Promise<void>
  /** Suspends the process with SIGSTOP. `thaw` resumes it with SIGCONT. */
  freeze(part: WorldPart): Promise<void>
  thaw(part: WorldPart): Promise<void>
  /** Stops the process gracefully if it runs, starts it, and waits until it is ready. */
  restart(part: WorldPart): Promise<void>
  stop(): Promise<void>
}

/** Parts that `one_process` runs together. */
const partsOfOne: Role[] = ['api', 'bot', 'workers']
const allRoles: Role[] = ['telegram', 'robokassa', 'api', 'bot', 'workers']

/** True if a process ended because another world that was started at the same time has taken its port. */
async function hasLostPort(logs: string): Promise<boolean> {
  const files = await readdir(logs).catch(() => [])
  const texts = await Promise.all(files.map((file) => readFile(path.join(logs, file), 'utf8')))
  return texts.some((text) => text.includes('EADDRINUSE'))
}

/**
 * Starts the whole product with real processes, and with a database and a Redis prefix of its own.
 * @param tries largest number of attempts, each with other ports
 */
export async function startWorld(options: WorldOptions = {}, tries = 3): Promise<World> {
  const folder = await mkdtemp(path.join(tmpdir(), 'otklik-world-'))
  // The system user `postgres` must be able to enter the folder. Otherwise the data would be written to /var/lib.
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
  // Chooses a free port again for each attempt, like the other ports.
  if (options.port_name) env[options.port_name] = String(await freePort())
  const operations: World['operations'] = {}
  const logs = path.join('test-output/logs', path.basename(folder))
  const controls = new Map<WorldPart, ServerControl>(servers?.parts)
  /** Controls of the processes behind these roles, each once. */
  const controlsOf = (roles: Role[]) => [...new Set(roles.flatMap((role) => controls.get(role) ?? []))]
  const stopWorld = async () => {
    await Promise.all(controlsOf(allRoles).map((control) => control.stop()))
    for (const [, server] of servers?.parts ?? []) await server.stop()
    await borrowed?.release()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const rolesToStart = allRoles.filter((role) => (options.roles ?? allRoles).includes(role))
    for (const role of rolesToStart) {
      const sharing = options.one_process ? partsOfOne.find((part) => controls.has(part)) : undefined
      const shared = sharing && partsOfOne.includes(role) ? controls.get(sharing) : undefined
      if (shared) {
        controls.set(role, shared)
        continue
      }
      const telegramDeployment = options.isStateless ? { ...deployment, state_folder: undefined } : deployment
      const standInEnvironments = {
        telegram: telegramEnvironment(telegramDeployment),
        robokassa: robokassaEnvironment(deployment),
      }
      const ops: Environment = options.ops_ports ? { OPS_PORT: String(await freePort()) } : {}
      if (ops.OPS_PORT && partsOfOne.includes(role)) operations[role] = originOf(Number(ops.OPS_PORT))
      controls.set(
        role,
        await processPart(
          role,
          role in standInEnvironments
            ? standInEnvironments[role as keyof typeof standInEnvironments]
            : { ...env, ...ops },
          deployment,
          logs,
          options.one_process && partsOfOne.includes(role) ? 'workers/all.ts' : entries[role],
        ),
      )
    }
    await Promise.all(controlsOf(rolesToStart).map((control) => control.start()))
  } catch (error) {
    await stopWorld()
    if (tries > 1 && (await hasLostPort(logs))) return startWorld(options, tries - 1)
    throw error
  }
  const controlOf = (name: WorldPart): ServerControl => {
    const control = controls.get(name)
    if (!control) throw new Error(`this world has no ${name} of its own`)
    return control
  }
  return {
    origin: originOf(deployment.telegram_port),
    app: appOrigin(deployment),
    api: originOf(deployment.api_port),
    owner_url: servers?.owner_url ?? borrowed?.owner_url ?? '',
    env,
    telegram: openControlApi(`${originOf(deployment.telegram_port)}/__desk/api`),
    robokassa: openControlApi(originOf(deployment.robokassa_port)),
    operations,
    logs,
    disk: servers?.disk,
    pid: (name) => controlOf(name).pid(),
    freeze: (name) => controlOf(name).freeze(),
    thaw: (name) => controlOf(name).thaw(),
    kill: (name) => controlOf(name).kill(),
    restart: (name) => controlOf(name).restart(),
    stop: stopWorld,
  }
}
