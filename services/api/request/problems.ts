import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ZodError } from 'zod'
import { AppError, type ErrorCode, type Problem } from '#contract/errors.ts'
import { defaultLanguage, type Language, languageOf } from '#contract/languages.ts'
import { isTemporary } from '#services/core/servers/transient-errors.ts'
import { errorText } from '#services/core/text/i18n.ts'

/** Fastify's own refusals in our words. */
const known: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed',
  FST_ERR_BAD_URL: 'malformed',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}

/** Milliseconds that a client has to read its refusal before the connection is closed. */
const lastWordMs = 1000

/** What is wrong with a request that Node could not read to its end. */
const unreadable: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too_slow',
  TOO_MANY: 'too_many_requests',
}

/** The wanted language of the answer, as the client says. */
export function wantedLanguage({ headers }: FastifyRequest): Language {
  return languageOf(headers['accept-language']?.toLowerCase())
}

/** The paths of what is wrong in a request; an unknown field has a path too. */
function fieldsOf(issue: ZodError['issues'][number]): { path: string; message: string }[] {
  const at = (...more: string[]) => [...issue.path, ...more].join('.')
  const { message } = issue
  if (issue.code !== 'unrecognized_keys') return [{ path: at(), message }]
  return issue.keys.map((key) => ({ path: at(key), message: 'unknown' }))
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof ZodError)
    return new AppError('invalid_input', { fields: error.issues.flatMap(fieldsOf) })
  const { code = '', statusCode } = error as FastifyError
  if (known[code]) return new AppError(known[code])
  if (statusCode === 429) return new AppError('too_many_requests')
  if (statusCode && statusCode >= 400 && statusCode < 500) return new AppError('malformed')
  return new AppError(isTemporary(error) ? 'unavailable' : 'internal')
}

function problemOf(refusal: AppError, language: Language, request_id: string): Problem {
  return {
    statusCode: refusal.status,
    code: refusal.code,
    message: errorText(language, refusal.code),
    details: refusal.details ?? null,
    request_id,
  }
}

/** What Node's reader of HTTP refuses before there is a request, such as a header line without end. */
export function sendUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  // The client has closed the connection, so there is nobody to answer.
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error)
  const refusal = new AppError(unreadable[error.code ?? ''] ?? 'malformed')
  const body = JSON.stringify(problemOf(refusal, defaultLanguage, crypto.randomUUID()))
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // A client that never closes its own side must not keep the connection open.
  setTimeout(() => socket.destroy(), lastWordMs).unref()
}

/** The one shape of every error; what went wrong inside stays in the log. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toAppError(error)
  // Known trouble stands in the line of the answer: thousands of stacks would hide what began it.
  if (refusal.code === 'internal') request.log.error({ err: error }, 'request failed')
  else if (refusal.status >= 500) request.trouble = error instanceof Error ? error.message : refusal.code
  const problem = problemOf(refusal, wantedLanguage(request), String(request.id))
  return reply.code(refusal.status).type('application/json; charset=utf-8').send(JSON.stringify(problem))
}
