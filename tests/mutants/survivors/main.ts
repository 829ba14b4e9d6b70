import { parseArgs } from 'node:util'
import { say } from '../report.ts'
import { withServers } from '../run.ts'
import { copyTree } from '../tree.ts'
import { all } from './all.ts'
import { type Asker, openAsker } from './ask.ts'
import type { Survivor } from './survivor.ts'

/**
 * Makes each change that no test noticed once, in a copy of the tree, and expects its tests to fail. The tree itself is
 * never touched, so nothing has to be put back when the run is ended.
 */
const { positionals } = parseArgs({ allowPositionals: true })
const wanted = all.filter(
  ({ name }) => positionals.length === 0 || positionals.some((one) => name.includes(one)),
)
if (wanted.length === 0) throw new Error(`no survivor has ${positionals.join(' or ')} in its name`)

const tree = await copyTree()
let asker: Asker | undefined
const clean = async () => {
  await asker?.close()
  await tree.remove()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void clean().finally(() => process.exit(130)))
try {
  process.exitCode = await withServers(async (servers) => {
    asker = await openAsker(tree, servers)
    return (await areNoticed(asker)) ? 0 : 1
  })
} finally {
  await clean()
}

async function areNoticed(asker: Asker): Promise<boolean> {
  const failing = await failingAsItIs(asker)
  const unnoticed: Survivor[] = []
  for (const survivor of wanted) {
    const tests = survivor.tests.filter((test) => !failing.has(test))
    const by = tests.length > 0 ? await asker.ask(tests, survivor) : undefined
    if (!by) unnoticed.push(survivor)
    say(`${by ? 'noticed  ' : 'UNNOTICED'} ${survivor.name}${by ? ` (${by})` : `: ${survivor.hurts}`}`)
  }
  say(`\n${wanted.length - unnoticed.length} of ${wanted.length} are noticed`)
  return unnoticed.length === 0 && failing.size === 0
}

/** A test that fails on the code as it is notices nothing. */
async function failingAsItIs(asker: Asker): Promise<Set<string>> {
  const failing = new Set<string>()
  for (const test of new Set(wanted.flatMap(({ tests }) => tests)))
    if (await asker.ask([test])) {
      failing.add(test)
      say(`FAILS without any change: ${test}`)
    }
  return failing
}
