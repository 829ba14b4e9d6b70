import type { Log } from '#services/core/observability/log.ts'
import { countCall } from '#services/operations/metrics.ts'

export type AnswerLog = {
  /**
   * Id of the request. It is passed only for answers that bypass Fastify, such as a chat stream's, because Fastify's
   * own request log adds the id itself.
   */
  request_id?: string
  call: string | undefined
  status: number
  ms: number
  viewer_id: number | undefined
  trouble?: string | undefined
}

/**
 * Logs one line per answer. Bodies, query strings and headers are left out, because they hold launch data and
 * private messages.
 */
export function logAnswer(log: Log, { ms, ...fields }: AnswerLog): void {
  log[fields.trouble ? 'warn' : 'info']({ ...fields, ms: Math.round(ms) }, 'answered')
  countCall(fields.call, fields.status, ms)
}
