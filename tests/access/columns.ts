import { z } from 'zod'
import { aliases } from '#contract/calls/aliases.ts'
import type { Call } from '#contract/calls/call.ts'
import type { Db } from '#db/index.ts'
import type { JsonSchema } from '#services/api/openapi/sample.ts'
import { readRealColumns } from '#tests/support/api/real-columns.ts'
import type { Parts } from './cells.ts'
import type { Fields } from './samples.ts'

/** Values by column name. A hostile client would send them to change columns that it may not set. */
export type Columns = Fields

const temptingValues: Fields = {
  status: 'published',
  role: 'admin',
  state: 'paid',
  verification: 'confirmed',
  rating: 5,
  response_type: 20,
}
const valuesByKind: Fields = {
  number: 7,
  boolean: true,
  decimal: '5',
  time: '2001-02-03T04:05:06Z',
  day: '2001-02-03',
  json: {},
  'number[]': [7],
  'text[]': ['hostile'],
}

export async function readColumns(db: Db): Promise<Columns> {
  const tables = Object.values(await readRealColumns(db))
  return Object.fromEntries(
    tables.flatMap((columns) =>
      Object.entries(columns).map(([name, { kind }]) => [
        name,
        temptingValues[name] ?? valuesByKind[kind] ?? 'hostile',
      ]),
    ),
  )
}

/** Adds the names of all columns that the schema does not declare as fields, in nested objects too. */
function withExtraFields(
  schema: JsonSchema | undefined,
  fields: Fields,
  columns: Columns,
  knownNames: string[],
): Fields {
  const declaredFields = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const innerSchema = schema?.properties?.[name]
      const isNested = typeof value === 'object' && value !== null && !Array.isArray(value) && innerSchema
      return [
        name,
        isNested
          ? withExtraFields(innerSchema, value as Fields, columns, Object.keys(innerSchema.properties ?? {}))
          : value,
      ]
    }),
  )
  const extraColumns = Object.entries(columns).filter(([name]) => !knownNames.includes(name))
  return { ...Object.fromEntries(extraColumns), ...declaredFields }
}

/** Returns the request with the names of all database columns among its fields. */
export function withColumns(call: Call, parts: Parts, columns: Columns): Parts {
  const knownNames = [...Object.keys({ ...call.query?.shape, ...call.body?.shape }), ...Object.keys(aliases)]
  const schema =
    call.body && (z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
  // A form with a file allows few fields, so the names of all columns are in the query string.
  if (call.upload) return { ...parts, query: withExtraFields(undefined, parts.query, columns, knownNames) }
  return { ...parts, body: withExtraFields(schema, parts.body, columns, knownNames) }
}
