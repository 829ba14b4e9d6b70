import { expect, test } from 'vitest'
import { isExpired } from './addresses.ts'

const now = Date.parse('2026-11-23T09:00:00Z')
const until = (ms: number) => `https://otklik.test/files/key?expires=${(now + ms) / 1000}&signature=s`

test('a signed URL expires slightly early; a permanent one never', () => {
  expect(isExpired(until(300_000), now)).toBe(false)
  expect(isExpired(until(5_000), now)).toBe(true)
  expect(isExpired(until(-60_000), now)).toBe(true)
  expect(isExpired('/files/public-key', now)).toBe(false)
})
