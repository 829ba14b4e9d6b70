import { z } from 'zod'
import * as listingShapes from '#contract/calls/listing-shapes.ts'
import * as peopleShapes from '#contract/calls/people-shapes.ts'
import * as shapes from '#contract/calls/shapes.ts'
import type { JsonSchema } from './sample.ts'

/** Entities that many calls share stand once, under their own names. */
const entities = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries({ ...shapes, ...peopleShapes, ...listingShapes }))
  if (schema instanceof z.ZodType) entities.add(schema, { id })

/** JSON Schema of one zod schema; shared entities are moved to the document's components. */
export function toSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  components: Record<string, JsonSchema>,
): JsonSchema {
  const {
    $schema: _,
    $defs = {},
    ...rest
  } = z.toJSONSchema(schema, { io, metadata: entities, unrepresentable: 'any' }) as JsonSchema
  const rename = (part: JsonSchema) =>
    JSON.parse(
      JSON.stringify(part)
        .replaceAll('#/$defs/', '#/components/schemas/')
        .replaceAll(/"id":"\w+",?/g, ''),
    ) as JsonSchema
  for (const [id, entity] of Object.entries($defs)) components[id] = rename(entity)
  const { id } = rest as { id?: string }
  if (!id) return rename(rest)
  components[id] = rename(rest)
  return { $ref: `#/components/schemas/${id}` }
}
