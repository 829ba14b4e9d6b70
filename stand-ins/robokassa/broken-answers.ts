import type { FastifyReply } from 'fastify'
import type { Fault } from './faults.ts'

/** Sends answers of a provider with problems, for tests. */
export function sendBrokenAnswer(reply: FastifyReply, fault: Fault): FastifyReply {
  switch (fault.how ?? '500') {
    case 'timeout': // the connection stays open and silent until the shop's timeout
      return reply.hijack()
    case 'html':
      return reply.type('text/html').send('<html><body><h1>Ведутся технические работы</h1></body></html>')
    case 'drip':
      return sendSlowly(reply)
    default:
      return reply.code(500).type('text/plain').send('Internal Server Error')
  }
}

/** Endless HTTP response, sent one byte at a time. */
function sendSlowly(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.writeHead(200, { 'content-type': 'text/xml; charset=utf-8' })
  const timer = setInterval(() => reply.raw.write(' '), 200)
  reply.raw.on('close', () => clearInterval(timer))
  return reply
}
