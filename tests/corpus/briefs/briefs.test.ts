import { expect, test } from 'vitest'
import { accuracyOf } from './accuracy.ts'
import { briefs, seen, unseen } from './briefs.ts'

test('the briefs are many, in both languages, each once, and halved', () => {
  expect(briefs.length).toBeGreaterThanOrEqual(300)
  expect(briefs.filter(({ text }) => !/[а-я]/i.test(text)).length).toBeGreaterThan(100)
  expect(new Set(briefs.map(({ text }) => text)).size).toBe(briefs.length)
  expect(Math.min(seen.length, unseen.length)).toBeGreaterThan(120)
})

test('of the half that the rules were made with, 97 % of all fields are read right', {
  timeout: 60_000,
}, () => {
  expect(accuracyOf(seen).all).toBeGreaterThanOrEqual(97)
})

test('of the half that was only counted, 90 % of all fields are read right', { timeout: 60_000 }, () => {
  const shares = { seen: accuracyOf(seen), unseen: accuracyOf(unseen) }
  console.log(shares)
  expect(shares.unseen.all).toBeGreaterThanOrEqual(90)
})
