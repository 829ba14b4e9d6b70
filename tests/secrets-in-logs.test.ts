import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { Api, type HttpError } from 'grammy'
import { Redis } from 'ioredis'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { connect } from '#db/index.ts'
import { createLog, takeConsole } from '#services/core/log.ts'
import { hideSecretsOf, wordsOf } from '#services/core/secrets.ts'
import { openStorage } from '#services/core/storage.ts'
import { ask } from '#services/payments/robokassa/state.ts'
import { takeInfrastructure } from '#tests/support/infrastructure.ts'
import { failureOf } from '#workers/telegram-errors.ts'

/** Errors as the clients really throw them, against servers that cut, refuse and quote. */

const token = '7000000001:AAFzZzZzZzZzZzZzZzZzZzZzZzZzZzZzZzZ'
const [password, redisPassword, bucketKey] = ['p@ss w0rd-1', 'red1s-pass-word', 'buck3t-key-of-the-test']
hideSecretsOf({ BOT_TOKEN: token, ROBOKASSA_PASSWORD_1: password, S3_SECRET_ACCESS_KEY: bucketKey })
hideSecretsOf({ REDIS_URL: `redis://:${redisPassword}@127.0.0.1:1` })
const secrets = [token, 'AAFzZz', password, redisPassword, bucketKey, '79991234567', '+7 999']

const written: string[] = []
const log = createLog('trace', 'test', { write: (line) => void written.push(line) })
beforeEach(() => {
  written.length = 0
})

const servers: Server[] = []
afterAll(() => {
  for (const server of servers) server.close()
})

/** A server that does this to every connection once it has heard something. */
async function server(treat: (socket: Socket) => void): Promise<string> {
  const one = createServer((socket) => socket.once('data', () => treat(socket)).on('error', () => {}))
  servers.push(one.listen(0, '127.0.0.1'))
  await once(one, 'listening')
  return `127.0.0.1:${(one.address() as { port: number }).port}`
}
const cutting = await server((socket) => socket.resetAndDestroy())
const answering = (status: string, body: string) =>
  server((socket) =>
    socket.end(`HTTP/1.1 ${status}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`),
  )

const failureIn = async (act: () => unknown): Promise<Error> => {
  try {
    await act()
  } catch (error) {
    return error as Error
  }
  throw new Error('nothing failed')
}

const clients: [string, () => unknown][] = [
  ['grammY, whose connection is cut', () => new Api(token, { apiRoot: `http://${cutting}` }).getMe()],
  ['grammY, without a server', () => new Api(token, { apiRoot: 'http://127.0.0.1:1' }).sendMessage(1, 'x')],
  [
    'grammY, refused with what was to be sent',
    async () => {
      const refusing = await answering('400 Bad', '{"ok":false,"error_code":400,"description":"no"}')
      return new Api(token, { apiRoot: `http://${refusing}` }).sendMessage(1, 'call +7 999 123-45-67')
    },
  ],
  ['the download of a file', () => fetch(`http://${cutting}/file/bot${token}/a.jpg`)],
  ['an address that is none', () => fetch(`http://[bot${token}/a.jpg`)],
  [
    'a redirect',
    async () => fetch(`http://${await answering('302 Found', '')}/bot${token}`, { redirect: 'error' }),
  ],
  [
    'Redis, which refuses the password',
    async () => {
      const refusing = await server((socket) => socket.write('-WRONGPASS invalid password\r\n'.repeat(3)))
      const redis = new Redis(`redis://:${redisPassword}@${refusing}`, {
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
    () => storageAt(`http://${cutting}`).read('public-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'),
  ],
  [
    'the bucket, which quotes what it was asked',
    async () => {
      const xml = `<Error><Code>SignatureDoesNotMatch</Code><SignatureProvided>${bucketKey}</SignatureProvided></Error>`
      return storageAt(`http://${await answering('403 Forbidden', xml)}`).read(
        'public-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
      )
    },
  ],
  [
    'the provider',
    () => ask(new URL(`http://${cutting}/OpStateExt?Signature=${encodeURIComponent(password)}`), {}, {}),
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

test.each(clients)(
  'an error of %s shows no secret, in the log and in its words',
  async (_name, act) => {
    const error = await failureIn(act)
    log.error({ err: error, deep: { cause: error } }, `failed: ${error.message}`)
    const told = [...written, wordsOf(error), JSON.stringify(failureOf(error, 1))].join('\n')
    for (const secret of secrets) expect(told).not.toContain(secret)
    expect(JSON.parse(written[0] ?? '').err.stack).toContain(' at ')
  },
  30_000,
)

test('neither does one of Postgres, which quotes rows and addresses', async () => {
  const { owner_url } = await takeInfrastructure()
  const owner = connect(owner_url, { max: 1 })
  await sql`create temp table quoted (phone text unique, name text check (name <> 'Анна'))`.execute(owner)
  await sql`insert into quoted values ('+7 999 123-45-67', 'Борис')`.execute(owner)
  const errors = [
    await failureIn(() => sql`insert into quoted values ('+7 999 123-45-67', 'Вера')`.execute(owner)),
    await failureIn(() => sql`insert into quoted values ('79991234567', 'Анна')`.execute(owner)),
  ]
  await owner.destroy()
  for (const error of errors) log.error({ err: error }, 'failed')
  expect(written.join()).toMatch(/duplicate key[\s\S]*violates check/)
  for (const secret of [...secrets, 'Анна']) expect(written.join()).not.toContain(secret)
})

test('what a library prints is hidden too', async () => {
  const { log: print, info, warn, error: complain } = console
  const error = await failureIn(() => new Api(token, { apiRoot: `http://${cutting}` }).getMe())
  takeConsole(log)
  console.error('polling failed', (error as HttpError).error)
  Object.assign(console, { log: print, info, warn, error: complain })
  expect(written.join()).toContain('[secret]')
  for (const secret of secrets) expect(written.join()).not.toContain(secret)
})

test('an error that nobody catches ends the process with one line, in which no secret stands', async () => {
  const program = `
    import { Api } from 'grammy'
    import { createLog, takeCrashes } from '#services/core/log.ts'
    takeCrashes(createLog('info', 'bot'))
    void new Api('${token}', { apiRoot: 'http://${cutting}' }).getMe()`
  const ended = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]).catch(
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
  expect(ended).toMatchObject({ code: 1, stdout: expect.stringContaining('the process ends') })
  for (const secret of secrets) expect(`${ended.stdout}${ended.stderr}`).not.toContain(secret)
})
