import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'
import { profiles } from '#stand-ins/telegram/profiles.ts'

// Runs the journey of a paid order many times, each on a new copy of the product, and prints each duration. The run
// fails if more than one journey, and more than a tenth of all journeys, need a retry. `--client all`, or the id of a
// simulated client, runs the journeys of paid orders, files and whole deals in these clients instead.
const { values } = parseArgs({
  options: { times: { type: 'string', default: '1' }, client: { type: 'string' } },
})
const times = Number(values.times)
if (!Number.isSafeInteger(times) || times < 1) throw new Error(`--times ${values.times}: how often?`)
const ids = profiles.map(({ id }) => id)
if (values.client && values.client !== 'all' && !ids.includes(values.client))
  throw new Error(`--client ${values.client}: one of ${ids.join(', ')}, or all`)

process.env.JOURNEY_TIMES = String(times)
const paidJourney = ['paid-order']
const failedJourneys: string[] = []
if (values.client === undefined) await runJourneys(paidJourney)
else for (const id of values.client === 'all' ? ids : [values.client]) await runInClient(id)
if (failedJourneys.length > 0) process.stdout.write(`failed: ${failedJourneys.join(', ')}\n`)
process.exit(failedJourneys.length > 0 ? 1 : (process.exitCode ?? 0))

async function runInClient(client: string): Promise<void> {
  process.stdout.write(`\nThe client "${client}"\n`)
  process.env.CLIENT = client
  await runJourneys([...paidJourney, 'chat-files', 'deal-in-bot'], client)
}

async function runJourneys(journeys: string[], name = 'the journey'): Promise<void> {
  const files = journeys.map((journey) => `tests/journeys/${journey}.test.ts`)
  const reporters = ['verbose', './tests/support/reporting/summary-line.ts']
  const vitest = await startVitest('test', files, { run: true, project: ['browser'], reporters })
  const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()])
  const retriedCount = tests.filter((test) => test.diagnostic()?.flaky).length
  const isFlaky = retriedCount > 1 && retriedCount > times / 10
  if (isFlaky)
    process.stdout.write(`${retriedCount} of ${times} journeys needed a second try: that is a failure\n`)
  if (isFlaky || vitest.state.getCountOfFailedTests() > 0) failedJourneys.push(name)
  await vitest.close()
}
