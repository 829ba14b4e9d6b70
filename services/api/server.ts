import { parse } from 'node:querystring'
import fastifyFormbody from '@fastify/formbody'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify, LogController } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { registerCalls } from '#services/api/calls/routes.ts'
import { registerDocuments } from '#services/api/openapi/routes.ts'
import { registerPages } from '#services/api/pages/pages.ts'
import { registerQueueBoard } from '#services/api/queue-board/queue-board.ts'
import { refuseOddRequests, watchRoutes } from '#services/api/request/ambiguous-requests.ts'
import { watchBodies } from '#services/api/request/body-timeouts.ts'
import { sendProblem, sendUnreadable } from '#services/api/request/problems.ts'
import { registerRateLimits } from '#services/api/request/rate-limits.ts'
import { logAnswer } from '#services/api/request/request-log.ts'
import { registerSecurity } from '#services/api/request/security.ts'
import { createSessionCache, registerTokens, type SessionCache } from '#services/api/request/session.ts'
import { limitUnfinished } from '#services/api/request/unfinished-requests.ts'
import { registerChatStream } from '#services/api/stream/chat-stream.ts'
import { registerTickets } from '#services/api/stream/chat-ticket.ts'
import type { Context } from '#services/core/context.ts'
import type { Log } from '#services/core/observability/log.ts'
import type { Viewer } from '#services/core/request-context.ts'

/**
 * Maximum open connections of one process. Each connection takes some kilobytes of memory; the connections of chat
 * streams stay open for long.
 */
const maxConnections = 10_000

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null
    /** Error that says why the session of this request is invalid. The error is sent only after the body was read. */
    refusal: Error | null
    /** Message of an expected server error, such as a database outage; undefined for bugs and refusals. */
    trouble: string | undefined
  }
  interface FastifyContextConfig {
    /** Name of the contract's call behind a route, for the log. */
    call?: string
  }
}

/** Builds the API server of one process, without listening. */
export async function buildServer(ctx: Context): Promise<{ app: FastifyInstance; sessions: SessionCache }> {
  const timeoutMs = ctx.config.REQUEST_PATIENCE_MS
  const app = fastify({
    loggerInstance: ctx.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    // Maximum bytes of a body in calls without a session. Calls that need a session set a larger limit.
    bodyLimit: limits.body.strangers,
    trustProxy: ctx.config.TRUSTED_PROXIES || false,
    genReqId: () => crypto.randomUUID(),
    // At shutdown only idle connections are closed at once, so running requests finish. Chat streams are ended by their
    // own hook.
    forceCloseConnections: 'idle',
    frameworkErrors: refuseAddress,
    clientErrorHandler: sendUnreadable,
    http: { headersTimeout: timeoutMs, connectionsCheckingInterval: timeoutMs / 10 },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 64 },
  }) as unknown as FastifyInstance
  app.server.maxConnections = maxConnections
  watchBodies(app.server, timeoutMs)
  limitUnfinished(app.server, ctx.config.TRUSTED_PROXIES)
  app.decorateRequest('viewer', null)
  app.decorateRequest('refusal', null)
  app.decorateRequest('trouble', undefined)
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply))
  readBodies(app)
  const methodsOf = watchRoutes(app)
  refuseOddRequests(app)
  await app.register(fastifyFormbody, { parser: (text) => parse(text) })
  await registerTokens(app, ctx)
  await registerTickets(app, ctx)
  await registerSecurity(app, ctx)
  await registerRateLimits(app, ctx)
  app.addHook('onSend', (_request, reply, payload, done) => {
    // Keep-alive connections would delay the shutdown. After they are closed, a client's next request goes to another
    // process.
    if (ctx.shutdown.signal.aborted) reply.header('connection', 'close')
    done(null, payload)
  })
  const sessions = createSessionCache(ctx)
  app.addHook('onResponse', (request, reply, done) => {
    logAnswer(request.log as Log, {
      call: request.routeOptions.config.call,
      status: reply.statusCode,
      ms: reply.elapsedTime,
      viewer_id: request.viewer?.id,
      trouble: request.trouble,
    })
    done()
  })
  registerCalls(app, ctx, sessions)
  registerChatStream(app, ctx, sessions)
  registerDocuments(app, ctx)
  await registerQueueBoard(app, ctx)
  await registerPages(app, ctx, methodsOf)
  return { app, sessions }
}

/**
 * Answers a request whose URL cannot be parsed. Such a request never reaches the hooks, so the security header is set
 * here.
 */
function refuseAddress(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  void sendProblem(error, request, reply.header('x-content-type-options', 'nosniff'))
}

/**
 * True if JSON text is nested deeper than any call needs. Recursive code that walks such a value could overflow the
 * stack.
 */
function isDeep(text: string): boolean {
  let depth = 0
  let isInside = false
  for (let n = 0; n < text.length; n++) {
    const char = text[n]
    if (isInside && char === '\\') n += 1
    else if (char === '"') isInside = !isInside
    else if (isInside) continue
    else if (char === '[' || char === '{') depth += 1
    else if (char === ']' || char === '}') depth -= 1
    if (depth > limits.body.depth) return true
  }
  return false
}

/** Old clients send `content-type: application/json` with an empty body. */
function readBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined)
    if (isDeep(text as string)) return done(new AppError('malformed'))
    void parseJson(request, text as string, (error, value) =>
      error ? done(new AppError('malformed')) : done(null, value),
    )
  })
}
