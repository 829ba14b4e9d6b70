import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/**
 * Response headers that an event stream keeps. The stream omits the headers of security policies, which matter only for
 * pages.
 */
const keptHeaders = /^(access-control-.*|vary|x-content-type-options)$/

const ignore = () => {}

/**
 * Starts an answer without an end. It bypasses Fastify, which would keep the request's data in memory until the end.
 * The code that ends the answer must log it with `logAnswer`. The headers are sent at once; otherwise the client of a
 * quiet chat would get them only with the first message.
 */
export function beginEvents(reply: FastifyReply): ServerResponse {
  const { raw } = reply
  for (const listener of raw.listeners('error') as (() => void)[])
    raw.off('error', listener).off('finish', listener)
  // Node closes the connection after an error, so the error itself needs no handling.
  raw.on('error', ignore)
  const headers = Object.entries(reply.getHeaders()).filter(([name]) => keptHeaders.test(name))
  for (const name of raw.getHeaderNames()) raw.removeHeader(name)
  reply.hijack()
  raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache',
    connection: 'keep-alive',
    // This header keeps nginx from buffering the stream.
    'x-accel-buffering': 'no',
    ...Object.fromEntries(headers),
  })
  raw.flushHeaders()
  return raw
}

/** Formats a server-sent event. A client that reconnects sends the `id` of the last event that it received. */
export function eventText({ event, data, id }: { event: string; data: unknown; id?: number }): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** An empty SSE comment. It keeps proxies from closing an idle connection. */
export const heartbeat = ': heartbeat\n\n'
