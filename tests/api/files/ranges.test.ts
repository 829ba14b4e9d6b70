import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { client } from '#tests/support/people/people.ts'
import { send } from './uploads-sending.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'otklik-ranges-'))
const bucket = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: folder,
  configureBuckets: [{ name: 'otklik', configs: [] }],
})
const { port } = await bucket.run()
afterAll(async () => {
  await bucket.close()
  await rm(folder, { recursive: true, force: true })
})

const inBucket = {
  S3_BUCKET: 'otklik',
  S3_ENDPOINT: `http://127.0.0.1:${port}`,
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
  S3_FORCE_PATH_STYLE: '1',
}
const bytes = Buffer.alloc(70_000, 'Договор и смета ')
const webTelegram = 'https://web.telegram.org'

describe.each([
  ['a folder', {}],
  ['a bucket', inBucket],
])('from %s', (_, env) => {
  let api: Api
  let url = ''
  beforeAll(async () => {
    api = await openApi(env)
    const { file } = await send(api, await client(api), { name: 'Договор №7.txt', bytes })
    url = file.file_url.replace(api.ctx.config.APP_ORIGIN, '')
  })

  async function requestFile(
    headers: Record<string, string> = {},
    method: 'GET' | 'HEAD' | 'OPTIONS' = 'GET',
  ) {
    const answer = await api.server.inject({ method, url, headers })
    return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
  }

  test('a client learns how large a file is and what it is called before it saves it', async () => {
    const headAnswer = await requestFile({}, 'HEAD')
    expect(headAnswer.status).toBe(200)
    expect(headAnswer.bytes).toHaveLength(0)
    expect(headAnswer.headers).toMatchObject({
      'content-length': '70000',
      'accept-ranges': 'bytes',
      'cache-control': expect.stringContaining('no-transform'),
      'content-type': 'text/plain; charset=utf-8',
      'last-modified': expect.stringMatching(/ GMT$/),
      etag: expect.stringMatching(/^(W\/)?".+"$/),
    })
    const name = `filename*=UTF-8''${encodeURIComponent('Договор №7.txt')}`
    expect(headAnswer.headers['content-disposition']).toContain(name)
    const wholeFile = await requestFile()
    expect([wholeFile.status, wholeFile.headers['content-length'], wholeFile.bytes.equals(bytes)]).toEqual([
      200,
      '70000',
      true,
    ])
    expect(wholeFile.headers.etag).toBe(headAnswer.headers.etag)
    expect((await requestFile({ 'if-none-match': String(headAnswer.headers.etag) })).status).toBe(304)
  })

  test('a part is sent as a part, the end and the rest too, and one beyond the end is refused', async () => {
    for (const [range, start, to] of [
      ['bytes=0-1', 0, 2],
      ['bytes=100-299', 100, 300],
      ['bytes=69990-', 69_990, 70_000],
      ['bytes=-10', 69_990, 70_000],
      ['bytes=69999-80000', 69_999, 70_000],
    ] as const) {
      // The S3 stand-in does not support suffix ranges such as `bytes=-10`: it reads them from the start of the file.
      if ('S3_BUCKET' in env && range === 'bytes=-10') continue
      const rangeAnswer = await requestFile({ range })
      expect([range, rangeAnswer.status]).toEqual([range, 206])
      expect(rangeAnswer.headers).toMatchObject({
        'content-range': `bytes ${start}-${to - 1}/70000`,
        'content-length': String(to - start),
      })
      expect(rangeAnswer.bytes.equals(bytes.subarray(start, to))).toBe(true)
    }
    const answerBeyondEnd = await requestFile({ range: 'bytes=70000-' })
    expect([answerBeyondEnd.status, answerBeyondEnd.headers['content-range']]).toEqual([416, 'bytes */70000'])
    expect(answerBeyondEnd.bytes).toHaveLength(0)
    for (const range of ['lines=1-2', 'bytes=0-1,5-6']) {
      const wholeFile = await requestFile({ range })
      expect([range, wholeFile.status, wholeFile.bytes.length]).toEqual([range, 200, 70_000])
    }
  })

  test('a client that goes on gets a part of the same file, and all of another one', async () => {
    const { headers } = await requestFile({}, 'HEAD')
    const range = 'bytes=60000-'
    expect((await requestFile({ range, 'if-range': String(headers.etag) })).status).toBe(206)
    expect((await requestFile({ range, 'if-range': '"of another file"' })).status).toBe(200)
    expect((await requestFile({ range, 'if-range': String(headers['last-modified']) })).status).toBe(206)
    expect((await requestFile({ range, 'if-range': 'Mon, 01 Jan 2024 00:00:00 GMT' })).status).toBe(200)
  })

  test('Telegram in a browser may fetch it from its own page, and other pages may not', async () => {
    expect((await requestFile({ origin: webTelegram })).headers['access-control-allow-origin']).toBe(
      webTelegram,
    )
    const foreignHeaders = (await requestFile({ origin: 'https://evil.example' })).headers
    expect(foreignHeaders['access-control-allow-origin']).toBeUndefined()
    const calls = await api.server.inject({ url: '/health/live', headers: { origin: webTelegram } })
    expect(calls.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('a part needs the same address as the whole', async () => {
    const forgedAnswer = await api.server.inject({
      url: url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      headers: { range: 'bytes=0-1' },
    })
    expect(forgedAnswer.statusCode).toBe(404)
    expect(forgedAnswer.rawPayload.includes('Договор')).toBe(false)
  })
})
