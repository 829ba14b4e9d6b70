import { parseArgs } from 'node:util'
import { soak, tell } from './soak.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, rows: { type: 'string', default: '10000' } },
})
const say = (line: string) => void process.stdout.write(`${line}\n`)
say(`A market of ${values.rows} listings lives for ${values.minutes} minutes`)
const soaked = await soak(Number(values.minutes), Number(values.rows))
for (const line of tell(soaked)) say(line)
say(`${soaked.answers} answers, ${soaked.failed} of them not 200; ${soaked.sold} orders sold`)
process.exit(soaked.answers > 0 && soaked.failed === 0 ? 0 : 1)
