import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * Tests wait for facts and not for times, because a busy machine takes longer and an idle one is kept waiting. Exceptions
 * are the tests whose subject is a time, or that nothing happens.
 */
const mayWait: Record<string, string> = {
  'services/core/servers/redis.test.ts': 'nothing more is asked meanwhile',
  'tests/api/http/connections/slow-bodies.test.ts': 'the sender is slow',
  'tests/api/http/connections/unfinished.test.ts': 'no more connections are closed meanwhile',
  'tests/bot/deal-races.test.ts': 'one side of a race begins later',
  'tests/bot/moderation-race.test.ts': 'one side of a race begins later',
  'tests/bot/response-races.test.ts': 'one side of a race begins later',
  'tests/bot/webhook.test.ts': 'an update that is being handled is not taken over meanwhile',
  'tests/chaos/leaving.test.ts': 'a process that ends goes on answering for a time',
  'tests/journeys/freelancer.test.ts': 'no fact tells that a page will ask for nothing more',
  'tests/stand-ins/telegram/trouble.test.ts': 'messages are sent at a pace',
  'tests/workers/events.test.ts': 'without Redis nothing is claimed meanwhile',
  'tests/workers/sweeps.test.ts': 'a round lasts for a time',
}

const isWaiting = (text: string) =>
  /\bwaitForTimeout\(|\bsetTimeout\(\s*resolve\b|\bsetTimeout\b.*from 'node:timers\/promises'/.test(text)

/** A bound that one delay of a busy machine exceeds. The fastest of some tries (`Math.min`) may have one. */
const shortBound = /(?:now\(\) - \w+|\w(?:_ms|Ms))\)\.toBeLessThan\((\d[\d_]*)\)/g
const leastBoundMs = 2000
const shortBoundsIn = (text: string) =>
  Array.from(text.matchAll(shortBound), ([, bound = '']) => Number(bound.replaceAll('_', ''))).filter(
    (ms) => ms < leastBoundMs,
  )

const readAll = (pattern: string) =>
  globSync(pattern, { exclude: ['**/node_modules/**', '**/dist/**', 'tests/house/waits.test.ts'] }).map(
    (file) => ({
      file,
      text: readFileSync(file, 'utf8'),
    }),
  )
const tests = readAll('{contract,db,services,stand-ins,tests,web,workers}/**/*.test.{ts,tsx}')
const filesThat = (isFound: (text: string) => boolean) =>
  tests.flatMap(({ file, text }) => (isFound(text) ? [file] : []))

test('tests wait for facts; those that wait for a time are named with the reason', () => {
  expect(tests.length).toBeGreaterThan(400)
  expect(filesThat(isWaiting).sort()).toEqual(Object.keys(mayWait).sort())
  const samples = [
    'await new Promise((resolve) => setTimeout(resolve, 700))',
    'await phone.page.waitForTimeout(500)',
    "import { setTimeout as wait } from 'node:timers/promises'",
    "import { setTimeout } from 'node:timers/promises'",
  ]
  expect(samples.map(isWaiting)).toEqual(samples.map(() => true))
  expect(isWaiting("await context.addInitScript('setTimeout(() => {}, 50)')")).toBe(false)
})

test('no single time of the machine has a bound below two seconds', () => {
  expect(filesThat((text) => shortBoundsIn(text).length > 0)).toEqual([])
  expect(shortBoundsIn('expect(Date.now() - start).toBeLessThan(1_500)')).toEqual([1500])
  expect(shortBoundsIn('expect(urgent_p99_ms).toBeLessThan(1500)')).toEqual([1500])
  expect(shortBoundsIn('expect(performance.now() - startedAt).toBeLessThan(2000)')).toEqual([])
})

test('ports of tests are free ones, and nothing is drawn without a seed', () => {
  const fixedPort = /'--port', '\d|\.listen\(\s*[1-9]/
  expect(filesThat((text) => fixedPort.test(text))).toEqual([])
  const drawing = readAll('tests/**/*.{ts,tsx}').filter(({ text }) => /\bMath\.random\(\)/.test(text))
  expect(drawing.map(({ file }) => file)).toEqual([])
  expect(
    ["spawn('start.mjs', ['--port', '4700'])", 'server.listen(4700)'].every((line) => fixedPort.test(line)),
  ).toBe(true)
})
