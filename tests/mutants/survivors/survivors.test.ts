import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ownRoot } from '../tree.ts'
import { allSurvivors } from './all.ts'
import { applySurvivor } from './survivor.ts'

test.each(allSurvivors)('$name can still be made, and its tests are there', (survivor) => {
  const source = readFileSync(path.join(ownRoot, survivor.file), 'utf8')
  expect(applySurvivor(source, survivor)).not.toBe(source)
  expect(survivor.tests.length).toBeGreaterThan(0)
  expect(survivor.tests.filter((test) => !existsSync(path.join(ownRoot, test)))).toEqual([])
})

test('no two have one name', () => {
  expect(new Set(allSurvivors.map(({ name }) => name)).size).toBe(allSurvivors.length)
})

test('a text that stands twice, or not at all, is refused', () => {
  const survivor = { name: 'one', hurts: '', file: 'a.ts', before: 'a', after: '$&', tests: [] }
  expect(applySurvivor('bab', survivor)).toBe('b$&b')
  expect(() => applySurvivor('aba', survivor)).toThrow(/2 times/)
  expect(() => applySurvivor('b', survivor)).toThrow(/0 times/)
})
