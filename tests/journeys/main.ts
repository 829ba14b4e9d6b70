import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'

// Travels the journey of a paid order many times in one world and tells how long each time took. One that needed a
// second try is borne once in ten times; more often it is a failure.
const { values } = parseArgs({ options: { times: { type: 'string', default: '1' } } })
const times = Number(values.times)
if (!Number.isSafeInteger(times) || times < 1) throw new Error(`--times ${values.times}: how often?`)

process.env.JOURNEY_TIMES = String(times)
const vitest = await startVitest('test', ['tests/journeys/paid-order.test.ts'], {
  run: true,
  project: ['browser'],
  reporters: ['verbose', './tests/support/closing-line.ts'],
})
const travelled = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()])
const second = travelled.filter((test) => test.diagnostic()?.flaky).length
const isFlaky = second > 1 && second > times / 10
if (isFlaky) process.stdout.write(`${second} of ${times} journeys needed a second try: that is a failure\n`)
await vitest.close()
process.exit(isFlaky || vitest.state.getCountOfFailedTests() > 0 ? 1 : (process.exitCode ?? 0))
