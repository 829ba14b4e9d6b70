import { parseArgs } from 'node:util'
import { measureFanOut } from './measure.ts'
import { setUpFanOut } from './setup.ts'

const { values } = parseArgs({
  options: {
    subscribers: { type: 'string', default: '100000' },
    /** Factor by which Telegram's rate limits are raised, in the stand-in and in the product. */
    scale: { type: 'string', default: '10' },
    processes: { type: 'string', default: '2' },
    /** Pauses that the Telegram stand-in demands during the run, in seconds, such as `1,3,2`. */
    refusals: { type: 'string', default: '' },
  },
})

const printLine = (line: string) => void process.stdout.write(`${line}\n`)
const options = {
  subscribers: Number(values.subscribers),
  scale: Number(values.scale),
  processes: Number(values.processes),
  refusals: values.refusals.split(',').filter(Boolean).map(Number),
}
printLine(
  `${options.subscribers} subscribers, ${30 * options.scale} messages a second allowed, ${options.processes} processes`,
)
const setup = await setUpFanOut(options)
try {
  const report = await measureFanOut(setup, { ...options, printLine })
  const { states, per_second, share, refused, during_bans } = report
  printLine(JSON.stringify(report, undefined, 2))
  const finishedCount = (states.sent ?? 0) + (states.failed ?? 0) + (states.unknown ?? 0)
  const violations = [
    finishedCount !== options.subscribers && `${options.subscribers - finishedCount} people have no end`,
    options.refusals.length === 0 && share < 0.99 && `only ${(share * 100).toFixed(1)} % of the allowed rate`,
    refused > 0 && `${refused} refusals of our own making`,
    during_bans > 0 && `${during_bans} calls during a silence`,
  ].filter((line) => line !== false)
  printLine(`${per_second.toFixed(1)} messages a second, ${(share * 100).toFixed(1)} % of the allowed rate`)
  for (const line of violations) printLine(`BROKEN ${line}`)
  process.exitCode = violations.length > 0 ? 1 : 0
} finally {
  await setup.stop()
}
