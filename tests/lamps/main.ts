import { mkdir, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { lampFaults } from './faults.ts'
import { type LampReport, tryLamps } from './run.ts'

/**
 * `npm run faults`: causes the faults of an installation one after another, and asks everybody who tells of them: the
 * processes, `otklik doctor`, the operators' chat, Prometheus with docs/watching/alerts.yml, and the app of a user.
 */
const { values } = parseArgs({
  options: {
    /** Causes only the faults whose name contains this text. */
    only: { type: 'string', default: '' },
    /** Seconds of each fault before everybody is asked. */
    seconds: { type: 'string', default: '75' },
    /** Writes the table into docs/faults.md too. */
    write: { type: 'boolean', default: false },
  },
})
const printLine = (line: string) => void process.stdout.write(`${line}\n`)
const faults = lampFaults.filter(({ name }) => name.toLowerCase().includes(values.only.toLowerCase()))
if (faults.length === 0)
  throw new Error(`--only is part of: ${lampFaults.map(({ name }) => name).join(', ')}`)
const reports = await tryLamps(faults, { seconds: Number(values.seconds), printLine })

const cell = (lines: string[] | undefined) => (lines ? lines.join('<br>') || 'nothing' : 'not asked')
const rowOf = ({ name, told, dark_s }: LampReport) =>
  `| ${[name, cell(told.readiness), cell(told.doctor), cell(told.chat), cell(told.alerts), cell(told.user), `${dark_s} s`].join(' | ')} |`
const table = [
  '| fault | readiness | `otklik doctor` | chat | alerts | what a user cannot do | all quiet after its end |',
  '|---|---|---|---|---|---|---|',
  ...reports.map(rowOf),
].join('\n')
const page = `# What is told of a fault

Written by \`npm run faults -- --write\` (\`tests/lamps/faults.ts\`): each fault was caused in an installation of its own and lasted
${values.seconds} s before everybody was asked. The columns show what was told beyond what was told before the fault. An alert is listed as soon as its
condition holds; it calls somebody after the minutes that [alerts.yml](watching/alerts.yml) names. What each fault does to people, and
what to do: [operating.md](operating.md#faults).

${table}
`
await mkdir('test-output', { recursive: true })
for (const file of ['test-output/faults.md', ...(values.write ? ['docs/faults.md'] : [])])
  await writeFile(file, page)
printLine(`\n${table}\n`)
const lies = reports.flatMap(({ name, lies: found }) => found.map((lie) => `${name}: ${lie}`))
for (const lie of lies) printLine(`BROKEN ${lie}`)
printLine(`${reports.length} faults, ${lies.length} broken`)
process.exit(lies.length > 0 ? 1 : 0)
