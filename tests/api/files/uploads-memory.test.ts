import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openApi } from '#tests/support/api/api.ts'
import { freelancer } from '#tests/support/people/people.ts'
import { archiveBombs, hiddenBombs } from './uploads-corpus.ts'
import { form, formAround, type } from './uploads-sending.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'otklik-files-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const api = await openApi({ FILES_DIR: folder })
const anna = await freelancer(api)
const origin = await api.server.listen({ host: '127.0.0.1', port: 0 })
const megabyte = 1024 * 1024

function postForm(body: ReadableStream | Buffer): Promise<Response> {
  const headers = { authorization: `Bearer ${anna.token}`, 'content-type': type }
  const request = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
  return fetch(`${origin}/api/files/upload`, request)
}

/** A form with a text file of the given number of megabytes. It is streamed, so it is never completely in memory. */
function longBody(megabytes: number): ReadableStream {
  const [head, tail] = formAround({ name: 'long.txt', bytes: Buffer.alloc(0) })
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
  let heapPeak = heapBefore
  const samplingTimer = setInterval(() => {
    heapPeak = Math.max(heapPeak, process.memoryUsage().heapUsed)
  }, 5)
  await action().finally(() => clearInterval(samplingTimer))
  return (heapPeak - heapBefore) / megabyte
}

test('files stream through: neither long ones nor bombs grow the heap', async () => {
  const hostileForms = [...archiveBombs(), ...hiddenBombs()].map((sample) => form(sample))
  const statuses: number[] = []
  const growth = await heapGrowth(async () => {
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all([
        postForm(longBody(19)),
        postForm(longBody(19)),
        postForm(longBody(19)),
        postForm(longBody(25)),
      ])
      statuses.push(...answers.map(({ status }) => status))
      for (const body of hostileForms) expect((await postForm(body)).status).toBeLessThan(500)
    }
  })
  expect(statuses).toEqual(Array.from({ length: 3 }, () => [200, 200, 200, 413]).flat())
  expect(growth).toBeLessThan(64)
})
