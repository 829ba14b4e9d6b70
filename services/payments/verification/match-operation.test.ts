import { expect, test } from 'vitest'
import type { OperationState } from '#services/payments/robokassa/state.ts'
import { foreignReason, hasOwnFields, heldStates, shopFieldsOf } from './match-operation.ts'

const uuid = '0f3b5a52-9a35-4f5e-8f6e-3f8e1f6a2b11'
const payment = {
  kind: 'project',
  listing_id: 77,
  response_id: null,
  uuid,
  signs_uuid: true,
  created_at: '2026-04-24T12:00:00.000Z',
} as const
const shp = { Shp_item: '77', Shp_kind: 'project', Shp_payment: uuid }

test('a link carries item, kind and uuid; older links have no uuid', () => {
  expect(shopFieldsOf(payment)).toEqual(shp)
  expect(
    shopFieldsOf({ ...payment, kind: 'response', listing_id: null, response_id: 5, signs_uuid: false }),
  ).toEqual({
    Shp_item: '5',
    Shp_kind: 'response',
  })
})

test.each<[string, boolean, Record<string, string>]>([
  ['as they are', true, shp],
  ['in the other spelling', true, { SHP_PAYMENT: uuid, shp_kind: 'project', shp_item: '77' }],
  ['of another item', false, { ...shp, Shp_item: '78' }],
  ['of another kind', false, { ...shp, Shp_kind: 'vacancy' }],
  ['without a number', false, { Shp_item: '77', Shp_kind: 'project' }],
  ['with a foreign one', false, { ...shp, Shp_other: '1' }],
  ['under other names', false, { Shp_a: '77', Shp_b: 'project', Shp_c: uuid }],
  ['not at all', false, {}],
])('fields %s: own is %s', (_name, isOwn, told) => {
  expect(hasOwnFields(payment, told)).toBe(isOwn)
})

const answer = (changes: Partial<OperationState>): OperationState => ({
  meaning: 'paid',
  result_code: 0,
  state_code: 100,
  out_sum_kopecks: 1,
  op_key: null,
  state_at: '2026-04-24T12:00:00.000Z',
  shp,
  ...changes,
})
const foreign = { shp: { ...shp, Shp_item: '78' } }

test('only operations with money can be foreign', () => {
  for (const meaning of ['paid', 'held', 'crediting', 'suspended', 'returned'] as const)
    expect(foreignReason(payment, answer({ meaning, ...foreign })), meaning).toBe('fields')
  for (const meaning of ['waiting', 'not_received', 'not_found', 'two_operations', 'unknown'] as const)
    expect(foreignReason(payment, answer({ meaning, ...foreign })), meaning).toBeNull()
  expect([...heldStates]).toEqual(['held', 'crediting', 'suspended'])
})

test('an operation without uuid is foreign if it is over five minutes older than its invoice', () => {
  const before = { ...payment, signs_uuid: false }
  const old = (changes: Partial<OperationState>) =>
    answer({ shp: { Shp_item: '77', Shp_kind: 'project' }, ...changes })
  expect(foreignReason(before, old({}))).toBeNull()
  expect(foreignReason(before, old({ state_at: null }))).toBeNull()
  expect(foreignReason(before, old({ state_at: '2026-04-24T11:55:00.000Z' }))).toBeNull()
  expect(foreignReason(before, old({ state_at: '2026-04-24T11:54:59.999Z' }))).toBe('older')
})

test('an operation with the uuid may look two hours older, because a clock may have jumped', () => {
  expect(foreignReason(payment, answer({ state_at: '2026-04-24T10:00:00.000Z' }))).toBeNull()
  expect(foreignReason(payment, answer({ state_at: '2026-04-24T09:59:59.999Z' }))).toBe('older')
  const jumped = { state_at: '2026-04-24T11:00:00.000Z' }
  expect(foreignReason(payment, answer({ ...jumped, ...foreign }))).toBe('fields')
})
