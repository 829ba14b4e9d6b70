import { z } from 'zod'
import type { Call } from '#contract/calls/call.ts'
import { Id, type IdKind, idKinds } from '#contract/calls/ids.ts'
import type { State } from './fixture-listings.ts'
import type { Fixtures } from './fixtures.ts'
import type { Part } from './samples.ts'

/** A field of a call that holds an id, by the contract. */
export type IdField = { part: Part; field: string; kind: IdKind }

/** An absent id above the range of a four-byte integer, so that code which truncates an eight-byte id fails. */
const absentId = 2 ** 31 + 999
const absentKey = 'public-0'

/** The inner schemas of a wrapper, a pipe or a union. */
function innerSchemas(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return [schema.def.innerType]
  if (schema instanceof z.ZodPipe) return [schema.def.in, schema.def.out]
  return schema instanceof z.ZodUnion ? schema.def.options : []
}

/** @throws if a field takes an id without a kind */
function kindOf(schema: z.core.$ZodType): IdKind | undefined {
  const kind = idKinds.get(schema)?.names
  if (kind) return kind
  if (schema === Id) throw new Error('An id names something: take one of contract/calls/ids.ts.')
  return innerSchemas(schema)
    .map(kindOf)
    .find((idField) => idField !== undefined)
}

/** Every field of a call that holds an id of an object with a possible owner. */
export function idFieldsOf(call: Call): IdField[] {
  return (['params', 'query', 'body'] as const).flatMap((part) =>
    Object.entries(call[part]?.shape ?? {}).flatMap(([field, schema]) => {
      const kind = kindOf(schema)
      return kind && kind !== 'reference' ? { part, field, kind } : []
    }),
  )
}

/** Kinds that the database stores in four bytes; larger ids are refused. */
const fourByteKinds: IdKind[] = ['category', 'reference', 'payment']
export function absentIdOf(kind: IdKind) {
  if (kind === 'file_key') return absentKey
  return fourByteKinds.includes(kind) ? 999_999_999 : absentId
}

/**
 * The id of this person's object of a kind; a listing's id is that of the given state.
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
    case 'file_key':
      return 'nothing'
    default:
      return fixtures[kind]
  }
}
