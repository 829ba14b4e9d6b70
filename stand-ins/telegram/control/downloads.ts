import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyInstance } from 'fastify'
import { badRequest } from '../bot-api/errors.ts'

interface Wish {
  url: string
  file_name: string
  /** A web client fetches by its own page, so the answer has to let that page read it. */
  web?: string
}

const webClient = 'https://web.telegram.org'
const loopback = /^(127\.0\.0\.1|localhost|\[::1\])$/

/** Reads a file's size, without its contents. @throws with the reason why a client would not offer to save it */
async function describe({ url, web }: Wish): Promise<{ size: number }> {
  const { protocol, hostname } = URL.parse(url) ?? {}
  // Telegram takes https only; here, on one machine, plain addresses stand for it.
  if (!loopback.test(hostname ?? '') || !/^https?:$/.test(protocol ?? '')) throw badRequest('URL_INVALID')
  const { status, headers } = await fetch(url, { method: 'HEAD', headers: { origin: webClient } })
  if (status !== 200) throw badRequest(`the file answers ${status}`)
  if (!/^attachment\b/.test(headers.get('content-disposition') ?? ''))
    throw badRequest('no Content-Disposition')
  const size = headers.get('content-length')
  if (size === null) throw badRequest('no Content-Length')
  const readers = headers.get('access-control-allow-origin')
  if (web && readers !== '*' && readers !== webClient) throw badRequest('no Access-Control-Allow-Origin')
  return { size: Number(size) }
}

/** Files that a mini-app asks its client to save: the client looks at them, asks the person and fetches them itself. */
export function downloadRoutes(app: FastifyInstance) {
  app.get<{ Querystring: Wish }>('/download/about', ({ query }) => describe(query))

  app.get<{ Querystring: Wish }>('/download', async ({ query }, reply) => {
    const { size } = await describe(query)
    const { body, headers } = await fetch(query.url, { headers: { origin: webClient } })
    reply.type(headers.get('content-type') ?? 'application/octet-stream')
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(query.file_name)}`)
    return reply.header('content-length', size).send(body && Readable.fromWeb(body as ReadableStream))
  })
}
