/** The subset of JSON Schema that zod produces. */
export type JsonSchema = {
  $ref?: string
  $schema?: string
  $defs?: Record<string, JsonSchema>
  type?: string | string[]
  const?: unknown
  default?: unknown
  enum?: unknown[]
  examples?: unknown[]
  format?: string
  pattern?: string
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  minimum?: number
  exclusiveMinimum?: number
  minLength?: number
}

const texts: Record<string, string> = {
  uri: 'https://example.org',
  uuid: '0190a1b2-0000-7000-8000-000000000000',
  'date-time': '2026-12-01T12:00:00Z',
  date: '2026-12-01',
}

/** Returns a small example value for a schema. Deeply nested objects omit their optional fields. */
export function sampleOf(
  schema: JsonSchema,
  components: Record<string, JsonSchema> = {},
  depth = 0,
): unknown {
  if (schema.$ref) return sampleOf(components[schema.$ref.split('/').at(-1) ?? ''] ?? {}, components, depth)
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  if (schema.examples) return schema.examples[0]
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  const [first] = choices
  if (depth > 2 && choices.some((choice) => choice.type === 'null')) return null
  if (first) return sampleOf(first, components, depth)
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, part]) => [
          name,
          sampleOf(part, components, depth + 1),
        ]),
      )
    case 'array':
      return schema.items && depth < 3 ? [sampleOf(schema.items, components, depth + 1)] : []
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1)
    case 'boolean':
      return true
    case 'string':
      return (
        texts[schema.format ?? ''] ??
        sampleOfPattern(schema.pattern) ??
        'text'.padEnd(schema.minLength ?? 4, '.')
      )
    default:
      return null
  }
}

/**
 * Returns an example for a pattern: `1` for ids, which may be sent as digits, and `ru` for two-letter language codes.
 */
function sampleOfPattern(pattern: string | undefined): string | undefined {
  if (pattern === '^[a-z]{2}$') return 'ru'
  return pattern?.includes('\\d') ? '1' : undefined
}
