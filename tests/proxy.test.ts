import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const away = /handle_errors 502 503 504 \{([\s\S]*?)\n\t\}/.exec(read('Caddyfile'))?.[1] ?? ''

test('while the API is away the proxy shows a page of our own, in both languages, which tries again by itself', () => {
  const page = /respond <<HTML\n([\s\S]*?)\n\s*HTML 503/.exec(away)?.[1] ?? ''
  expect(page).toContain('<h1 style="font-size: 22px">Отклик сейчас недоступен</h1>')
  expect(page).toContain('<p lang="en">Otklik is unavailable right now.')
  expect(page).toContain('<meta http-equiv="refresh" content="10">')
  // Nothing else is there to be loaded.
  expect(page).not.toMatch(/src=|href=|url\(/)
})

test('a call is answered as the API refuses', () => {
  const [, answer = ''] = /respond `(\{.*\})` 503/.exec(away) ?? []
  const words = JSON.parse(read('contract/texts/ru/errors.json'))
  expect(JSON.parse(answer)).toEqual({
    statusCode: 503,
    code: 'unavailable',
    message: words['errors.unavailable'],
    details: null,
    request_id: '',
  })
})
