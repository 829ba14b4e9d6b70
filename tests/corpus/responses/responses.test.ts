import { expect, test } from 'vitest'
import { accuracyOf } from './accuracy.ts'
import { isUnseen, responses } from './responses.ts'

test('the responses are many, in both languages, each once, and halved', () => {
  expect(responses.length).toBeGreaterThanOrEqual(400)
  expect(responses.filter(({ text }) => !/[а-я]/i.test(text)).length).toBeGreaterThan(100)
  expect(new Set(responses.map(({ text }) => text)).size).toBe(responses.length)
  expect(responses.filter(isUnseen).length).toBeGreaterThan(responses.length * 0.4)
})

test('of the half that nobody looked at, what is flagged is copied or empty, and nearly all of that is flagged', {
  timeout: 60_000,
}, () => {
  const { misjudged: _, ...figures } = accuracyOf(isUnseen)
  console.log(figures)
  expect(figures.precision).toBeGreaterThanOrEqual(0.95)
  expect(figures.recall).toBeGreaterThanOrEqual(0.9)
})

test('of the half that the rules were made with, all are judged right', { timeout: 60_000 }, () => {
  expect(accuracyOf((response) => !isUnseen(response)).misjudged).toEqual([])
})
