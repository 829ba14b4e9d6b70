import { expect, test } from 'vitest'
import { accuracyOf } from './accuracy.ts'
import { briefs, developmentBriefs, unseenBriefs } from './briefs.ts'

test('the briefs are many, in both languages, each once, and halved', () => {
  expect(briefs.length).toBeGreaterThanOrEqual(300)
  expect(briefs.filter(({ text }) => !/[а-я]/i.test(text)).length).toBeGreaterThan(100)
  expect(new Set(briefs.map(({ text }) => text)).size).toBe(briefs.length)
  expect(Math.min(developmentBriefs.length, unseenBriefs.length)).toBeGreaterThan(120)
})

test('of the half that the rules were made with, 97 % of all fields are read right', {
  timeout: 60_000,
}, () => {
  expect(accuracyOf(developmentBriefs).all).toBeGreaterThanOrEqual(97)
})

test('of the half that was only counted, 90 % of all fields are read right', { timeout: 60_000 }, () => {
  const shares = { seen: accuracyOf(developmentBriefs), unseen: accuracyOf(unseenBriefs) }
  console.log(shares)
  expect(shares.unseen.all).toBeGreaterThanOrEqual(90)
})
