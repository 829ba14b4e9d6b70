import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { suspicious } from '#services/moderation/rules.ts'

// What each pattern nearly finds, again and again, without an end.
const hostile = [
  ...['a', '8-', '8 ', '912-345-', 'a@', 'a.', 'a_', ' ', '\n', 'т ', '\u200b', 'e\u0301', '(собака '],
  ...['т е л е г р а ', 'восемь9', 'a точка ', 'a at b dot ', 't . ', 'https://', 'пишите мне в ', 'тг: a_'],
  ...['contact me ', 'не казино ', 'карт дроп ', 'обна '],
]

function costOf(text: string): number {
  const start = performance.now()
  suspicious(text)
  return performance.now() - start
}

const repeated = (part: string, length: number) => part.repeat(Math.ceil(length / part.length))

test.each(hostile)('60 KB of %j cost at most 2.5 times what 30 KB cost', { timeout: 30_000 }, (part) => {
  const [half, whole] = [repeated(part, 30_000), repeated(part, 60_000)]
  let least = Math.min(costOf(half), costOf(half))
  let most = costOf(whole)
  // A busy machine is slow at random; a pattern that is not linear is slow each time.
  for (const until = performance.now() + 20_000; performance.now() < until && most > 2.5 * least; ) {
    least = Math.min(least, costOf(half))
    most = Math.min(most, costOf(whole))
  }
  expect(most / least).toBeLessThanOrEqual(2.5)
})

test('the longest text that a field takes costs a few milliseconds', () => {
  let cost = 0
  for (const part of hostile) cost += costOf(repeated(part, 5_000))
  expect(cost / hostile.length).toBeLessThan(50)
})
