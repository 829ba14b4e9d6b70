import { type Logger, pino } from 'pino'

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

/** JSON lines; secrets replaced. */
export function createLog(level: string, role: string): Log {
  return pino({
    level,
    base: { role },
    redact: {
      paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[secret]',
    },
  })
}
