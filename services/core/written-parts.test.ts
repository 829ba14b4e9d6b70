import { expect, test } from 'vitest'
import { createParts } from './written-parts.ts'

const bytes = 1024 * 1024

const partOf = (text: string) => ({ json: Buffer.from(text), again: text.length, common: Buffer.alloc(0) })

/** What a process makes between two parts, and forgets. */
const passing = () => Buffer.from('x'.repeat(3000))

test('what is kept holds no more memory than it is allowed, whatever passed beside it', () => {
  const parts = createParts(bytes)
  const names = Array.from({ length: 20_000 }, (_, n) => `ru 2026-11-24 ${n}`)
  for (const name of names) {
    parts.keep(name, '1', partOf(`{"id":${name}}`.padEnd(700)))
    passing()
  }
  const kept = names.flatMap((name) => parts.find(name, '1') ?? [])
  expect(kept.length).toBeGreaterThan(500)
  const held = [...new Set(kept.map(({ json }) => json.buffer))].reduce((sum, one) => sum + one.byteLength, 0)
  expect(held).toBeLessThanOrEqual(bytes)
})

test('what is asked for in its older half stays, in the version that was asked for, and the rest goes', () => {
  const parts = createParts(bytes)
  const large = partOf('x'.repeat(bytes / 4))
  parts.keep('asked', '1', partOf('asked'))
  parts.keep('forgotten', '1', partOf('forgotten'))
  for (const name of ['a', 'b', 'c', 'd']) {
    expect(parts.find('asked', '1')?.json.toString()).toBe('asked')
    parts.keep(name, '1', large)
  }
  expect(parts.find('asked', '1')?.json.toString()).toBe('asked')
  expect(parts.find('asked', '2')).toBeUndefined()
  for (const name of ['e', 'f', 'g', 'h']) parts.keep(name, '1', large)
  expect(parts.find('forgotten', '1')).toBeUndefined()
})
