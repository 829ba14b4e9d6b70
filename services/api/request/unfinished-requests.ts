import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import { normalizeIP } from '@fastify/rate-limit'
import { sendUnreadable } from './problems.ts'

/**
 * One address may hold two hundred requests that it has begun and not finished for longer than a second. Otherwise
 * whoever opens as many connections as the process takes, and says half a sentence on each, shuts it for everybody.
 */

const most = 200
const ageMs = 1000
const checkMs = 250

type Begun = {
  /** When the request began whose end is missing. */
  since: number
  /** Bytes that had come when the request before it was done; -1 while there was none. */
  before: number
  /** Requests of the connection that are being answered. */
  answering: number
  /** Set while the body of a request is coming: whom it comes from. */
  sender: string | undefined
}
type Unfinished = { socket: Socket; since: number }

/** @param proxies addresses whose word for whom they speak is believed, as in TRUSTED_PROXIES */
export function boundUnfinished(server: Server, proxies: string): void {
  const isProxy = proxyAddr.compile(
    proxies
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  )
  const connections = new Map<Socket, Begun>()

  server.on('connection', (socket: Socket) => {
    connections.set(socket, { since: Date.now(), before: -1, answering: 0, sender: undefined })
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const begun = connections.get(socket)
    if (!begun) return
    begun.answering += 1
    begun.since = Date.now()
    begun.sender = proxyAddr(request, isProxy)
    const leave = () => {
      begun.sender = undefined
    }
    request.once('end', leave).once('close', leave)
    response.once('close', () => {
      begun.answering -= 1
      begun.before = socket.bytesRead
    })
  })
  // Connections that wait for their next request give way when there is no room for a new one.
  server.on('drop', () => server.closeIdleConnections())

  /** The address that sends an unfinished request; undefined while a proxy passes on its head and has named nobody. */
  function ownerOf(socket: Socket, begun: Begun): string | undefined {
    if (begun.sender !== undefined) return begun.sender
    if (begun.answering > 0 || socket.bytesRead === begun.before) return undefined
    const { remoteAddress } = socket
    return remoteAddress && !isProxy(remoteAddress, 0) ? remoteAddress : undefined
  }

  function check(): void {
    const now = Date.now()
    const ofAddress = new Map<string, Unfinished[]>()
    for (const [socket, begun] of connections) {
      const owner = ownerOf(socket, begun)
      if (owner === undefined) {
        begun.since = now
        continue
      }
      if (now - begun.since < ageMs) continue
      const address = normalizeIP(owner)
      const known = ofAddress.get(address) ?? []
      known.push({ socket, since: begun.since })
      ofAddress.set(address, known)
    }
    for (const known of ofAddress.values()) if (known.length > most) endOldest(known)
  }

  const checking = setInterval(check, checkMs).unref()
  server.once('close', () => clearInterval(checking))
}

function endOldest(known: Unfinished[]): void {
  known.sort((one, other) => one.since - other.since)
  for (const { socket } of known.slice(0, known.length - most))
    sendUnreadable({ name: 'Error', message: 'too many unfinished requests', code: 'TOO_MANY' }, socket)
}
