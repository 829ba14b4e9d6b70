import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import errors_ru from '#contract/texts/ru/errors.json' with { type: 'json' }
import { png } from '#tests/api/files/uploads-corpus.ts'
import { form, type } from '#tests/api/files/uploads-sending.ts'
import { openApi } from '#tests/support/api/api.ts'
import { login, type Person } from '#tests/support/people/people.ts'

/** Timeout in milliseconds for receiving a request body. Production uses 30 seconds. */
const patienceMs = 300
const api = await openApi({ REQUEST_PATIENCE_MS: String(patienceMs) })
let anna: Person
let port = 0
beforeAll(async () => {
  anna = await login(api)
  await api.server.listen({ host: '127.0.0.1', port: 0 })
  port = (api.server.server.address() as AddressInfo).port
})

const requestHead = (path: string, ...lines: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${anna.token}`, ...lines, '', ''].join('\r\n')
const halfRequest = () =>
  `${requestHead('/api/projects', 'Content-Type: application/json', 'Content-Length: 100')}{"sort":`

async function openConnection(bytes: string | Buffer): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  await once(socket, 'connect')
  socket.write(bytes)
  return socket
}

test.concurrent('five hundred half-sent bodies hold nobody up, and each ends with 408', async ({
  expect,
}) => {
  const slowSockets = await Promise.all(Array.from({ length: 500 }, () => openConnection(halfRequest())))
  const signal = AbortSignal.timeout(5000)
  const answer = await fetch(`http://127.0.0.1:${port}/api/app/get_currencies`, { signal })
  expect(answer.status).toBe(200)
  const answers = await Promise.all(slowSockets.map((socket) => readAll(socket)))
  for (const text of answers) {
    expect(text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      code: 'too_slow',
      statusCode: 408,
      message: errors_ru['errors.too_slow'],
    })
  }
  // The client has not closed its half of the connection, so the server must have closed the connection.
  await expect
    .poll(() => new Promise((done) => api.server.server.getConnections((_, count) => done(count))), {
      timeout: 4000,
    })
    .toBeLessThan(10)
})

test.concurrent('half-sent headers, and a refused body that goes on, end as well', async () => {
  const [headers, strangerAnswer] = await Promise.all([
    openConnection('POST /api/projects HTTP/1.1\r\nHost: x\r\nX-Slow: '),
    openConnection(
      `POST /api/files/upload HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 9000\r\n\r\n--`,
    ),
  ])
  expect(await readAll(headers)).toMatch(/^HTTP\/1\.1 408 /)
  expect(await readAll(strangerAnswer)).toMatch(/^HTTP\/1\.1 401 /)
})

test.concurrent('a file may take many times the patience while it keeps its pace', async () => {
  const payload = form({ name: 'a.png', bytes: Buffer.concat([png(9, 9), Buffer.alloc(20_000)]) }, {})
  const socket = await openConnection(
    requestHead(
      '/api/files/upload',
      `Content-Type: ${type}`,
      `Content-Length: ${payload.length}`,
      'Connection: close',
    ),
  )
  const answer = readAll(socket)
  const chunkCount = 8
  for (let n = 0; n < chunkCount; n++) {
    const start = Math.floor((payload.length * n) / chunkCount)
    socket.write(payload.subarray(start, Math.floor((payload.length * (n + 1)) / chunkCount)))
    await new Promise((resolve) => setTimeout(resolve, (3 * patienceMs) / chunkCount))
  }
  expect(await answer).toMatch(/^HTTP\/1\.1 (200|422) /)
})

test.concurrent('a file that only drips ends', async () => {
  const socket = await openConnection(
    `${requestHead('/api/files/upload', `Content-Type: ${type}`, 'Content-Length: 100000')}--`,
  )
  const dripTimer = setInterval(() => socket.write('x'), 20)
  expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 408 /)
  clearInterval(dripTimer)
})

test('a process takes ten thousand connections and no more', () => {
  expect(api.server.server.maxConnections).toBe(10_000)
})
