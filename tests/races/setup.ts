import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { connect } from '#db/index.ts'
import { readConfig } from '#services/core/config/config.ts'
import { type Context, closeContext, createContext } from '#services/core/context.ts'
import { freePort } from '#stand-ins/infra/processes.ts'
import { originOf } from '#stand-ins/launcher/environment.ts'
import { nodeProcess } from '#stand-ins/launcher/node-process.ts'
import { entries } from '#stand-ins/launcher/paths.ts'
import { relaxedLimits } from '#tests/support/api/api.ts'
import { type Caller, createCaller, type RequestTarget } from '#tests/support/api/call.ts'
import { login } from '#tests/support/people/people.ts'
import { startWorld } from '#tests/support/servers/world.ts'
import { lanes } from './rounds.ts'

/** A person who has the mini-app open in two windows. Each window uses another API process. */
export interface Racer {
  id: number
  calls: [Caller, Caller]
}

export interface RaceSetup {
  /** The two API processes. */
  targets: [RequestTarget, RequestTarget]
  /** Two more contexts with their own database connections, for the work that workers do. */
  workers: [Context, Context]
  newcomer(columns?: { role: 'moderator' }): Promise<Racer>
  close(): Promise<void>
}

/** Starts two API processes on one database and one Redis. */
export async function setUpRaces(): Promise<RaceSetup> {
  const world = await startWorld({ roles: ['api'], env: { ...relaxedLimits, LOG_LEVEL: 'warn' } })
  await findEventsByPayload(world.owner_url)
  const second = originOf(await freePort())
  const startProcess = await nodeProcess({
    name: 'api-2',
    entry: entries.api,
    env: { ...world.env, API_PORT: new URL(second).port },
    logFolder: world.logs,
    readyUrl: `${second}/health/live`,
  })
  const secondServer = await startProcess()
  const config = readConfig({ ...world.env, NODE_ENV: 'test', LOG_LEVEL: 'silent' })
  const workers: RaceSetup['workers'] = [createContext(config, 'test'), createContext(config, 'test')]
  const targets: RaceSetup['targets'] = [requestTargetAt(world.api), requestTargetAt(second)]
  return {
    targets,
    workers,
    newcomer: async (columns) => {
      const { id, token } = await login({ ctx: workers[0], server: targets[0] })
      const changes = { verification: 'confirmed' as const, ...columns }
      await workers[0].db.updateTable('users').set(changes).where('id', '=', id).execute()
      const ownHeaders = { authorization: `Bearer ${token}` }
      return { id, calls: [createCaller(targets[0], ownHeaders), createCaller(targets[1], ownHeaders)] }
    },
    close: async () => {
      await Promise.all(workers.map(closeContext))
      await secondServer.stop()
      await world.stop()
    },
  }
}

/** Creates an index for the checks of each round, because they search the events of all earlier rounds. */
async function findEventsByPayload(owner_url: string): Promise<void> {
  const owner = connect(owner_url, { max: 1 })
  await sql`create index on events using gin (payload jsonb_path_ops) with (fastupdate = off)`.execute(owner)
  await owner.destroy()
}

/** Creates one person for each parallel series of rounds. `lane` is the number of the series. */
export async function createRacers(setup: RaceSetup): Promise<(lane: number) => Racer> {
  const people: Racer[] = []
  while (people.length < lanes) people.push(await setup.newcomer())
  return (lane) => people[lane] as Racer
}

/** Returns a target that sends requests to an API process through its port. */
function requestTargetAt(origin: string): RequestTarget {
  const sendRequest = async ({ method, url, query, headers, payload }: InjectOptions) => {
    const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : ''
    const answer = await fetch(`${origin}${url}${search}`, {
      method: method ?? 'GET',
      headers: {
        ...(headers as Record<string, string>),
        ...(payload && { 'content-type': 'application/json' }),
      },
      ...(payload && { body: JSON.stringify(payload) }),
    })
    const body = await answer.text()
    const { status: statusCode, headers: told } = answer
    return { statusCode, headers: Object.fromEntries(told), body, json: () => JSON.parse(body) }
  }
  return { inject: sendRequest }
}
