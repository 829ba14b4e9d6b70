import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ownRoot } from '../tree.ts'
import { all } from './all.ts'
import { changed } from './survivor.ts'

test.each(all)('$name can still be made, and its tests are there', (survivor) => {
  const source = readFileSync(path.join(ownRoot, survivor.file), 'utf8')
  expect(changed(source, survivor)).not.toBe(source)
  expect(survivor.tests.length).toBeGreaterThan(0)
  expect(survivor.tests.filter((test) => !existsSync(path.join(ownRoot, test)))).toEqual([])
})

test('no two have one name', () => {
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
})

test('a text that stands twice, or not at all, is refused', () => {
  const survivor = { name: 'one', hurts: '', file: 'a.ts', before: 'a', after: '$&', tests: [] }
  expect(changed('bab', survivor)).toBe('b$&b')
  expect(() => changed('aba', survivor)).toThrow(/2 times/)
  expect(() => changed('b', survivor)).toThrow(/0 times/)
})
