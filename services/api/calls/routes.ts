import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify'
import { z } from 'zod'
import { aliases } from '#contract/calls/aliases.ts'
import type { Access, Call, CallName } from '#contract/calls/call.ts'
import type { Download } from '#contract/calls/files.ts'
import { calls } from '#contract/calls/index.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { rateGroupOf } from '#contract/rates.ts'
import { isDemoId, readDemoMark } from '#db/demo-mark.ts'
import type { Db } from '#db/index.ts'
import { handlers } from '#services/api/handlers/index.ts'
import { requestLanguage } from '#services/api/request/problems.ts'
import { limited } from '#services/api/request/rate-limits.ts'
import { authenticate, issueToken, type SessionCache } from '#services/api/request/session.ts'
import { issueTicket } from '#services/api/stream/chat-ticket.ts'
import type { Config } from '#services/core/config/config.ts'
import type { Context } from '#services/core/context.ts'
import { countQueriesAs } from '#services/core/observability/metrics.ts'
import { markRecentWriter } from '#services/core/read-replica.ts'
import type { GuestContext, KeepReply, UserContext } from '#services/core/request-context.ts'
import { checkLaunchData } from '#services/core/telegram/launch-data.ts'
import { deviceOf } from '#services/users/sessions/sessions.ts'
import { checkAccess, checkRole, type ParsedInput } from './access.ts'
import { runOnce } from './idempotency.ts'
import { registerUploads, type UploadForm, withUpload } from './uploads.ts'

/**
 * True if demo people may log in. In production demo people never may, even if the database is marked as a demo,
 * because it may be a copy of a demo.
 */
async function isDemo({ config, db }: { config: Config; db: Db }): Promise<boolean> {
  return config.NODE_ENV !== 'production' && (await readDemoMark(db)) !== undefined
}

/** Seconds for which clients may cache reference data without revalidation. */
const freshSeconds = 300

