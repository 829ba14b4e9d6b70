import { parseArgs } from 'node:util'
import { describeGrowth, runSoak } from './soak.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, rows: { type: 'string', default: '10000' } },
})
const printLine = (line: string) => void process.stdout.write(`${line}\n`)
printLine(`A market of ${values.rows} listings lives for ${values.minutes} minutes`)
const soakResult = await runSoak(Number(values.minutes), Number(values.rows))
for (const line of describeGrowth(soakResult)) printLine(line)
const { answers, failures, server, postgres, p50, p99 } = soakResult.score
printLine(`${answers} answers, ${failures} of them not 200; ${soakResult.soldCount} orders sold`)
printLine(
  `CPU of an answer: API ${server.toFixed(2)} ms, Postgres ${postgres.toFixed(2)} ms; over 16 connections p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
)
process.exit(answers > 0 && failures === 0 ? 0 : 1)
