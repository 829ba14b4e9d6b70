import fc from 'fast-check'
import { z } from 'zod'
import type { JsonSchema } from '#services/api/openapi/sample.ts'
import { hostileCursor, hostileString } from './values.ts'

/** Placeholder for the sender's id, which is known only when the request is sent. */
export const ownId = -424_242

const ownIdFields = /^(user_id|client_id|author_id|sender_id|user1_id|user_id_1|userId)$/

/** Ids of which some exist in the test market and others do not. */
const id = fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 4 }) }, fc.integer({ min: 1, max: 30 }))
const words = fc.constantFrom(
  'Сайт кофейни у моря',
  'a simple text of some words',
  'https://example.org/works',
  '2 500,50',
  '2027-01-31',
  'en',
  'figma',
  'vk.com/somebody',
)

function typeArbitrary(type: string | undefined, schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object':
      return objectArbitrary(schema)
    case 'array':
      return fc.array(schema.items ? schemaArbitrary(schema.items, name) : words, { maxLength: 3 })
    case 'integer':
    case 'number':
      return ownIdFields.test(name) ? fc.constantFrom(ownId, ownId, ownId, 1, 2) : id
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      if (name === 'cursor') return fc.oneof(hostileCursor, hostileString)
      if (schema.format === 'date') return fc.constantFrom('2026-01-01', '9999-12-31', '0001-01-01')
      return schema.pattern?.includes('\\d') ? id.map(String) : fc.oneof(words, words, hostileString)
    default:
      return fc.oneof(words, id, fc.boolean())
  }
}

function objectArbitrary({
  properties = {},
  required = [],
}: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [name, schemaArbitrary(part, name)]),
  )
  return fc.record(fields, { requiredKeys: required })
}

/** Generates values that match a schema or nearly match it, as a well-meaning client would send them. */
function schemaArbitrary(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.allOf
  if (choices?.length) return fc.oneof(...choices.map((choice) => schemaArbitrary(choice, name)))
  return typeArbitrary(Array.isArray(schema.type) ? schema.type[0] : schema.type, schema, name)
}

/** Generates the fields of one part of a call: path, query or body. */
export function fieldsOf(part: z.ZodObject | undefined): fc.Arbitrary<Record<string, unknown>> {
  if (!part) return fc.constant({})
  return objectArbitrary(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
}
