import type { Log } from '#services/core/log.ts'
import { countCall } from '#services/operations/metrics.ts'

export type Answered = {
  /** Where the log does not know it by itself. */
  request_id?: string
  call: string | undefined
  status: number
  ms: number
  viewer_id: number | undefined
  trouble?: string | undefined
}

/** One line of the log for each answer. Bodies, query strings and headers stay out of it: they hold launch data and private words. */
export function noteAnswered(log: Log, { ms, ...fields }: Answered): void {
  log[fields.trouble ? 'warn' : 'info']({ ...fields, ms: Math.round(ms) }, 'answered')
  countCall(fields.call, fields.status, ms)
}
