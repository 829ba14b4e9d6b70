import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import { normalizeIP } from '@fastify/rate-limit'
import { sendUnreadable } from './problems.ts'

/**
 * Limits each address to 200 requests that stay incomplete for longer than a second. Otherwise a client could
 * exhaust the process's connections with half-sent requests.
 */

const maxUnfinished = 200
const ageMs = 1000
const checkMs = 250

type ConnectionState = {
  /** Time at which the incomplete request started. */
  since: number
  /** Bytes that the connection had received when its previous request ended; -1 before the first request. */
  bytesBefore: number
  /** Number of requests being answered on the connection. */
  answering: number
  /** Address of the client that is sending a body; undefined at other times. */
  sender: string | undefined
}
type Unfinished = { socket: Socket; since: number }

/** @param proxies trusted addresses whose X-Forwarded-For is believed, as in TRUSTED_PROXIES */
export function limitUnfinished(server: Server, proxies: string): void {
  const isProxy = proxyAddr.compile(
    proxies
      .split(',')
      .map((address) => address.trim())
      .filter(Boolean),
  )
  const connections = new Map<Socket, ConnectionState>()

  server.on('connection', (socket: Socket) => {
    connections.set(socket, { since: Date.now(), bytesBefore: -1, answering: 0, sender: undefined })
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const state = connections.get(socket)
    if (!state) return
    state.answering += 1
    state.since = Date.now()
    state.sender = proxyAddr(request, isProxy)
    const endBody = () => {
      state.sender = undefined
    }
    request.once('end', endBody).once('close', endBody)
    response.once('close', () => {
      state.answering -= 1
      state.bytesBefore = socket.bytesRead
    })
  })
  // Called when the server has no capacity for a new connection: closes idle connections.
  server.on('drop', () => server.closeIdleConnections())

  /**
   * Returns the address that sent an incomplete request. Undefined while a trusted proxy has not sent the header that
   * names the client.
   */
  function senderOf(socket: Socket, state: ConnectionState): string | undefined {
    if (state.sender !== undefined) return state.sender
    if (state.answering > 0 || socket.bytesRead === state.bytesBefore) return undefined
    const { remoteAddress } = socket
    return remoteAddress && !isProxy(remoteAddress, 0) ? remoteAddress : undefined
  }

  function check(): void {
    const now = Date.now()
    const unfinishedByAddress = new Map<string, Unfinished[]>()
    for (const [socket, state] of connections) {
      const owner = senderOf(socket, state)
      if (owner === undefined) {
        state.since = now
        continue
      }
      if (now - state.since < ageMs) continue
      const address = normalizeIP(owner)
      const unfinished = unfinishedByAddress.get(address) ?? []
      unfinished.push({ socket, since: state.since })
      unfinishedByAddress.set(address, unfinished)
    }
    for (const unfinished of unfinishedByAddress.values())
      if (unfinished.length > maxUnfinished) endOldest(unfinished)
  }

  const checking = setInterval(check, checkMs).unref()
  server.once('close', () => clearInterval(checking))
}

function endOldest(unfinished: Unfinished[]): void {
  unfinished.sort((one, other) => one.since - other.since)
  for (const { socket } of unfinished.slice(0, unfinished.length - maxUnfinished))
    sendUnreadable({ name: 'Error', message: 'too many unfinished requests', code: 'TOO_MANY' }, socket)
}
