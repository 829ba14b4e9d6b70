import { z } from 'zod'
import type { Call } from '#contract/calls/call.ts'
import { type JsonSchema, sampleOf } from '#services/api/openapi/sample.ts'
import { categories } from '#tests/support/orders/sample.ts'

export type Fields = Record<string, unknown>
export type Part = 'params' | 'query' | 'body'

/** Values whose rules JSON Schema cannot say. */
const named: Fields = {
  category_id: categories.own,
  currency_id: 1,
  service_currency_id: 1,
  terms_id: 1,
  deadline: new Date(Date.now() + 5 * 86_400_000).toISOString(),
  subtitle: 'Нужен сайт с меню, картой и формой брони столика.',
  description: 'Ищем верстальщика в команду: два проекта в месяц.',
  link_url: 'https://example.org/work',
  user_resume_url: 'https://example.org/resume',
  languages: [{ code: 'en', level: 'b2' }],
}

/** Only what a client must send, and the fields that `wanted` names. */
function needed(schema: JsonSchema, wanted: readonly string[]): JsonSchema {
  if (!schema.properties) return schema
  const required = schema.required ?? []
  const kept = Object.entries(schema.properties)
    .filter(([name]) => required.includes(name) || wanted.includes(name))
    .map(([name, part]) => [name, named[name] === undefined ? needed(part, []) : { const: named[name] }])
  return { ...schema, properties: Object.fromEntries(kept) }
}

const schemas = new Map<z.ZodType, JsonSchema>()

/** A call's part is asked for by everybody of the seed, and described once. */
function describe(part: z.ZodType): JsonSchema {
  const known = schemas.get(part)
  if (known) return known
  const made = z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  schemas.set(part, made)
  return made
}

/** The field that a call is named after: `edit_project_price` edits `price`. */
function eponym(name: string, schema: JsonSchema): string[] {
  const path = name.replace(/\/:\w+$/, '')
  return Object.keys(schema.properties ?? {})
    .filter((field) => path.endsWith(`_${field}`))
    .sort((a, b) => b.length - a.length)
    .slice(0, 1)
}

/**
 * A small valid value for one part of a call, made from its schema.
 * @throws when none can be made: then the fields at fault need a value in `named`, or the call a row of its own
 */
export function samplePart(name: string, call: Call, part: Part, given: Fields = {}): Fields {
  const schema = call[part]
  if (!schema) return {}
  const json = describe(schema)
  const sample = { ...(sampleOf(needed(json, eponym(name, json))) as Fields), ...given }
  const { error } = schema.safeParse(sample)
  if (!error) return sample
  const fields = error.issues.map(({ path, message }) => `${path.join('.')} (${message})`).join(', ')
  throw new Error(
    `No sample can be made for the ${part} of ${name}: ${fields}. Give the field a value in tests/access/samples.ts.`,
  )
}
