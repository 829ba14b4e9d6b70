import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { sendUnreadable } from './problems.ts'

/**
 * Ends requests whose body arrives too slowly. A small body must be complete within the timeout. A form with a file
 * must bring at least 4 KB/s, which the slowest mobile network does. A body that still arrives after the answer was
 * sent has the same timeout. Headers are not covered, because Node limits their time itself.
 */

/** Minimum bytes per second of a file upload. */
const slowestRate = 4096
const checksPerTimeout = 10

type IncomingBody = { response: ServerResponse; isFile: boolean; since: number; bytes: number }

export function watchBodies(server: Server, timeoutMs: number): void {
  const incoming = new Map<IncomingMessage, IncomingBody>()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const {
      'content-length': length = '0',
      'transfer-encoding': encoding,
      'content-type': type,
    } = request.headers
    if (length === '0' && encoding === undefined) return
    const isFile = type?.startsWith('multipart/') ?? false
    incoming.set(request, { response, isFile, since: Date.now(), bytes: request.socket.bytesRead })
    const stopWatching = () => incoming.delete(request)
    request.once('end', stopWatching).once('close', stopWatching)
  })
  const check = () => {
    for (const [request, body] of incoming) {
      const ms = Date.now() - body.since
      if (ms < timeoutMs) continue
      const { socket } = request
      const isFastEnough = socket.bytesRead - body.bytes >= (slowestRate * ms) / 1000
      if (body.isFile && isFastEnough && !body.response.writableEnded) {
        body.since = Date.now()
        body.bytes = socket.bytesRead
        continue
      }
      incoming.delete(request)
      if (body.response.headersSent) socket.destroy()
      else sendUnreadable({ name: 'Error', message: 'slow body', code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket)
    }
  }
  const checking = setInterval(check, timeoutMs / checksPerTimeout).unref()
  server.once('close', () => clearInterval(checking))
}
