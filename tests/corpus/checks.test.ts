import { expect, test } from 'vitest'
import { review } from '#services/moderation/rules.ts'
import { disguised, type Half, halfOf, honest } from './texts.ts'

const isHeld = (text: string) => review({ title: '', text, is_known_author: true }).length > 0

function held(texts: string[], half: Half) {
  const looked = texts.filter((text) => halfOf(text) === half)
  const count = looked.filter(isHeld).length
  return { count, of: looked.length, percent: Math.round((1000 * count) / looked.length) / 10 }
}

test('the corpus is large, in both languages, each text once', () => {
  expect(disguised.length).toBeGreaterThanOrEqual(120)
  expect(honest.length).toBeGreaterThanOrEqual(400)
  expect(honest.filter((text) => !/[а-я]/i.test(text)).length).toBeGreaterThan(100)
  expect(new Set([...disguised, ...honest]).size).toBe(disguised.length + honest.length)
  console.log({ disguised: held(disguised, 'unseen'), honest: held(honest, 'unseen') })
})
