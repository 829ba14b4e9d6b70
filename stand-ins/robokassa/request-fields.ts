import type { FastifyRequest } from 'fastify'
import type { Fields } from './signatures.ts'

/** Query and form parameters of a request combined; undefined if a name occurs twice. */
export function requestFields(request: FastifyRequest): Fields | undefined {
  const fields: Fields = {}
  for (const source of [request.query, request.body]) {
    for (const [name, value] of Object.entries((source ?? {}) as Record<string, unknown>)) {
      if (typeof value !== 'string' || Object.hasOwn(fields, name)) return undefined
      fields[name] = value
    }
  }
  return fields
}
