import { GrammyError, HttpError } from 'grammy'
import { wordsOf } from '#services/core/secrets.ts'
import type { Outcome } from '#services/notifications/delivery-outcome.ts'

/** Failures to connect: the request was never written. */
const neverWritten = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])
const unreachable = /chat not found|user is deactivated|bot was kicked|PEER_ID_INVALID/i

export type SendFailure = Exclude<Outcome, { state: 'sent' }> & {
  /** Milliseconds of silence Telegram asked for. */
  silence_ms?: number
}

/** What an error of the Bot API means for the message; `wait_ms` is the rest before the next try. */
export function failureOf(error: unknown, wait_ms: number): SendFailure {
  if (error instanceof GrammyError) return answered(error, wait_ms)
  if (error instanceof HttpError) {
    const reason = codeOf(error.error)
    return neverWritten.has(reason)
      ? { state: 'pending', wait_ms, error: reason }
      : { state: 'unknown', error: reason }
  }
  return { state: 'pending', wait_ms, error: wordsOf(error) }
}

function answered({ error_code, description, parameters }: GrammyError, wait_ms: number): SendFailure {
  const error = `${error_code} ${description}`
  if (error_code === 429) {
    const silence_ms = (parameters.retry_after ?? 1) * 1000
    return { state: 'pending', wait_ms: silence_ms, error, untried: true, silence_ms }
  }
  if (error_code === 403) return { state: 'failed', error, unreachable: true }
  if (error_code === 400) return { state: 'failed', error, unreachable: unreachable.test(description) }
  // Trouble of the server, or a token that is being replaced.
  return { state: 'pending', wait_ms, error }
}

/** grammY hides the cause in one or two errors; the address in the message holds the token. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as NodeJS.ErrnoException
  if (code) return code
  if (error.cause) return codeOf(error.cause)
  return /timed out/.test(error.message) || error.name === 'AbortError' ? 'timeout' : error.name
}
