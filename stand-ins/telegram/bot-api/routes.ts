import { setTimeout as sleep } from 'node:timers/promises'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '../state/world.ts'
import { type Answer, dispatch, performMethod } from './dispatch.ts'
import { ApiError } from './errors.ts'
import { takeFault } from './faults.ts'
import { findByPath } from './files.ts'
import { type Params, readParams, type Upload } from './params.ts'
import type { Polling } from './polling.ts'

const maxUploadBytes = 50 * 1024 * 1024

/** Routes of the Bot API: `/bot<token>/<method>` and `/file/bot<token>/<path>`. */
export function botApiRoutes(
  app: FastifyInstance,
  options: { world: World; polling: Polling; deliverUpdates: () => void },
) {
  const { world, polling, deliverUpdates } = options
  void app.register(formbody)
  void app.register(multipart, { limits: { fileSize: maxUploadBytes } })

  app.route<{ Params: { token: string; method: string } }>({
    method: ['GET', 'POST'],
    url: '/bot:token(^\\d+:[\\w-]+$)/:method',
    async handler(request, reply) {
      const { token, method } = request.params
      const answer = token === world.options.token ? await runMethod(request, reply, method) : unauthorized
      if (answer.drop) return cutConnection(request, reply, answer.drop === 'middle' ? answer : undefined)
      return reply.code(answer.status).send(answer.body)
    },
  })

  app.get<{ Params: { token: string; '*': string } }>(
    '/file/bot:token(^\\d+:[\\w-]+$)/*',
    async (request, reply) => {
      const { token, '*': path } = request.params
      const fault = takeFault(world, 'file', { path })
      if (fault?.delay_ms) await sleep(fault.delay_ms)
      if (fault?.error_code) return reply.code(fault.error_code).send({ ok: false })
      if (fault?.drop) return cutConnection(request, reply)
      const file = token === world.options.token ? findByPath(world, path) : undefined
      if (!file) return reply.code(404).send({ ok: false, error_code: 404, description: 'Not Found' })
      return reply
        .type(file.ref.mime_type ?? 'application/octet-stream')
        .send(Buffer.from(file.base64 ?? '', 'base64'))
    },
  )

  async function runMethod(request: FastifyRequest, reply: FastifyReply, method: string): Promise<Answer> {
    let params: Params
    try {
      params = await readRequestParams(request)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { status: 400, body: { ok: false, error_code: 400, description: error.message } }
    }
    const disconnectController = new AbortController()
    reply.raw.once('close', () => disconnectController.abort())
    const answer = await dispatch(world, method, params, (...call) =>
      method.toLowerCase() === 'getupdates'
        ? polling.getUpdates(params, disconnectController.signal)
        : performMethod(...call),
    )
    if (method.toLowerCase() === 'setwebhook') deliverUpdates()
    return answer
  }
}

/** Closes the connection. If a response is given, half of the response is sent first. */
function cutConnection(request: FastifyRequest, reply: FastifyReply, answer?: Answer): FastifyReply {
  const { socket } = request.raw
  reply.hijack()
  if (!answer) {
    socket.destroy()
    return reply
  }
  const body = Buffer.from(JSON.stringify(answer.body))
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  reply.raw.writeHead(answer.status, headers)
  reply.raw.write(body.subarray(0, body.length / 2), () => socket.destroy())
  return reply
}

const unauthorized: Answer = {
  status: 401,
  body: { ok: false, error_code: 401, description: 'Unauthorized' },
}

async function readRequestParams(request: FastifyRequest): Promise<Params> {
  const query = request.query as Record<string, unknown>
  if (!request.isMultipart()) return readParams({ ...query, ...((request.body as object | null) ?? {}) })
  const fields: Record<string, unknown> = { ...query }
  const uploads: Record<string, Upload> = {}
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = part.value
    else
      uploads[part.fieldname] = {
        name: part.filename || 'file',
        mime: part.mimetype,
        bytes: await part.toBuffer(),
      }
  }
  return readParams(fields, uploads)
}
