import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { sendUnreadable } from './problems.ts'

/**
 * Ends requests whose body does not come: a small one must be whole within the patience, a form with a file must
 * bring at least 4 KB for every second of it, which a phone on the slowest network does. Headers have a limit of
 * Node's own. What was answered without being read to its end has the patience as well.
 */

/** Bytes a second that a file must bring; a usual one takes minutes at this rate, not hours. */
const slowestRate = 4096
const checksPerPatience = 10

type Coming = { response: ServerResponse; isFile: boolean; since: number; bytes: number }

export function watchBodies(server: Server, patienceMs: number): void {
  const coming = new Map<IncomingMessage, Coming>()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const {
      'content-length': length = '0',
      'transfer-encoding': encoding,
      'content-type': type,
    } = request.headers
    if (length === '0' && encoding === undefined) return
    const isFile = type?.startsWith('multipart/') ?? false
    coming.set(request, { response, isFile, since: Date.now(), bytes: request.socket.bytesRead })
    const leave = () => coming.delete(request)
    request.once('end', leave).once('close', leave)
  })
  const check = () => {
    for (const [request, body] of coming) {
      const ms = Date.now() - body.since
      if (ms < patienceMs) continue
      const { socket } = request
      const isComing = socket.bytesRead - body.bytes >= (slowestRate * ms) / 1000
      if (body.isFile && isComing && !body.response.writableEnded) {
        body.since = Date.now()
        body.bytes = socket.bytesRead
        continue
      }
      coming.delete(request)
      if (body.response.headersSent) socket.destroy()
      else sendUnreadable({ name: 'Error', message: 'slow body', code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket)
    }
  }
  const checking = setInterval(check, patienceMs / checksPerPatience).unref()
  server.once('close', () => clearInterval(checking))
}
