import { expect, test } from 'vitest'
import { rejectionReasons } from '#contract/rejection.ts'
import { pressData, readPress, verbs, verbsWithPage, verbsWithReason } from './callback-data.ts'

test('every button fits 64 bytes and is read back', () => {
  const task_id = Number.MAX_SAFE_INTEGER
  for (const verb of verbs.filter((one) => one !== 'approve' && !verbsWithPage.includes(one)))
    for (const reason of verbsWithReason.includes(verb) ? rejectionReasons : [undefined]) {
      const data = pressData({ verb, task_id, reason })
      expect(Buffer.byteLength(data)).toBeLessThan(64)
      expect(readPress(data)).toEqual({ verb, task_id, reason })
    }
})

test('an approval carries the hash of the content and fits 64 bytes', () => {
  const press = { verb: 'approve' as const, task_id: Number.MAX_SAFE_INTEGER, seen: 'a'.repeat(32) }
  expect(Buffer.byteLength(pressData(press))).toBeLessThanOrEqual(64)
  expect(readPress(pressData(press))).toEqual(press)
  expect(readPress('v1:approve:1')).toEqual({ verb: 'approve', task_id: 1, seen: '' })
})

test('a paged button carries its page', () => {
  for (const verb of verbsWithPage) {
    const press = { verb, task_id: Number.MAX_SAFE_INTEGER, page: 12 }
    expect(Buffer.byteLength(pressData(press))).toBeLessThan(64)
    expect(readPress(pressData(press))).toEqual(press)
    for (const page of ['', ':0', ':x', ':1000']) expect(readPress(`v1:${verb}:1${page}`)).toBeUndefined()
  }
})

test.each([
  '',
  'v1:approve',
  'v1:approve:0',
  'v1:reason:1',
  'v1:reason:1:nonsense',
  'v1:drop:1',
  'v2:approve:1',
  'v1:approve:99999999999999999',
  'v1:approve:9007199254740993',
])('%j is no callback data of a card', (data) => expect(readPress(data)).toBeUndefined())
