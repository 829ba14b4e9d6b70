import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyInstance } from 'fastify'
import { badRequest } from '../bot-api/errors.ts'

interface DownloadRequest {
  url: string
  file_name: string
  /** A web client downloads files from inside its own page, so the CORS header must allow that page. */
  web?: string
}

const webClient = 'https://web.telegram.org'
const loopback = /^(127\.0\.0\.1|localhost|\[::1\])$/

/** Requests a file's size with HEAD. @throws with the reason why a client would refuse the download */
async function inspectFile({ url, web }: DownloadRequest): Promise<{ size: number }> {
  const { protocol, hostname } = URL.parse(url) ?? {}
  // Telegram requires https. The stand-in also accepts plain http, because everything runs on one machine.
  if (!loopback.test(hostname ?? '') || !/^https?:$/.test(protocol ?? '')) throw badRequest('URL_INVALID')
  const { status, headers } = await fetch(url, { method: 'HEAD', headers: { origin: webClient } })
  if (status !== 200) throw badRequest(`the file answers ${status}`)
  if (!/^attachment\b/.test(headers.get('content-disposition') ?? ''))
    throw badRequest('no Content-Disposition')
  const size = headers.get('content-length')
  if (size === null) throw badRequest('no Content-Length')
  const allowedOrigin = headers.get('access-control-allow-origin')
  if (web && allowedOrigin !== '*' && allowedOrigin !== webClient)
    throw badRequest('no Access-Control-Allow-Origin')
  return { size: Number(size) }
}

/**
 * Downloads requested by a mini-app: the client inspects the file, asks the person and downloads it itself.
 */
export function downloadRoutes(app: FastifyInstance) {
  app.get<{ Querystring: DownloadRequest }>('/download/about', ({ query }) => inspectFile(query))

  app.get<{ Querystring: DownloadRequest }>('/download', async ({ query }, reply) => {
    const { size } = await inspectFile(query)
    const { body, headers } = await fetch(query.url, { headers: { origin: webClient } })
    reply.type(headers.get('content-type') ?? 'application/octet-stream')
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(query.file_name)}`)
    return reply.header('content-length', size).send(body && Readable.fromWeb(body as ReadableStream))
  })
}
