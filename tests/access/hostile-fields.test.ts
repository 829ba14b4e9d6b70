import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { aliases } from '#contract/calls/aliases.ts'
import type { Call } from '#contract/calls/call.ts'
import { calls } from '#contract/calls/index.ts'
import type { Db } from '#db/index.ts'
import type { JsonSchema } from '#services/api/openapi/sample.ts'
import { readRealColumns } from '#tests/support/api/real-columns.ts'
import { everyNth } from '#tests/support/run/share.ts'
import { privateTextsOf } from './canaries.ts'
import { type Cell, type Parts, partsOf, requestOf } from './cells.ts'
import {
  effectsOf,
  findForeignRows,
  nameOf,
  readSeedState,
  type SeedState,
  withoutVolatileValues,
} from './effects.ts'
import { idFieldsOf } from './id-fields.ts'
import type { Member } from './people.ts'
import type { Fields } from './samples.ts'
import { type AccessSetup, setUpAccess } from './setup.ts'

/** Values by column name. A hostile client would send them to change columns that it may not set. */
type Columns = Fields

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

async function readColumns(db: Db): Promise<Columns> {
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
function withColumns(call: Call, parts: Parts, columns: Columns): Parts {
  const knownNames = [...Object.keys({ ...call.query?.shape, ...call.body?.shape }), ...Object.keys(aliases)]
  const schema =
    call.body && (z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
  // A form with a file allows few fields, so the names of all columns are in the query string.
  if (call.upload) return { ...parts, query: withExtraFields(undefined, parts.query, columns, knownNames) }
  return { ...parts, body: withExtraFields(schema, parts.body, columns, knownNames) }
}

let setup: AccessSetup
let seedState: SeedState
let columns: Columns
/**
 * Number of accepted requests without extra fields, and number of those that changed data. If both numbers are low,
 * this test checks too little.
 */
const plainRequests = { accepted: 0, written: 0 }
const table = Object.entries(calls) as [string, Call][]
const openAccess = ['anyone', 'provider', 'ticket']
/**
 * Calls that refuse extra fields instead of ignoring them: the profile refuses unknown fields, and lists refuse
 * invalid filter values.
 */
const strictCalls = [
  'PATCH /api/users/profile',
  'POST /api/projects',
  'POST /api/vacancy',
  'POST /api/users/get_all_users',
]
const closedCalls = everyNth(
  3,
  table.filter(([, { access }]) => typeof access !== 'string' || !openAccess.includes(access)),
)

beforeAll(async () => {
  setup = await setUpAccess()
  seedState = await readSeedState(setup)
  columns = await readColumns(setup.api.ctx.db)
})

const accessCaseOf = (name: string, call: Call, principal: Member): Cell => ({
  name,
  call,
  principal,
  ownership: 'own',
})

/**
 * Replaces each id of the client in a request by the owner's id. A last request contains the owner's id under many
 * field names at once.
 */
function* forgedRequests(cell: Cell) {
  const parts = partsOf(setup, cell)
  const { person } = setup.seed.fixtures.owner
  const people = idFieldsOf(cell.call).filter(({ kind }) => kind === 'user' || kind === 'telegram_user')
  for (const { part, field, kind } of people)
    yield {
      field: `${part}.${field}`,
      parts: {
        ...parts,
        [part]: { ...parts[part], [field]: kind === 'user' ? person.id : person.account.id },
      },
    }
  const names = ['user_id', 'client_id', 'author_id', 'sender_id', 'owner_id', 'viewer_id', 'userId', 'sub']
  const knownFields = { ...cell.call.query?.shape, ...cell.call.body?.shape }
  const extraIds = Object.fromEntries(
    names.filter((name) => !(name in knownFields)).map((name) => [name, person.id]),
  )
  yield {
    field: 'all',
    parts: { ...parts, query: { ...parts.query, ...extraIds }, body: { ...parts.body, ...extraIds } },
  }
}

describe('a foreign id in place of the own touches nothing foreign and tells nothing private', () => {
  test.each(closedCalls)('%s', async (name, call) => {
    const cell = accessCaseOf(name, call, 'stranger')
    const { person } = setup.seed.fixtures.stranger
    const plainEffects = await effectsOf(setup, seedState, requestOf(setup, cell))
    const usualForeignRows = new Set(findForeignRows(plainEffects, person.id).map(nameOf))
    const problems: string[] = []
    for (const { field, parts } of forgedRequests(cell)) {
      const effects = await effectsOf(setup, seedState, requestOf(setup, cell, parts))
      const touchedRows = findForeignRows(effects, person.id).filter(
        (row) => !usualForeignRows.has(nameOf(row)),
      )
      const leakedTexts = privateTextsOf(setup.seed.fixtures.owner.person).filter((word) =>
        effects.text.includes(word),
      )
      problems.push(...touchedRows.map((row) => `${field} (${effects.outcome}) touches ${nameOf(row)}`))
      problems.push(...leakedTexts.map((word) => `${field} tells ${word}`))
    }
    expect(problems).toEqual([])
  })
})

describe('names of columns among the fields write nothing', () => {
  test.each(closedCalls)('%s', async (name, call) => {
    const cell = accessCaseOf(
      name,
      call,
      call.access === 'admin' || call.access === 'moderator' ? 'admin' : 'owner',
    )
    const parts = partsOf(setup, cell)
    const plainEffects = await effectsOf(setup, seedState, requestOf(setup, cell, parts))
    if (plainEffects.outcome === 'accepted') plainRequests.accepted++
    if (plainEffects.addedRows.length > 0) plainRequests.written++
    const partsWithColumns = withColumns(call, parts, columns)
    const extendedEffects = await effectsOf(setup, seedState, requestOf(setup, cell, partsWithColumns))
    if (strictCalls.includes(name)) {
      const effects = [
        extendedEffects.outcome,
        withoutVolatileValues(extendedEffects.addedRows),
        withoutVolatileValues(extendedEffects.removedRows),
      ]
      return expect(effects).toEqual(['invalid_input', [], []])
    }
    expect(extendedEffects.outcome).toBe(plainEffects.outcome)
    expect(withoutVolatileValues(extendedEffects.addedRows)).toEqual(
      withoutVolatileValues(plainEffects.addedRows),
    )
    expect(withoutVolatileValues(extendedEffects.removedRows)).toEqual(
      withoutVolatileValues(plainEffects.removedRows),
    )
  })
})

test('what was disguised and laden was mostly accepted and mostly writes', () => {
  expect(plainRequests.accepted).toBeGreaterThan(closedCalls.length * 0.75)
  // GET calls only read, so they write nothing.
  const writingCalls = closedCalls.filter(([name]) => !name.startsWith('GET '))
  expect(plainRequests.written).toBeGreaterThan(writingCalls.length * 0.5)
})
