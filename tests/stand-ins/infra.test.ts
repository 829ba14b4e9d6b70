import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Redis } from 'ioredis'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '#stand-ins/infra/postgres.ts'
import { removePostgres } from '#stand-ins/infra/postgres-home.ts'
import { startRedis } from '#stand-ins/infra/redis.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'otklik-infra-'))
})
afterAll(async () => {
  await removePostgres(path.join(folder, 'postgres'))
  await rm(folder, { recursive: true, force: true })
})

async function runQuery(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return await client.query(sql).finally(() => client.end())
}

test('Postgres keeps its data through a stop and through SIGKILL', async () => {
  const serverFolder = path.join(folder, 'postgres')
  const first = await startPostgres(serverFolder)
  await runQuery(first.url, 'create table note (words text)')
  await runQuery(first.url, "insert into note values ('kept')")
  first.process.kill('SIGKILL')
  await once(first.process, 'exit')

  const second = await startPostgres(serverFolder, first.port)
  expect(second.url).toBe(first.url)
  expect((await runQuery(second.url, 'select words from note')).rows).toEqual([{ words: 'kept' }])
  await second.stop()

  const thirdServer = await startPostgres(serverFolder)
  expect((await runQuery(thirdServer.url, 'select count(*)::int as found from note')).rows).toEqual([
    { found: 1 },
  ])
  await thirdServer.stop()
})

test('Postgres lets nobody in without its password', async () => {
  const server = await startPostgres(path.join(folder, 'postgres'))
  const wrongUrl = new URL(server.url)
  wrongUrl.password = 'wrong'
  await expect(runQuery(wrongUrl.href, 'select 1')).rejects.toThrow(/password/)
  await server.stop()
})

test('Redis keeps what it acknowledged through SIGKILL', async () => {
  const serverFolder = path.join(folder, 'redis')
  const first = await startRedis(serverFolder)
  const writer = new Redis(first.url, { retryStrategy: () => null })
  writer.on('error', () => undefined)
  await writer.set('note', 'kept')
  first.process.kill('SIGKILL')
  await once(first.process, 'exit')
  const second = await startRedis(serverFolder, first.port)
  const reader = new Redis(second.url)
  expect(await reader.get('note')).toBe('kept')
  reader.disconnect()
  writer.disconnect()
  await second.stop()
})
