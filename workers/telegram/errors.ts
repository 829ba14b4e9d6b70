import { GrammyError, HttpError } from 'grammy'
import type { ChannelLoss } from '#contract/channels.ts'
import type { SilenceReason } from '#contract/states.ts'
import { withoutSecrets } from '#services/core/config/secrets.ts'
import type { Outcome } from '#services/notifications/outbox/outcome.ts'

/** Codes of connection errors after which a request was certainly not sent. */
const notSentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])
const unreachable = /chat not found|user is deactivated|bot was kicked|PEER_ID_INVALID/i

export type SendFailure = Exclude<Outcome, { state: 'sent' }> & {
  /** Milliseconds for which Telegram asks the bot to send nothing. */
  silence_ms?: number
}

/** Translates an error of the Bot API into the outcome of an attempt. `wait_ms` is the wait before the next attempt. */
export function failureOf(error: unknown, wait_ms: number): SendFailure {
  if (error instanceof GrammyError) return apiFailure(error, wait_ms)
  if (error instanceof HttpError) {
    const reason = codeOf(error.error)
    return notSentCodes.has(reason)
      ? { state: 'pending', wait_ms, error: reason }
      : { state: 'unknown', error: reason }
  }
  return { state: 'pending', wait_ms, error: withoutSecrets(String(error)) }
}

function apiFailure({ error_code, description, parameters }: GrammyError, wait_ms: number): SendFailure {
  const error = withoutSecrets(`${error_code} ${description}`)
  if (error_code === 429) {
    const silence_ms = (parameters.retry_after ?? 1) * 1000
    return { state: 'pending', wait_ms: silence_ms, error, untried: true, silence_ms }
  }
  if (error_code === 403) return { state: 'failed', error, unreachable: true }
  if (error_code === 400) return { state: 'failed', error, unreachable: unreachable.test(description) }
  // All other errors are temporary: an error of Telegram's server, or a token that is being replaced.
  return { state: 'pending', wait_ms, error }
}

/** Reason why a group cannot get a message: the group has a new id, or refuses messages. */
export type GroupTrouble = { moved_to: number } | { silent: SilenceReason }

const noRight =
  /not enough rights to send text messages|no rights to send a message|need administrator rights|CHAT_WRITE_FORBIDDEN|CHAT_SEND_PLAIN_FORBIDDEN|CHAT_RESTRICTED|CHAT_ADMIN_REQUIRED|TOPIC_CLOSED/i
const isMoved = /upgraded to a supergroup|migrated to a supergroup/i

export function groupTroubleOf({
  error_code,
  description,
  parameters,
}: GrammyError): GroupTrouble | undefined {
  if (error_code === 403) return { silent: 'removed' }
  if (error_code !== 400) return undefined
  if (parameters.migrate_to_chat_id) return { moved_to: parameters.migrate_to_chat_id }
  if (isMoved.test(description)) return { silent: 'moved' }
  if (noRight.test(description)) return { silent: 'no_right' }
  return unreachable.test(description) ? { silent: 'removed' } : undefined
}

/** Reason why a channel takes no posts: it has a new id, or refuses them. */
export type ChannelTrouble = { moved_to: number } | { lost: ChannelLoss }

export function channelTroubleOf(error: GrammyError): ChannelTrouble | undefined {
  if (/chat not found|CHANNEL_INVALID|CHANNEL_PRIVATE/i.test(error.description)) return { lost: 'gone' }
  const trouble = groupTroubleOf(error)
  if (!trouble || 'moved_to' in trouble) return trouble
  return { lost: trouble.silent === 'no_right' ? 'no_right' : 'removed' }
}

/** True if Telegram refused an edit because the message already has this text. The edit then counts as made. */
export function isUnchanged(error: unknown): boolean {
  return error instanceof GrammyError && error.description.includes('message is not modified')
}

/** True if a message to edit or to delete is not there any more. */
export function isGone(error: unknown): boolean {
  return (
    error instanceof GrammyError &&
    /message to (edit|delete) not found|MESSAGE_ID_INVALID/.test(error.description)
  )
}

/**
 * Returns the error code of the innermost cause. grammY wraps the cause in one or two errors, whose messages contain
 * the URL with the bot's token.
 */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as NodeJS.ErrnoException
  if (code) return code
  if (error.cause) return codeOf(error.cause)
  return /timed out/.test(error.message) || error.name === 'AbortError' ? 'timeout' : error.name
}
