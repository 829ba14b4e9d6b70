import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** What was set for every answer and a stream of events needs; policies are for pages, and an open answer keeps each. */
const needed = /^(access-control-.*|vary|x-content-type-options)$/

const ignore = () => {}

/**
 * Begins an answer that goes on until somebody ends it. It is written past Fastify, which would keep each header apart
 * and wait for the end with all that it knows of the request: whoever ends the answer notes it (`noteAnswered`). It is
 * sent at once: in a quiet room the client would else wait for the headers until the first message.
 */
export function beginEvents(reply: FastifyReply): ServerResponse {
  const { raw } = reply
  for (const waiting of raw.listeners('error') as (() => void)[])
    raw.off('error', waiting).off('finish', waiting)
  // It is closed after that.
  raw.on('error', ignore)
  const headers = Object.entries(reply.getHeaders()).filter(([name]) => needed.test(name))
  for (const name of raw.getHeaderNames()) raw.removeHeader(name)
  reply.hijack()
  raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache',
    connection: 'keep-alive',
    // Nginx would gather what is sent.
    'x-accel-buffering': 'no',
    ...Object.fromEntries(headers),
  })
  raw.flushHeaders()
  return raw
}

/** An event as it is sent; a client that comes back names the last id that it has. */
export function eventText({ event, data, id }: { event: string; data: unknown; id?: number }): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Nothing is said, and who stands in between sees that the connection is in use. */
export const heartbeat = ': heartbeat\n\n'
