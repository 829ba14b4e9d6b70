import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'

/** Largest number of unfinished requests per IP address. The attacker uses 127.0.0.1; 127.0.0.2 is another client. */
const connectionLimit = 200
const beyondLimit = 260

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

async function startListening(env: Record<string, string> = {}): Promise<FastifyInstance> {
  const server = await api.startAnother({ REQUEST_PATIENCE_MS: '60000', ...env })
  await server.listen({ host: '127.0.0.1', port: 0 })
  return server
}
const portOf = (server: FastifyInstance) => (server.server.address() as AddressInfo).port

async function openConnection(
  server: FastifyInstance,
  bytes: string,
  localAddress = '127.0.0.1',
): Promise<Socket> {
  const socket = connect({ port: portOf(server), host: '127.0.0.1', localAddress })
  sockets.push(socket.on('error', () => {}))
  await once(socket, 'connect')
  if (bytes) socket.write(bytes)
  return socket
}
const openMany = (
  server: FastifyInstance,
  amount: number,
  bytes: (n: number) => string,
  localAddress?: string,
) => Promise.all(Array.from({ length: amount }, (_, n) => openConnection(server, bytes(n), localAddress)))
const isOpen = (socket: Socket) => !socket.readableEnded && !socket.destroyed
/**
 * Waits until the server has closed all but `expected` of the connections, and until it has checked twice for unfinished
 * requests: a server that closes too many or none at all is noticed too.
 */
async function expectOpen(sockets: Socket[], expected: number): Promise<void> {
  for (const socket of sockets) socket.resume()
  await expect.poll(() => sockets.filter(isOpen).length, { timeout: 20_000 }).toBe(expected)
  await wait(2000)
  expect(sockets.filter(isOpen)).toHaveLength(expected)
}

const requestHead = (lines: string[] = []) =>
  ['POST /api/projects HTTP/1.1', 'Host: x', 'Content-Type: application/json', ...lines].join('\r\n')
const unfinishedRequests: [string, string][] = [
  ['nothing', ''],
  ['half a head', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '],
  ['half a body', `${requestHead(['Content-Length: 100'])}\r\n\r\n{"sort":`],
  ['a head whose body does not begin', `${requestHead(['Content-Length: 100'])}\r\n\r\n`],
]

describe.each(unfinishedRequests)('%s on each connection', (_name, bytes) => {
  test('leaves two hundred of an address, and nobody else feels it', async () => {
    const server = await startListening()
    const otherAddress = await openConnection(server, bytes, '127.0.0.2')
    const unfinishedSockets = await openMany(server, beyondLimit, () => bytes)
    await expectOpen(unfinishedSockets, connectionLimit)
    expect(isOpen(otherAddress)).toBe(true)
    expect((await fetch(`http://127.0.0.1:${portOf(server)}/health/live`)).status).toBe(200)
  })
})

test('they are told why', async () => {
  const server = await startListening()
  const [first] = await openMany(server, connectionLimit + 1, () => unfinishedRequests[1]?.[1] ?? '')
  const [answer] = first ? await once(first, 'data') : []
  expect(String(answer)).toMatch(/^HTTP\/1\.1 429 .*"code":"too_many_requests"/s)
})

test('connections whose requests are answered are not counted, nor those that wait for the next', async () => {
  const server = await startListening()
  const idleSockets = await openMany(
    server,
    beyondLimit,
    () => 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n',
  )
  await Promise.all(idleSockets.map((socket) => once(socket, 'data')))
  await expectOpen(idleSockets, beyondLimit)
  // On each connection, a further request is started and not finished.
  for (const socket of idleSockets) socket.write('GET /health/live HTTP/1.1\r\nX: ')
  await expectOpen(idleSockets, connectionLimit)
})

test('a trusted proxy says who it speaks for, and anybody else says nothing', async () => {
  const forwardedHead = (n: number) =>
    `${requestHead([`X-Forwarded-For: 10.0.${n}.1`, 'Content-Length: 100'])}\r\n\r\n{`
  const trustingServer = await startListening({ TRUSTED_PROXIES: '10.9.9.9, 127.0.0.1' })
  await expectOpen(await openMany(trustingServer, beyondLimit, (n) => forwardedHead(n % 2)), beyondLimit)
  await expectOpen(await openMany(trustingServer, beyondLimit, () => forwardedHead(7)), connectionLimit)
  // Until the head of a request is complete, the server does not know the client behind the proxy. So no limit applies.
  const openedSockets = await openMany(trustingServer, beyondLimit, () => 'GET / HTTP/1.1\r\n')
  await expectOpen(openedSockets, beyondLimit)
  const untrustingServer = await startListening()
  const otherSockets = await openMany(
    untrustingServer,
    beyondLimit,
    (n) => `${requestHead([`X-Forwarded-For: 10.1.${n}.1`, 'Content-Length: 9'])}\r\n\r\n{`,
  )
  await expectOpen(otherSockets, connectionLimit)
})

test('a process without room for another connection takes it from those that wait for their next request', async () => {
  const server = await startListening()
  server.server.maxConnections = 20
  const idleSockets = await openMany(server, 20, () => 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n')
  await Promise.all(idleSockets.map((socket) => once(socket, 'data')))
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${portOf(server)}/health/live`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
})
