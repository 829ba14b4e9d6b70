import { z } from 'zod'
import type { Call } from '#contract/calls/call.ts'
import { Id, type IdKind, idKinds } from '#contract/calls/ids.ts'
import type { State } from './fixture-listings.ts'
import type { Fixtures } from './fixtures.ts'
import type { Part } from './samples.ts'

/** A field of a call that names something, by what the contract says of it. */
export type IdField = { part: Part; field: string; kind: IdKind }

/** More than four bytes hold: what is kept in eight is nowhere read as less. */
const absent = 2 ** 31 + 999
const absentKey = 'public-0'

/** The schemas out of which one that accepts a single value is made. */
function partsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return [schema.def.innerType]
  if (schema instanceof z.ZodPipe) return [schema.def.in, schema.def.out]
  return schema instanceof z.ZodUnion ? schema.def.options : []
}

/** @throws when a field takes an id and does not say of what */
function kindOf(schema: z.core.$ZodType): IdKind | undefined {
  const kind = idKinds.get(schema)?.names
  if (kind) return kind
  if (schema === Id) throw new Error('An id names something: take one of contract/calls/ids.ts.')
  return partsOf(schema)
    .map(kindOf)
    .find((found) => found !== undefined)
}

/** Every field of a call that names something which may be somebody's. */
export function idFieldsOf(call: Call): IdField[] {
  return (['params', 'query', 'body'] as const).flatMap((part) =>
    Object.entries(call[part]?.shape ?? {}).flatMap(([field, schema]) => {
      const kind = kindOf(schema)
      return kind && kind !== 'reference' ? { part, field, kind } : []
    }),
  )
}

/** What the database keeps in four bytes is refused beyond them. */
const small: IdKind[] = ['category', 'reference', 'payment']
export function absentOf(kind: IdKind) {
  if (kind === 'file_key') return absentKey
  return small.includes(kind) ? 999_999_999 : absent
}

/**
 * Somebody's thing of a kind; listings are found in the wanted state.
 * @param beside the kinds of all ids of the call
 */
export function idOf(fixtures: Fixtures, kind: IdKind, state: State, beside: IdKind[]): number | string {
  switch (kind) {
    case 'order':
    case 'listing':
      return fixtures.order[state]
    case 'vacancy':
      return fixtures.vacancy[state === 'moderation' ? 'published' : state]
    case 'received_response':
      return fixtures.received_response[beside.includes('vacancy') ? 'vacancy' : 'order']
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
