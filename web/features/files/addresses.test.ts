import { expect, test } from 'vitest'
import { isExpired } from './addresses.ts'

const now = Date.parse('2026-11-23T09:00:00Z')
const signedUrl = (ms: number) => `https://otklik.test/files/key?expires=${(now + ms) / 1000}&signature=s`

test('a signed URL expires slightly early; a permanent one never', () => {
  expect(isExpired(signedUrl(300_000), now)).toBe(false)
  expect(isExpired(signedUrl(5_000), now)).toBe(true)
  expect(isExpired(signedUrl(-60_000), now)).toBe(true)
  expect(isExpired('/files/public-key', now)).toBe(false)
})
