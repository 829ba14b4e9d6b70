import { expect, test } from 'vitest'
import { z } from 'zod'
import { calls } from '#contract/calls/index.ts'
import { Order } from '#contract/calls/listing-shapes.ts'
import { openapi } from './document.ts'

const document = openapi()
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    ...operation,
  })),
)

test('every call is an operation with its access', () => {
  const names = Object.keys(calls).map((name) => name.replaceAll(/:(\w+)/g, '{$1}'))
  expect(operations.map(({ name }) => name).sort()).toEqual(names.sort())
  const withdrawal = operations.find(({ name }) => name === 'POST /api/responses/{id}/withdraw')
  expect(withdrawal?.['x-access']).toBe('user')
})

test('a call names each of its refusals under its status, with words', () => {
  const responses = document.paths['/api/projects/add_resp']?.post?.responses ?? {}
  expect(Object.keys(responses).map(Number)).toEqual([200, 400, 401, 403, 404, 409, 422, 429])
  expect(responses[403]).toEqual({
    $ref: '#/components/responses/blocked.blocked_pair.verification_required',
  })
  const refusal = document.components.responses['unauthenticated.session_expired']
  expect(refusal).toMatchObject({ description: expect.stringContaining('`session_expired`: ') })
})

test('every reference leads to a component', () => {
  const text = JSON.stringify(document)
  const references = new Set(
    [...text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)].map(([, kind, name]) => [kind, name]),
  )
  expect(references.size).toBeGreaterThan(1000)
  const { components } = document as unknown as { components: Record<string, Record<string, object>> }
  expect([...references].filter(([kind = '', name = '']) => !components[kind]?.[name])).toEqual([])
})

test('every body and every reply in JSON has a sample', () => {
  const described = [
    ...operations.flatMap(({ requestBody = {}, responses }) => [requestBody, responses[200] ?? {}]),
    ...Object.values(document.components.responses).filter(
      ({ content }) => content?.['application/json']?.examples,
    ),
  ]
  const media = described.flatMap(({ content }) => content?.['application/json'] ?? [])
  expect(media.filter(({ examples }) => !examples)).toEqual([])
  expect(media.length).toBeGreaterThan(250)
})

test('shapes have no names outside of the document, and it stays small enough to read into a client', () => {
  expect(z.toJSONSchema(Order)).not.toHaveProperty('$defs')
  expect(JSON.stringify(document).length).toBeLessThan(700_000)
})
