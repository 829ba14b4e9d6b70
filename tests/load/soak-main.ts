import { parseArgs } from 'node:util'
import { soak, tell } from './soak.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, rows: { type: 'string', default: '10000' } },
})
const say = (line: string) => void process.stdout.write(`${line}\n`)
say(`A market of ${values.rows} listings lives for ${values.minutes} minutes`)
const soaked = await soak(Number(values.minutes), Number(values.rows))
for (const line of tell(soaked)) say(line)
const { answers, failed, server, postgres, p50, p99 } = soaked.score
say(`${answers} answers, ${failed} of them not 200; ${soaked.sold} orders sold`)
say(
  `CPU of an answer: API ${server.toFixed(2)} ms, Postgres ${postgres.toFixed(2)} ms; over 16 connections p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
)
process.exit(answers > 0 && failed === 0 ? 0 : 1)
