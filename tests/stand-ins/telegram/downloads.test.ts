import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, telegramWithBot } from './rig.ts'

const contents = 'Смета на сайт'
const goodHeaders = {
  'content-disposition': 'attachment; filename="estimate.txt"',
  'content-length': String(Buffer.byteLength(contents)),
  'access-control-allow-origin': 'https://web.telegram.org',
}
let rig: Rig
let server: Server
let headers: Record<string, string> = goodHeaders
let origin = ''
beforeAll(async () => {
  rig = await telegramWithBot()
  server = createServer((request, reply) => {
    reply.writeHead(request.url === '/gone' ? 404 : 200, headers)
    reply.end(request.method === 'HEAD' ? undefined : contents)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await rig.telegram.close()
})

const describeDownload = (url: string, web = '') =>
  rig.get(`/download/about?${new URLSearchParams({ url, file_name: 'estimate.txt', ...(web && { web }) })}`)

test('a client saves a file that says what it is, under the name that the mini-app gave', async () => {
  headers = goodHeaders
  expect(await describeDownload(`${origin}/file`, '1')).toEqual({ size: Buffer.byteLength(contents) })
  const query = new URLSearchParams({ url: `${origin}/file`, file_name: 'Смета.txt' })
  const savedFile = await fetch(`${rig.telegram.origin}/__desk/api/download?${query}`)
  expect(savedFile.headers.get('content-disposition')).toContain(encodeURIComponent('Смета.txt'))
  expect(await savedFile.text()).toBe(contents)
})

test.for([
  ['is not there', '/gone', {}, 'the file answers 404'],
  ['would be shown, not saved', '/file', { 'content-disposition': 'inline' }, 'no Content-Disposition'],
  ['does not tell its size', '/file', { 'content-length': undefined }, 'no Content-Length'],
  [
    'lets no web client read it',
    '/file',
    { 'access-control-allow-origin': '' },
    'no Access-Control-Allow-Origin',
  ],
] as const)('a client offers no file that %s', async ([, path, change, reason]) => {
  headers = Object.fromEntries(
    Object.entries({ ...goodHeaders, ...change }).filter((one): one is [string, string] => Boolean(one[1])),
  )
  expect(await describeDownload(`${origin}${path}`, '1')).toEqual({ error: `Bad Request: ${reason}` })
})

test('a native client reads what no page may read; nobody saves what is elsewhere', async () => {
  headers = { ...goodHeaders, 'access-control-allow-origin': 'https://elsewhere.example' }
  expect(await describeDownload(`${origin}/file`)).toHaveProperty('size')
  expect(await describeDownload('https://example.org/file')).toEqual({ error: 'Bad Request: URL_INVALID' })
})
