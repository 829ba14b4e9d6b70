import { z } from 'zod'
import type { Call } from '#contract/calls/call.ts'
import { Id, type IdKind, idKinds } from '#contract/calls/ids.ts'
import type { State } from './fixture-listings.ts'
import type { Fixtures } from './fixtures.ts'
import type { Part } from './samples.ts'

/** A field of a call that contains an id, according to the API contract. */
export type IdField = { part: Part; field: string; kind: IdKind }

/**
 * An id of no object, above the range of a four-byte integer. Code that truncates an eight-byte id then fails the test.
 */
const absentId = 2 ** 31 + 999
const absentKey = 'public-0'

/** Inner schemas of a zod wrapper, pipe or union. */
function innerSchemas(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return [schema.def.innerType]
  if (schema instanceof z.ZodPipe) return [schema.def.in, schema.def.out]
  return schema instanceof z.ZodUnion ? schema.def.options : []
}

/** @throws if a field with an id has no kind of object */
function kindOf(schema: z.core.$ZodType): IdKind | undefined {
  const kind = idKinds.get(schema)?.kind
  if (kind) return kind
  if (schema === Id) throw new Error('An id names something: take one of contract/calls/ids.ts.')
  return innerSchemas(schema)
    .map(kindOf)
    .find((idField) => idField !== undefined)
}

/**
 * Returns all fields of a call that contain the id of an object that can belong to a person. Ids of categories, skills
 * and other reference data are left out.
 */
export function idFieldsOf(call: Call): IdField[] {
  return (['params', 'query', 'body'] as const).flatMap((part) =>
    Object.entries(call[part]?.shape ?? {}).flatMap(([field, schema]) => {
      const kind = kindOf(schema)
      return kind && kind !== 'reference' ? { part, field, kind } : []
    }),
  )
}

/** Kinds of objects whose ids the database stores in four bytes. Larger ids of these kinds are refused. */
const fourByteKinds: IdKind[] = ['category', 'reference', 'payment', 'channel']
export function absentIdOf(kind: IdKind) {
  if (kind === 'file_key') return absentKey
  return fourByteKinds.includes(kind) ? 999_999_999 : absentId
}

/**
 * Returns the id of a person's object of the given kind. For a listing, it is the listing in the given state.
 * @param kindsOfCall the kinds of all ids of the call
 */
export function idOf(fixtures: Fixtures, kind: IdKind, state: State, kindsOfCall: IdKind[]): number | string {
  switch (kind) {
    case 'order':
    case 'listing':
      return fixtures.order[state]
    case 'vacancy':
      return fixtures.vacancy[state === 'moderation' ? 'published' : state]
    case 'received_response':
      return fixtures.received_response[kindsOfCall.includes('vacancy') ? 'vacancy' : 'order']
    case 'user':
    case 'report_subject':
      return fixtures.person.id
    case 'telegram_user':
      return fixtures.person.account.id
    case 'category':
      return 101
    case 'reference':
      return 1
    case 'offered_service':
      return fixtures.service
    case 'file_key':
      return 'nothing'
    default:
      return fixtures[kind]
  }
}