/** Adds caching headers to a public answer, and replies 304 if the client's ETag still matches. */
async function cacheReply(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
  const etag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 22)}"`
  reply
    .header('cache-control', `public, max-age=${freshSeconds}, stale-while-revalidate=86400`)
    .header('etag', etag)
    .header('vary', [reply.getHeader('vary'), 'Accept-Language'].filter(Boolean).join(', '))
  const knownTags = request.headers['if-none-match']?.split(/\s*,\s*/).map((tag) => tag.replace(/^W\//, ''))
  if (!knownTags?.includes(etag)) return payload
  reply.code(304).removeHeader('content-length')
  return null
}

type Handler = (ctx: GuestContext, input: ParsedInput) => unknown

function needsViewer(access: Access): boolean {
  return typeof access === 'object' || !['anyone', 'launch', 'provider'].includes(access)
}

const serialisers = new Map<Call, (answer: unknown) => string>()

/**
 * Serialises answers with fast-json-stringify, which drops fields outside the contract. The serialiser of a call is
 * compiled at its first answer, because compiling all of them would take most of the process's start-up time.
 */
function serialiserOf(call: Call, reply: FastifyReply): (answer: unknown) => string {
  const cached = serialisers.get(call)
  if (cached) return cached
  const schema = z.toJSONSchema(call.reply, { target: 'openapi-3.0', io: 'output' })
  const serialiser = reply.compileSerializationSchema(schema) as (answer: unknown) => string
  serialisers.set(call, serialiser)
  return serialiser
}

/**
 * Merges the fields of the body and of the query string. Clients send a field in either place, whatever the contract
 * says.
 */
function fieldsOf(call: Call, request: FastifyRequest): Record<string, unknown> {
  // Clients usually request the first page of a list without a body.
  const { body = {} } = request
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  // A request body that is not an object is refused. If it were ignored, the client would get the whole list instead of
  // a filtered list.
  if (call.body && !isObject && body !== '') throw new AppError('body_not_object')
  const fields: Record<string, unknown> = { ...(request.query as object), ...(isObject && body) }
  for (const [alias, name] of Object.entries(aliases))
    if (alias in fields && !(name in fields)) fields[name] = fields[alias]
  return fields
}

function parse(call: Call, request: FastifyRequest, fields: Record<string, unknown>): ParsedInput {
  return {
    ...(call.params && { params: call.params.parse(request.params) }),
    ...(call.query && { query: call.query.parse(fields) }),
    ...(call.body && { body: call.body.parse(call.reads?.(fields) ?? fields) }),
  }
}

/** Returns a signal that aborts if the client disconnects before the answer is written. */
function abortOnClose({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController()
  if (raw.destroyed) leaving.abort()
  raw.once('close', () => !raw.writableEnded && leaving.abort())
  return leaving.signal
}

async function launchOf(ctx: Context, request: FastifyRequest, fields: Record<string, unknown>) {
  const [scheme, header] = (request.headers.authorization ?? '').split(/ +/, 2)
  const raw = scheme?.toLowerCase() === 'tma' ? header : fields.init_data
  if (typeof raw !== 'string' || !raw) throw new AppError('init_data_required')
  const { BOT_TOKEN: bot_token } = ctx.config
  const launch = checkLaunchData(raw, { bot_token, now: ctx.now(), max_age_ms: limits.launch.maxAgeMs })
  // Telegram never issues a user id in the range of demo people. Only the demo's stand-in for Telegram may sign launch
  // data with such an id.
  if (isDemoId(launch.user.id) && !(await isDemo(ctx))) throw new AppError('init_data_required')
  return { ...launch, raw }
}

/** True if the declared length of a request's body is within the limit for clients without a session. */
function isSmall({ headers }: FastifyRequest): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers
  return encoding === undefined && Number(length) <= limits.body.strangers
}

/**
 * Registers a route for every call of the contract. A route authenticates, parses, checks access, runs the handler and
 * serialises the answer.
 */
export function registerCalls(app: FastifyInstance, ctx: Context, sessions: SessionCache): void {
  const routesWithFiles: RouteOptions[] = []
  const recognise = async (request: FastifyRequest) => {
    try {
      request.viewer = await authenticate(ctx, sessions, request)
    } catch (refusal) {
      await app.countStranger(request)
      if (!isSmall(request)) throw refusal
      request.refusal = refusal as Error
    }
  }
  for (const [name, call] of Object.entries(calls) as [string, Call][]) {
    const [method, url] = name.split(' ') as [HTTPMethods, string]
    if (call.as === 'stream') continue
    const group = rateGroupOf(name as CallName)
    const handler = (handlers as Record<string, unknown>)[name] as Handler

    const respond = async (request: FastifyRequest, reply: FastifyReply, received?: UploadForm) => {
      const fields = { ...fieldsOf(call, request), ...received?.fields }
      const requestContext = {
        ...ctx,
        log: request.log as Context['log'],
        request_id: String(request.id),
        language: requestLanguage(request),
        ip: request.ip,
        device: deviceOf(request.headers['user-agent']),
        providerParams: fields,
        fileRequest: { method: request.method, headers: request.headers },
        launch: call.access === 'launch' ? await launchOf(ctx, request, fields) : null,
        issueToken: (session) => issueToken(ctx, reply, session),
        issueTicket: (place) => issueTicket(ctx, reply, place),
        disconnectSignal: () => abortOnClose(reply),
        viewer: request.viewer,
      } as UserContext
      if (request.viewer) await checkRole(requestContext, call)
      const input = { ...parse(call, request, fields), ...(received && { upload: received.upload }) }
      if (request.viewer) await checkAccess(requestContext, call.access, input)
      const key = request.headers['idempotency-key']
      if (request.viewer && method !== 'GET' && !call.isReadOnly)
        await markRecentWriter(ctx, request.viewer.id)
      const run = async (is_repeat = false, keepReply?: KeepReply) =>
        handler({ ...requestContext, is_repeat, keepReply } as UserContext, input)
      return call.idempotent ? runOnce(requestContext, name, key?.toString(), input, run) : run()
    }

    const route: RouteOptions = {
      method,
      url,
      config: { call: name, ...(group && limited(ctx, group)) },
      ...(call.cache && { onSend: cacheReply }),
      ...(needsViewer(call.access) && { bodyLimit: limits.body.bytes }),
      // This hook runs before the body is read, so that the body of a refused request is not parsed.
      onRequest: async (request, reply) => {
        // Personal answers must not be cached by any proxy.
        if (call.access !== 'anyone') reply.header('cache-control', 'no-store')
        if (needsViewer(call.access)) await countQueriesAs(name, () => recognise(request))
      },
      // A missing session is refused only after the body is read, so that a malformed body gets its own error first
      // (C11).
      preValidation: async (request) => {
        if (request.refusal) throw request.refusal
      },
      handler: async (request, reply) => {
        const { upload } = call
        const answer = await countQueriesAs(name, () =>
          upload
            ? withUpload(request, upload, (received) => respond(request, reply, received))
            : respond(request, reply),
        )
        // Status 303 makes the browser follow the redirect with GET instead of posting the form again.
        if (call.as === 'redirect') return reply.redirect(String(answer), method === 'POST' ? 303 : 302)
        if (call.as === 'text') return reply.type('text/plain; charset=utf-8').send(String(answer))
        if (call.as === 'file') {
          const { status, headers, body } = answer as Download
          return reply.code(status).headers(headers).send(body)
        }
        reply.type('application/json; charset=utf-8')
        return reply.send(serialiserOf(call, reply)(answer))
      },
    }
    if (call.upload) routesWithFiles.push(route)
    else app.route(route)
  }
  registerUploads(app, routesWithFiles)
}
