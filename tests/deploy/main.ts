import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { deploy } from './deploy.ts'
import { extractRelease, findPreviousRelease } from './release.ts'

const { values } = parseArgs({
  options: {
    /** A git tag or commit that the deploy starts from; the last tag by default. */
    from: { type: 'string' },
    rate: { type: 'string', default: '50' },
    talks: { type: 'string', default: '10' },
  },
})
const printLine = (line: string) => void process.stdout.write(`${line}\n`)
const release = values.from ?? (await findPreviousRelease())
const folder = await mkdtemp(path.join(tmpdir(), 'otklik-release-'))
printLine(
  `From ${release} to this one: 3 APIs, 2 bots and 3 workers, ${values.rate} requests a second, ${values.talks} streams`,
)
try {
  const { failed, violations, ...figures } = await deploy({
    from: await extractRelease(release, folder),
    apis: 3,
    bots: 2,
    workers: 3,
    rate: Number(values.rate),
    talks: Number(values.talks),
    orders: 10,
    printLine,
  })
  for (const line of [...new Set([...failed, ...violations])]) printLine(`BROKEN ${line}`)
  printLine(JSON.stringify({ failed: failed.length, ...figures }))
  process.exitCode = failed.length + violations.length + figures.lostCount + figures.doubled > 0 ? 1 : 0
} finally {
  await rm(folder, { recursive: true, force: true })
}
