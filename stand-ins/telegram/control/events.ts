import type { FastifyInstance } from 'fastify'
import type { ControlOptions } from './options.ts'

const maxRecent = 500
const heartbeatMs = 15_000

/** Sends all events as server-sent events. `replay` is the number of latest events that are repeated first. */
export function eventRoutes(app: FastifyInstance, { world }: ControlOptions) {
  const recentLines: string[] = []
  const closers = new Set<() => void>()
  world.bus.listen((event) => {
    recentLines.push(`data: ${JSON.stringify({ at: Date.now(), ...event })}\n\n`)
    if (recentLines.length > maxRecent) recentLines.shift()
  })
  app.addHook('preClose', async () => {
    for (const close of closers) close()
  })

  app.get<{ Querystring: { replay?: string } }>('/events', (request, reply) => {
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    raw.write(': hello\n\n')
    const replayCount = Number(request.query.replay ?? 0)
    if (replayCount > 0) for (const line of recentLines.slice(-replayCount)) raw.write(line)
    // The listener that fills `recentLines` runs before this listener, so the last line belongs to the current event.
    const stopListening = world.bus.listen(() => raw.write(recentLines.at(-1) ?? ''))
    const heartbeat = setInterval(() => raw.write(': beat\n\n'), heartbeatMs)
    const closeStream = () => {
      stopListening()
      clearInterval(heartbeat)
      closers.delete(closeStream)
      raw.end()
    }
    closers.add(closeStream)
    request.raw.once('close', closeStream)
  })
}
