import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { Queue } from 'bullmq'
import { Api } from 'grammy'
import { Redis } from 'ioredis'
import { connect } from '#db/index.ts'
import { hideSecretsOf } from '#services/core/config/secrets.ts'
import { openStorage } from '#services/core/servers/storage.ts'
import { sendRequest } from '#services/payments/robokassa/state.ts'
import { atEnd } from '#tests/support/run/at-end.ts'
import { takeInfrastructure } from '#tests/support/servers/infrastructure.ts'

/**
 * Client libraries throw errors when a server cuts the connection, refuses a request or quotes it. These errors may
 * contain secrets.
 */

export const token = '7000000001:AAFzZzZzZzZzZzZzZzZzZzZzZzZzZzZzZzZ'
const [password, redisPassword, bucketKey] = ['p@ss w0rd-1', 'red1s-pass-word', 'buck3t-key-of-the-test']
hideSecretsOf({ BOT_TOKEN: token, ROBOKASSA_PASSWORD_1: password, S3_SECRET_ACCESS_KEY: bucketKey })
hideSecretsOf({ REDIS_URL: `redis://:${redisPassword}@127.0.0.1:1` })
export const secrets = [token, 'AAFzZz', password, redisPassword, bucketKey, '79991234567', '+7 999']

const servers: Server[] = []
atEnd(async () => {
  for (const server of servers) server.close()
})

/** Starts a server that runs `handleConnection` on each connection that has sent something. */
async function server(handleConnection: (socket: Socket) => void): Promise<string> {
  const listener = createServer((socket) =>
    socket.once('data', () => handleConnection(socket)).on('error', () => {}),
  )
  servers.push(listener.listen(0, '127.0.0.1'))
  await once(listener, 'listening')
  return `127.0.0.1:${(listener.address() as { port: number }).port}`
}
export const resettingServer = await server((socket) => socket.resetAndDestroy())
const answeringServer = (status: string, body: string) =>
  server((socket) =>
    socket.end(`HTTP/1.1 ${status}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`),
  )

export const failureIn = async (act: () => unknown): Promise<Error> => {
  try {
    await act()
  } catch (error) {
    return error as Error
  }
  throw new Error('nothing failed')
}

/** For each client library, calls that fail. */
export const failingClients: [string, () => unknown][] = [
  ['grammY, whose connection is cut', () => new Api(token, { apiRoot: `http://${resettingServer}` }).getMe()],
  ['grammY, without a server', () => new Api(token, { apiRoot: 'http://127.0.0.1:1' }).sendMessage(1, 'x')],
  [
    'grammY, refused with what was to be sent',
    async () => {
      const refusingServer = await answeringServer(
        '400 Bad',
        '{"ok":false,"error_code":400,"description":"no"}',
      )
      return new Api(token, { apiRoot: `http://${refusingServer}` }).sendMessage(1, 'call +7 999 123-45-67')
    },
  ],
  ['the download of a file', () => fetch(`http://${resettingServer}/file/bot${token}/a.jpg`)],
  ['an address that is none', () => fetch(`http://[bot${token}/a.jpg`)],
  [
    'a redirect',
    async () => fetch(`http://${await answeringServer('302 Found', '')}/bot${token}`, { redirect: 'error' }),
  ],
  [
    'Redis, which refuses the password',
    async () => {
      const refusingServer = await server((socket) =>
        socket.write('-WRONGPASS invalid password\r\n'.repeat(3)),
      )
      const redis = new Redis(`redis://:${redisPassword}@${refusingServer}`, {
        retryStrategy: () => null,
        lazyConnect: true,
      })
      redis.connect().catch(() => {})
      const [error] = await once(redis, 'error')
      redis.disconnect()
      throw error
    },
  ],
  [
    'the bucket, which is cut',
    () => storageAt(`http://${resettingServer}`).read('public-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'),
  ],
  [
    'the bucket, which quotes what it was asked',
    async () => {
      const xml = `<Error><Code>SignatureDoesNotMatch</Code><SignatureProvided>${bucketKey}</SignatureProvided></Error>`
      return storageAt(`http://${await answeringServer('403 Forbidden', xml)}`).read(
        'public-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
      )
    },
  ],
  [
    'BullMQ, whose Redis refuses the password',
    async () => {
      const refusingServer = await server((socket) =>
        socket.write('-WRONGPASS invalid password\r\n'.repeat(3)),
      )
      const connection = { url: `redis://:${redisPassword}@${refusingServer}`, retryStrategy: () => null }
      const queue = new Queue('x', { connection: { ...connection, maxRetriesPerRequest: 0 } })
      queue.on('error', () => {})
      try {
        await queue.add(token, { token, password })
      } finally {
        await queue.close().catch(() => {})
      }
    },
  ],
  [
    'Postgres, which refuses the password',
    async () => {
      const { owner_url } = await takeInfrastructure()
      const address = new URL(owner_url)
      address.username = 'nobody_here'
      address.password = password
      const db = connect(String(address), { max: 1 })
      return db
        .selectFrom('users')
        .select('id')
        .execute()
        .finally(() => db.destroy())
    },
  ],
  [
    'Postgres, which is cut',
    () => {
      const db = connect(`postgres://otklik:${encodeURIComponent(password)}@${resettingServer}/otklik`, {
        max: 1,
      })
      return db
        .selectFrom('users')
        .select('id')
        .execute()
        .finally(() => db.destroy())
    },
  ],
  [
    'the provider',
    () =>
      sendRequest(
        new URL(`http://${resettingServer}/OpStateExt?Signature=${encodeURIComponent(password)}`),
        {},
        {},
      ),
  ],
]

const storageAt = (S3_ENDPOINT: string) =>
  openStorage({
    S3_ENDPOINT,
    S3_BUCKET: 'otklik',
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: 'an-id-of-a-key',
    S3_SECRET_ACCESS_KEY: bucketKey,
    S3_FORCE_PATH_STYLE: true,
  } as never)
