import { format } from 'node:util'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

export type Log = Logger

/** Fields that must never be written, wherever they stand. */
const secret = [
  'authorization',
  'init_data',
  'contact',
  'phone',
  'phone_number',
  'access_token',
  'token',
  'password',
]

/** JSON lines, by default to the standard output; secrets replaced. */
export function createLog(level: string, role: string, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: { role },
    redact: {
      paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[secret]',
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** What libraries print by themselves, such as the client of Redis, becomes a line of the log. */
export function takeConsole(log: Log): void {
  for (const method of ['log', 'info', 'warn', 'error'] as const)
    console[method] = (...said: unknown[]) => {
      const [first = ''] = format(...said).split('\n')
      log.warn({ said: first }, 'a library speaks')
    }
}
