import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/calls/call.ts'
import { calls } from '#contract/calls/index.ts'
import { oneIn } from '#tests/support/run/share.ts'
import { privateOf } from './canaries.ts'
import { type Cell, partsOf, requestOf } from './cells.ts'
import { type Columns, readColumns, withColumns } from './columns.ts'
import { effectsOf, foreignIn, lasting, nameOf, readStart, type Start } from './effects.ts'
import { idFieldsOf } from './id-fields.ts'
import type { Member } from './people.ts'
import { type AccessSetup, setUpAccess } from './setup.ts'

let setup: AccessSetup
let start: Start
let columns: Columns
/**
 * Counts accepted requests without extra fields, and those that wrote something: if both are low, nothing is tested.
 */
const honestly = { accepted: 0, written: 0 }
const table = Object.entries(calls) as [string, Call][]
const open = ['anyone', 'provider', 'ticket']
/**
 * Calls that refuse extra fields instead of ignoring them: the profile refuses unknown fields, and lists refuse
 * invalid filter values.
 */
const strict = [
  'PATCH /api/users/profile',
  'POST /api/projects',
  'POST /api/vacancy',
  'POST /api/users/get_all_users',
]
const closed = oneIn(
  3,
  table.filter(([, { access }]) => typeof access !== 'string' || !open.includes(access)),
)

beforeAll(async () => {
  setup = await setUpAccess()
  start = await readStart(setup)
  columns = await readColumns(setup.api.ctx.db)
})

const cellOf = (name: string, call: Call, who: Member): Cell => ({ name, call, who, whose: 'own' })

/** Puts the owner's id in each place of the client's own id, then adds it under all names at once. */
function* disguises(cell: Cell) {
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
  const known = { ...cell.call.query?.shape, ...cell.call.body?.shape }
  const extra = Object.fromEntries(names.filter((name) => !(name in known)).map((name) => [name, person.id]))
  yield {
    field: 'all',
    parts: { ...parts, query: { ...parts.query, ...extra }, body: { ...parts.body, ...extra } },
  }
}

describe('a foreign id in place of the own touches nothing foreign and tells nothing private', () => {
  test.each(closed)('%s', async (name, call) => {
    const cell = cellOf(name, call, 'stranger')
    const { person } = setup.seed.fixtures.stranger
    const honest = await effectsOf(setup, start, requestOf(setup, cell))
    const usual = new Set(foreignIn(honest, person.id).map(nameOf))
    const wrong: string[] = []
    for (const { field, parts } of disguises(cell)) {
      const effects = await effectsOf(setup, start, requestOf(setup, cell, parts))
      const touched = foreignIn(effects, person.id).filter((row) => !usual.has(nameOf(row)))
      const told = privateOf(setup.seed.fixtures.owner.person).filter((word) => effects.text.includes(word))
      wrong.push(...touched.map((row) => `${field} (${effects.outcome}) touches ${nameOf(row)}`))
      wrong.push(...told.map((word) => `${field} tells ${word}`))
    }
    expect(wrong).toEqual([])
  })
})

describe('names of columns among the fields write nothing', () => {
  test.each(closed)('%s', async (name, call) => {
    const cell = cellOf(
      name,
      call,
      call.access === 'admin' || call.access === 'moderator' ? 'admin' : 'owner',
    )
    const parts = partsOf(setup, cell)
    const honest = await effectsOf(setup, start, requestOf(setup, cell, parts))
    if (honest.outcome === 'accepted') honestly.accepted++
    if (honest.came.length > 0) honestly.written++
    const laden = withColumns(call, parts, columns)
    const hostile = await effectsOf(setup, start, requestOf(setup, cell, laden))
    if (strict.includes(name)) {
      const effects = [hostile.outcome, lasting(hostile.came), lasting(hostile.went)]
      return expect(effects).toEqual(['invalid_input', [], []])
    }
    expect(hostile.outcome).toBe(honest.outcome)
    expect(lasting(hostile.came)).toEqual(lasting(honest.came))
    expect(lasting(hostile.went)).toEqual(lasting(honest.went))
  })
})

test('what was disguised and laden was mostly accepted and mostly writes', () => {
  expect(honestly.accepted).toBeGreaterThan(closed.length * 0.75)
  // GET calls only read, so they write nothing.
  const changing = closed.filter(([name]) => !name.startsWith('GET '))
  expect(honestly.written).toBeGreaterThan(changing.length * 0.55)
})
