import { format } from 'node:util'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { SettingsError } from '#services/core/config/config.ts'
import { withoutSecrets } from '#services/core/config/secrets.ts'

export type Log = Logger

/** Names of fields that are never logged, at the top level or up to two levels below. */
const secretFields = [
  'authorization',
  'init_data',
  'contact',
  'phone',
  'phone_number',
  'access_token',
  'token',
  'password',
]

/** Creates a log of JSON lines without secrets. By default the log is written to the standard output. */
export function createLog(level: string, role: string, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: { role },
    redact: {
      paths: secretFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[secret]',
    },
    serializers: { err: describeError },
    // Secrets are removed from the final text of a line, because error messages of libraries contain URLs with
    // passwords.
    hooks: { streamWrite: withoutSecrets },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Removes the payload of grammY's errors, which contains people's messages. */
function describeError(error: Error): unknown {
  const { payload: _, ...description } = pino.stdSerializers.err(error) as object as Record<string, unknown>
  return description
}

/** Exit code of a process whose settings are wrong: EX_CONFIG of sysexits.h. Another start alone does not help then. */
export const settingsExitCode = 78

/**
 * Logs uncaught errors. Otherwise Node would print them with all their data. Wrong settings are one sentence without a
 * stack.
 */
export function logCrashes(log: Log): void {
  process.on('uncaughtException', (error, origin) => {
    if (error instanceof SettingsError) {
      log.fatal(error.message)
      process.exit(settingsExitCode)
    }
    log.fatal({ err: error, origin }, 'the process ends')
    process.exit(1)
  })
}

/** Redirects the console output of libraries, such as the Redis client, to the log. */
export function logConsole(log: Log): void {
  for (const method of ['log', 'info', 'warn', 'error'] as const)
    console[method] = (...args: unknown[]) => {
      const [first = ''] = format(...args).split('\n')
      log.warn({ said: first }, 'a library speaks')
    }
}
