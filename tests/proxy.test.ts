import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const readFile = (file: string) => readFileSync(path.join(root, file), 'utf8')
const outagePage = /handle_errors 502 503 504 \{([\s\S]*?)\n\t\}/.exec(readFile('Caddyfile'))?.[1] ?? ''

test('while the API is away the proxy shows a page of our own, in both languages, which tries again by itself', () => {
  const page = /respond <<HTML\n([\s\S]*?)\n\s*HTML 503/.exec(outagePage)?.[1] ?? ''
  expect(page).toContain('<h1 style="font-size: 22px">Отклик сейчас недоступен</h1>')
  expect(page).toContain('<p lang="en">Otklik is unavailable right now.')
  expect(page).toContain('<meta http-equiv="refresh" content="10">')
  // The page that Caddy shows during an outage must not load any file, because no server can answer.
  expect(page).not.toMatch(/src=|href=|url\(/)
})

test('a call is answered as the API refuses', () => {
  const [, answer = ''] = /respond `(\{.*\})` 503/.exec(outagePage) ?? []
  const words = JSON.parse(readFile('contract/texts/ru/errors.json'))
  expect(JSON.parse(answer)).toEqual({
    statusCode: 503,
    code: 'unavailable',
    message: words['errors.unavailable'],
    details: null,
    request_id: '',
  })
})

test('the proxy waits for a slow body, but not for ever, and lets in no more than the API takes', () => {
  const timeouts = /timeouts \{([\s\S]*?)\n\t\t\}/.exec(readFile('Caddyfile'))?.[1] ?? ''
  const seconds = (name: string) => {
    const [, figure, unit] = new RegExp(`\\b${name} (\\d+)([sm])\\n`).exec(`${timeouts}\n`) ?? []
    return Number(figure) * (unit === 'm' ? 60 : 1)
  }
  expect(seconds('read_header')).toBe(10)
  expect(seconds('idle')).toBe(120)
  // A slow connection of 100 kbit/s must have enough time to upload the largest file.
  expect(seconds('read_body')).toBeGreaterThan((20 * 1024 * 1024 * 8) / 100_000)
  expect(seconds('read_body')).toBeLessThanOrEqual(3600)
  expect(readFile('Caddyfile')).toMatch(/request_body \{\n\t\tmax_size 25MB\n/)
})
