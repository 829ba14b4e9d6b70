import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'

// Travels the journey of a paid order many times in one world and tells how long each time took.
const { values } = parseArgs({ options: { times: { type: 'string', default: '1' } } })
const times = Number(values.times)
if (!Number.isSafeInteger(times) || times < 1) throw new Error(`--times ${values.times}: how often?`)

process.env.JOURNEY_TIMES = String(times)
const vitest = await startVitest('test', ['tests/journeys/paid-order.test.ts'], {
  run: true,
  project: ['browser'],
  reporters: ['verbose', './tests/support/closing-line.ts'],
})
await vitest.close()
process.exit(vitest.state.getCountOfFailedTests() > 0 ? 1 : (process.exitCode ?? 0))
