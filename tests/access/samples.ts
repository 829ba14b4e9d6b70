import { z } from 'zod'
import type { Call } from '#contract/calls/call.ts'
import { type JsonSchema, sampleOf } from '#services/api/openapi/sample.ts'
import { categories } from '#tests/support/orders/sample.ts'

export type Fields = Record<string, unknown>
export type Part = 'params' | 'query' | 'body'

/** Values for fields whose rules JSON Schema cannot express. */
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

/** Reduces a schema to its required fields and those in `wanted`. */
function needed(schema: JsonSchema, wanted: readonly string[]): JsonSchema {
  if (!schema.properties) return schema
  const required = schema.required ?? []
  const kept = Object.entries(schema.properties)
    .filter(([name]) => required.includes(name) || wanted.includes(name))
    .map(([name, part]) => [name, named[name] === undefined ? needed(part, []) : { const: named[name] }])
  return { ...schema, properties: Object.fromEntries(kept) }
}

const schemas = new Map<z.ZodType, JsonSchema>()

/** Caches the JSON Schema of each part: every person of the seed needs it. */
function describe(part: z.ZodType): JsonSchema {
  const known = schemas.get(part)
  if (known) return known
  const made = z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  schemas.set(part, made)
  return made
}

/** The field in a call's name: `edit_project_price` edits `price`. */
function eponym(name: string, schema: JsonSchema): string[] {
  const path = name.replace(/\/:\w+$/, '')
  return Object.keys(schema.properties ?? {})
    .filter((field) => path.endsWith(`_${field}`))
    .sort((a, b) => b.length - a.length)
    .slice(0, 1)
}

/**
 * Makes a small valid value for one part of a call from its schema.
 * @throws if none is valid: add the failing fields to `named`, or give the call a row of its own
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
