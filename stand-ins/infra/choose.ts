/**
 * Docker images, the same as in docker-compose.yml. Tests and `npm start` use them when they run a server in a
 * container.
 */
export const images = { postgres: 'postgres:18.4-bookworm', redis: 'redis:7.4.6-alpine' }

/** Functions that test which programs this machine offers. Each function runs only if its result matters. */
export interface Probes {
  dockerAnswers(): Promise<boolean>
  redisOnPath(): Promise<boolean>
  canInstall(): Promise<boolean>
}

type Env = Record<string, string | undefined>
type Purpose = 'start' | 'test'

export type DatabaseChoice = { kind: 'given'; url: string } | { kind: 'docker' } | { kind: 'embedded' }
export type RedisChoice =
  | { kind: 'given'; url: string }
  | { kind: 'docker' }
  | { kind: 'program' }
  | { kind: 'install' }
  | { kind: 'none'; advice: string }

/**
 * Chooses a Postgres. A server named by DATABASE_URL is always used. Otherwise tests prefer production's servers in
 * containers, and `npm start` never uses a container, because its data must live beside the project.
 */
export async function chooseDatabase(
  env: Env,
  probes: Probes,
  purpose: Purpose = 'test',
): Promise<DatabaseChoice> {
  if (env.DATABASE_URL) return { kind: 'given', url: env.DATABASE_URL }
  if (purpose === 'test' && (await probes.dockerAnswers())) return { kind: 'docker' }
  return { kind: 'embedded' }
}

/**
 * Chooses a Redis. A server named by REDIS_URL is always used. Otherwise tests prefer a container, and `npm start`
 * prefers the system's program. No npm package ships a Redis server, so the last resort is to install the system's
 * package.
 */
export async function chooseRedis(env: Env, probes: Probes, purpose: Purpose = 'test'): Promise<RedisChoice> {
  if (env.REDIS_URL) return { kind: 'given', url: env.REDIS_URL }
  if (purpose === 'test' && (await probes.dockerAnswers())) return { kind: 'docker' }
  if (await probes.redisOnPath()) return { kind: 'program' }
  if (purpose === 'start' && (await probes.dockerAnswers())) return { kind: 'docker' }
  if (await probes.canInstall()) return { kind: 'install' }
  return {
    kind: 'none',
    advice:
      'Redis is not here: install it (Debian and Ubuntu: sudo apt-get install redis-server; macOS: brew install redis), or start Docker, or set REDIS_URL.',
  }
}
