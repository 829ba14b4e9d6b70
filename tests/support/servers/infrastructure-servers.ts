import { rm } from 'node:fs/promises'
import path from 'node:path'
import { chooseDatabase, chooseRedis, images } from '#stand-ins/infra/choose.ts'
import { startPostgres } from '#stand-ins/infra/postgres.ts'
import { removePostgres } from '#stand-ins/infra/postgres-home.ts'
import { machine } from '#stand-ins/infra/probes.ts'
import { startRedis } from '#stand-ins/infra/redis.ts'

export interface TestServer {
  url: string
  stop(): Promise<void>
}

/** Returns a Postgres for tests: the configured one, one in a container, or one started in `folder`. */
export async function serveDatabase(folder: string): Promise<TestServer> {
  const choice = await chooseDatabase(process.env, machine)
  if (choice.kind === 'given') return { url: choice.url, stop: async () => undefined }
  if (choice.kind === 'docker') {
    const { PostgreSqlContainer } = await import('@testcontainers/postgresql')
    // Starts an init process in the container, as in docker-compose.yml. Without it Postgres is process 1 and takes the
    // end of a health check for a crash of one of its own processes.
    class PostgresWithInit extends PostgreSqlContainer {
      override start() {
        this.hostConfig.Init = true
        return super.start()
      }
    }
    const container = await inContainer(() => new PostgresWithInit(images.postgres).start())
    if (container)
      return { url: container.getConnectionUri(), stop: async () => void (await container.stop()) }
  }
  const dataFolder = path.join(folder, 'postgres')
  return await privateServer(await startPostgres(dataFolder, undefined, { throwaway: true }), () =>
    removePostgres(dataFolder),
  )
}

const redisPort = 6379

/** Returns a Redis for tests: the configured one, one in a container, or one started in `folder`. */
export async function serveRedis(folder: string): Promise<TestServer> {
  const choice = await chooseRedis(process.env, machine)
  if (choice.kind === 'given') return { url: choice.url, stop: async () => undefined }
  if (choice.kind === 'docker') {
    const { GenericContainer, Wait } = await import('testcontainers')
    const container = await inContainer(() =>
      new GenericContainer(images.redis)
        .withExposedPorts(redisPort)
        .withWaitStrategy(Wait.forLogMessage('Ready to accept connections'))
        .start(),
    )
    if (container) {
      const url = `redis://${container.getHost()}:${container.getMappedPort(redisPort)}`
      return { url, stop: async () => void (await container.stop()) }
    }
  }
  const dataFolder = path.join(folder, 'redis')
  const removeFolder = () => rm(dataFolder, { recursive: true, force: true })
  return await privateServer(await startRedis(dataFolder, undefined, { throwaway: true }), removeFolder)
}

/**
 * Starts a container. If the container engine has neither the image nor a registry, prints a note and continues without
 * a container.
 */
async function inContainer<Container>(start: () => Promise<Container>): Promise<Container | undefined> {
  try {
    return await start()
  } catch (error) {
    process.stderr.write(
      `Docker answers but could not start a container: ${error}. Using a private server.\n`,
    )
    return undefined
  }
}

async function privateServer(server: TestServer, removeData: () => Promise<void>): Promise<TestServer> {
  return { url: server.url, stop: () => server.stop().then(removeData) }
}
