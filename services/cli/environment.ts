import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { checkAddress, withPassword } from '#db/address.ts'
import { type Config, readConfig } from '#services/core/config/config.ts'
import { hideSecretsOf } from '#services/core/config/secrets.ts'

export type Environment = Record<string, string | undefined>

/** Reads the variables of a settings file. Returns an empty object if the file does not exist. */
export function readEnvFile(file: string): Environment {
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
}

/** Returns the non-empty environment variables of this process. */
export function processEnvironment(): Environment {
  return Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
}

/**
 * Returns the URL with which the processes connect to the database.
 * @throws if it is missing or invalid
 */
export function databaseUrl(env: Environment): string {
  return withPassword(checkAddress('DATABASE_URL', env.DATABASE_URL), env.POSTGRES_APP_PASSWORD)
}

/** Returns the URL with which commands that change the schema connect to the database, as the owner of the tables. */
export function ownerUrl(env: Environment): string {
  const { DATABASE_OWNER_URL, POSTGRES_PASSWORD } = env
  if (!DATABASE_OWNER_URL) return databaseUrl(env)
  return withPassword(checkAddress('DATABASE_OWNER_URL', DATABASE_OWNER_URL), POSTGRES_PASSWORD)
}

/**
 * Reads the configuration for a command. Logging is off, because the command prints its own answer.
 * @throws Error that lists all wrong or missing variables
 */
export function configOf(env: Environment): Config {
  const DATABASE_URL =
    env.DATABASE_URL && URL.canParse(env.DATABASE_URL) ? databaseUrl(env) : env.DATABASE_URL
  const config = readConfig({ ...env, DATABASE_URL, LOG_LEVEL: 'silent' })
  hideSecretsOf(config)
  return config
}
