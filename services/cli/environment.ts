import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { checkAddress, withPassword } from '#db/address.ts'
import { type Config, readConfig } from '#services/core/config/config.ts'
import { hideSecretsOf } from '#services/core/config/secrets.ts'

export type Environment = Record<string, string | undefined>

/** What the file says; nothing when there is none. */
export function readEnvFile(file: string): Environment {
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
}

/** The variables of this process that say something. */
export function processEnvironment(): Environment {
  return Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
}

/** The address of the role of the running processes. @throws when it is missing or no address */
export function databaseUrl(env: Environment): string {
  return withPassword(checkAddress('DATABASE_URL', env.DATABASE_URL), env.POSTGRES_APP_PASSWORD)
}

/** The address of the owner of the tables, for commands that change the database itself. */
export function ownerUrl(env: Environment): string {
  const { DATABASE_OWNER_URL, POSTGRES_PASSWORD } = env
  if (!DATABASE_OWNER_URL) return databaseUrl(env)
  return withPassword(checkAddress('DATABASE_OWNER_URL', DATABASE_OWNER_URL), POSTGRES_PASSWORD)
}

/**
 * The configuration of the processes as a command uses it: without a log, because what a command says is its answer.
 * @throws Error that names every wrong or missing variable at once
 */
export function configOf(env: Environment): Config {
  const DATABASE_URL =
    env.DATABASE_URL && URL.canParse(env.DATABASE_URL) ? databaseUrl(env) : env.DATABASE_URL
  const config = readConfig({ ...env, DATABASE_URL, LOG_LEVEL: 'silent' })
  hideSecretsOf(config)
  return config
}
