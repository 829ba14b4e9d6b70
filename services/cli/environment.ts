import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { checkAddress, withPassword } from '#db/address.ts'
import { type Config, readConfig } from '#services/core/config/config.ts'
import { hideSecretsOf } from '#services/core/config/secrets.ts'

export type Environment = Record<string, string | undefined>

/** Reads the variables of a file; empty if the file does not exist. */
export function readEnvFile(file: string): Environment {
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
}

/** Non-empty variables of this process. */
export function processEnvironment(): Environment {
  return Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
}

/**
 * Database URL of the processes' role.
 * @throws if it is missing or invalid
 */
export function databaseUrl(env: Environment): string {
  return withPassword(checkAddress('DATABASE_URL', env.DATABASE_URL), env.POSTGRES_APP_PASSWORD)
}

/** Database URL of the tables' owner, for commands that change the schema. */
export function ownerUrl(env: Environment): string {
  const { DATABASE_OWNER_URL, POSTGRES_PASSWORD } = env
  if (!DATABASE_OWNER_URL) return databaseUrl(env)
  return withPassword(checkAddress('DATABASE_OWNER_URL', DATABASE_OWNER_URL), POSTGRES_PASSWORD)
}

/**
 * Configuration for a command. Logging is off, because the command's output is its answer.
 * @throws Error that lists all wrong or missing variables
 */
export function configOf(env: Environment): Config {
  const DATABASE_URL =
    env.DATABASE_URL && URL.canParse(env.DATABASE_URL) ? databaseUrl(env) : env.DATABASE_URL
  const config = readConfig({ ...env, DATABASE_URL, LOG_LEVEL: 'silent' })
  hideSecretsOf(config)
  return config
}
