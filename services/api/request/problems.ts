import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ZodError } from 'zod'
import { AppError, type ErrorCode, type Problem } from '#contract/errors.ts'
import { defaultLanguage, type Language, languageOf } from '#contract/languages.ts'
import { isTemporary } from '#services/core/servers/transient-errors.ts'
import { errorText } from '#services/core/text/i18n.ts'

/** Error codes for Fastify's own refusals. */
const fastifyErrors: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed',
  FST_ERR_BAD_URL: 'malformed',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}

/** Milliseconds that a client has to read the error before the connection closes. */
const closeDelayMs = 1000

/** Error codes for requests that Node could not parse. */
const parserErrors: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too_slow',
  TOO_MANY: 'too_many_requests',
}

/** Language of the answer, from the client's Accept-Language. */
export function requestLanguage({ headers }: FastifyRequest): Language {
  return languageOf(headers['accept-language']?.toLowerCase())
}

/** Paths of invalid fields in a request, unknown fields included. */
function fieldsOf(issue: ZodError['issues'][number]): { path: string; message: string }[] {
  const fieldPath = (...more: string[]) => [...issue.path, ...more].join('.')
  const { message } = issue
  if (issue.code !== 'unrecognized_keys') return [{ path: fieldPath(), message }]
  return issue.keys.map((key) => ({ path: fieldPath(key), message: 'unknown' }))
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof ZodError)
    return new AppError('invalid_input', { fields: error.issues.flatMap(fieldsOf) })
  const { code = '', statusCode } = error as FastifyError
  if (fastifyErrors[code]) return new AppError(fastifyErrors[code])
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

/** Answers a request that Node's HTTP parser refused, such as an endless header line. */
export function sendUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  // The client has already closed the connection, so no answer can be sent.
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error)
  const refusal = new AppError(parserErrors[error.code ?? ''] ?? 'malformed')
  const body = JSON.stringify(problemOf(refusal, defaultLanguage, crypto.randomUUID()))
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // A client that never closes its side must not keep the connection open, so a timer closes it.
  setTimeout(() => socket.destroy(), closeDelayMs).unref()
}

/** Sends an error in the common shape. Details of internal errors are only logged. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toAppError(error)
  // Expected failures with status 5xx, such as a database outage, are logged without a stack in the request's own line.
  // Thousands of stacks would bury the cause of the outage.
  if (refusal.code === 'internal') request.log.error({ err: error }, 'request failed')
  else if (refusal.status >= 500) request.trouble = error instanceof Error ? error.message : refusal.code
  const problem = problemOf(refusal, requestLanguage(request), String(request.id))
  return reply.code(refusal.status).type('application/json; charset=utf-8').send(JSON.stringify(problem))
}
