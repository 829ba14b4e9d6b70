import { threadCpuUsage } from 'node:process'
import { expect, test } from 'vitest'
import { suspicious } from '#services/moderation/rules.ts'

// What each pattern nearly finds, again and again, without an end.
const hostile = [
  ...['a', '8-', '8 ', '912-345-', 'a@', 'a.', 'a_', ' ', '\n', 'т ', '\u200b', 'e\u0301', '(собака '],
  ...['т е л е г р а ', 'восемь9', 'a точка ', 'a at b dot ', 't . ', 'https://', 'пишите мне в ', 'тг: a_'],
  ...['contact me ', 'не казино ', 'карт дроп ', 'обна '],
]

/** Milliseconds of this thread: a busy machine is slow at random. */
function costOf(text: string): number {
  const before = threadCpuUsage()
  suspicious(text)
  const { user, system } = threadCpuUsage(before)
  return (user + system) / 1000
}

const repeated = (part: string, length: number) => part.repeat(Math.ceil(length / part.length))

test.each(hostile)('60 KB of %j cost at most 2.5 times what 30 KB cost', (part) => {
  const [half, whole] = [repeated(part, 30_000), repeated(part, 60_000)]
  let [least, most] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  // Once is chance; a pattern that is not linear costs too much each time.
  for (let tries = 0; tries < 12 && (tries < 1 || most > 2.5 * least); tries++) {
    least = Math.min(least, costOf(half), costOf(half))
    most = Math.min(most, costOf(whole))
  }
  expect(most / least).toBeLessThanOrEqual(2.5)
  expect(most).toBeLessThan(300)
})

test('the longest text that a field takes costs a few milliseconds', () => {
  for (const part of hostile) {
    const text = repeated(part, 5_000)
    expect(Math.min(costOf(text), costOf(text), costOf(text))).toBeLessThan(30)
  }
})
