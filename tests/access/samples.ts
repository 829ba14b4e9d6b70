import { z } from 'zod'
import type { Call } from '#contract/calls/call.ts'
import { type JsonSchema, sampleOf } from '#services/api/openapi/sample.ts'
import { categories } from '#tests/support/orders/sample.ts'

export type Fields = Record<string, unknown>
export type Part = 'params' | 'query' | 'body'

/** Values for request fields whose rules JSON Schema cannot express. */
const namedValues: Fields = {
  category_id: categories.own,
  category_ids: [categories.own],
  currency_id: 1,
  service_currency_id: 1,
  terms_id: 1,
  deadline: new Date(Date.now() + 5 * 86_400_000).toISOString(),
  until: new Date(Date.now() + 5 * 86_400_000).toISOString(),
  per_hour: 10,
  subtitle: 'Нужен сайт с меню, картой и формой брони столика.',
  description: 'Ищем верстальщика в команду: два проекта в месяц.',
  link_url: 'https://example.org/work',
  user_resume_url: 'https://example.org/resume',
  languages: [{ code: 'en', level: 'b2' }],
}

/** Reduces a JSON schema to its required fields and the fields in `extraFields`. */
function reduceSchema(schema: JsonSchema, extraFields: readonly string[]): JsonSchema {
  if (!schema.properties) return schema
  const requiredFields = schema.required ?? []
  const properties = Object.entries(schema.properties)
    .filter(([name]) => requiredFields.includes(name) || extraFields.includes(name))
    .map(([name, part]) => [
      name,
      namedValues[name] === undefined ? reduceSchema(part, []) : { const: namedValues[name] },
    ])
  return { ...schema, properties: Object.fromEntries(properties) }
}

const schemas = new Map<z.ZodType, JsonSchema>()

/** Caches the JSON Schema of each part of a call, because it is used for every person. */
function describeSchema(part: z.ZodType): JsonSchema {
  const cached = schemas.get(part)
  if (cached) return cached
  const json = z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  schemas.set(part, json)
  return json
}

/** Finds the field that a call is named after: `edit_project_price` edits `price`. */
function fieldInName(name: string, schema: JsonSchema): string[] {
  const path = name.replace(/\/:\w+$/, '')
  return Object.keys(schema.properties ?? {})
    .filter((field) => path.endsWith(`_${field}`))
    .sort((a, b) => b.length - a.length)
    .slice(0, 1)
}

/**
 * Makes a small valid value for one part of a call from its schema.
 * @throws if no generated value is valid: add the failing fields to `namedValues`, or add a row for the call to rows.ts
 */
export function samplePart(name: string, call: Call, part: Part, values: Fields = {}): Fields {
  const schema = call[part]
  if (!schema) return {}
  const json = describeSchema(schema)
  const sample = { ...(sampleOf(reduceSchema(json, fieldInName(name, json))) as Fields), ...values }
  const { error } = schema.safeParse(sample)
  if (!error) return sample
  const fields = error.issues.map(({ path, message }) => `${path.join('.')} (${message})`).join(', ')
  throw new Error(
    `No sample can be made for the ${part} of ${name}: ${fields}. Give the field a value in tests/access/samples.ts.`,
  )
}
