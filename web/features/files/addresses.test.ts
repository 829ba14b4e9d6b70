import { expect, test } from 'vitest'
import { isOver } from './addresses.ts'

const now = Date.parse('2026-11-23T09:00:00Z')
const until = (ms: number) => `https://otklik.test/files/key?expires=${(now + ms) / 1000}&signature=s`

test('an address is asked for again shortly before its end; a lasting one never', () => {
  expect(isOver(until(300_000), now)).toBe(false)
  expect(isOver(until(5_000), now)).toBe(true)
  expect(isOver(until(-60_000), now)).toBe(true)
  expect(isOver('/files/public-key', now)).toBe(false)
})
