import { beforeAll, expect, test } from 'vitest'
import { once } from '#services/api/idempotency.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { type Api, openApi } from '#tests/support/api.ts'
import { client, type Person } from '#tests/support/people.ts'

let api: Api
let anna: Person
let boris: Person
beforeAll(async () => {
  api = await openApi()
  anna = await client(api)
  boris = await client(api)
})

const call = 'POST /api/projects/create'
const hour = 3_600_000
let runs = 0

/** One use of a key: the answer of the run that counted. */
function use(person: Person, key: string, input: unknown = 'text', run = async () => ({ run: ++runs })) {
  const ctx = { ...api.ctx, viewer: { id: person.id } } as unknown as UserContext
  return once(ctx, call, key, input, run)
}

test('two people with the same key have nothing to do with each other, also when one of them fails', async () => {
  const key = crypto.randomUUID()
  const first = await use(anna, key)
  const failing = use(boris, key, 'text', () => Promise.reject(new Error('no')))
  await expect(failing).rejects.toThrow('no')
  // The failure gave back its own key and no other.
  expect(await use(anna, key)).toEqual(first)
  const other = await use(boris, key, 'another text')
  expect(other).not.toEqual(first)
  expect(await use(boris, key, 'another text')).toEqual(other)
  await expect(use(boris, key, 'text')).rejects.toMatchObject({ code: 'idempotency_conflict' })
})

test('an answer is kept for 24 hours and no longer', async () => {
  const key = crypto.randomUUID()
  const first = await use(anna, key)
  api.ahead(24 * hour - 60_000)
  expect(await use(anna, key)).toEqual(first)
  api.ahead(120_000)
  expect(await use(anna, key, 'another text')).not.toEqual(first)
})

test('a run that died is taken over after five seconds, not before, and never one that has answered', async () => {
  const key = crypto.randomUUID()
  let finish: (value: { run: number }) => void = () => undefined
  const slow = use(anna, key, 'text', () => new Promise((resolve) => (finish = resolve)))
  api.ahead(4000)
  const waiting = use(anna, key)
  const before = runs
  await new Promise((resolve) => setTimeout(resolve, 120))
  expect(runs).toBe(before)
  api.ahead(1500)
  const taken = await waiting
  expect(taken).toEqual({ run: before + 1 })
  finish({ run: 0 })
  await slow
})

test('a key of 200 characters counts, a longer one is named', async () => {
  expect(await use(anna, 'k'.repeat(200))).toEqual({ run: runs })
  await expect(use(anna, 'k'.repeat(201))).rejects.toMatchObject({
    code: 'invalid_input',
    details: { fields: [{ path: 'Idempotency-Key' }] },
  })
})
