import { format } from 'node:util'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { withoutSecrets } from '#services/core/config/secrets.ts'

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
    serializers: { err: describeError },
    // Last of all, so that nothing gets past: errors of libraries hold addresses with passwords deep inside.
    hooks: { streamWrite: withoutSecrets },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** The words of people, which grammY keeps in its error with everything else that was to be sent, are left out. */
function describeError(error: Error): unknown {
  const { payload: _, ...described } = pino.stdSerializers.err(error) as object as Record<string, unknown>
  return described
}

/** An error that nobody caught is a line of the log too: Node would print all that it holds. */
export function takeCrashes(log: Log): void {
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'the process ends')
    process.exit(1)
  })
}

/** What libraries print by themselves, such as the client of Redis, becomes a line of the log. */
export function takeConsole(log: Log): void {
  for (const method of ['log', 'info', 'warn', 'error'] as const)
    console[method] = (...said: unknown[]) => {
      const [first = ''] = format(...said).split('\n')
      log.warn({ said: first }, 'a library speaks')
    }
}
