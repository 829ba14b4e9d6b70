import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openApi } from '#tests/support/api/api.ts'
import { freelancer } from '#tests/support/people/people.ts'
import { bombs, hiddenBombs } from './uploads-corpus.ts'
import { form, partsAround, type } from './uploads-sending.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'otklik-files-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const api = await openApi({ FILES_DIR: folder })
const anna = await freelancer(api)
const origin = await api.server.listen({ host: '127.0.0.1', port: 0 })
const megabyte = 1024 * 1024

function post(body: ReadableStream | Buffer): Promise<Response> {
  const headers = { authorization: `Bearer ${anna.token}`, 'content-type': type }
  const request = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
  return fetch(`${origin}/api/files/upload`, request)
}

/** A text of this many megabytes, streamed so that it never is in memory as a whole. */
function longBody(megabytes: number): ReadableStream {
  const [head, tail] = partsAround({ name: 'long.txt', bytes: Buffer.alloc(0) })
  const line = Buffer.alloc(megabyte / 4, 'words ')
  async function* bodyChunks() {
    yield head
    for (let n = 0; n < megabytes * 4; n++) yield line
    yield tail
  }
  return ReadableStream.from(bodyChunks())
}

async function heapGrowth(action: () => Promise<void>): Promise<number> {
  const heapBefore = process.memoryUsage().heapUsed
  let peak = heapBefore
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().heapUsed)
  }, 5)
  await action().finally(() => clearInterval(sampling))
  return (peak - heapBefore) / megabyte
}

test('files stream through: neither long ones nor bombs grow the heap', async () => {
  const hostile = [...bombs(), ...hiddenBombs()].map((sample) => form(sample))
  const statuses: number[] = []
  const growth = await heapGrowth(async () => {
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all([
        post(longBody(19)),
        post(longBody(19)),
        post(longBody(19)),
        post(longBody(25)),
      ])
      statuses.push(...answers.map(({ status }) => status))
      for (const body of hostile) expect((await post(body)).status).toBeLessThan(500)
    }
  })
  expect(statuses).toEqual(Array.from({ length: 3 }, () => [200, 200, 200, 413]).flat())
  expect(growth).toBeLessThan(64)
})
