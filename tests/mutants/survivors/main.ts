import { parseArgs } from 'node:util'
import { say } from '../report.ts'
import { withServers } from '../run.ts'
import { copyTree } from '../tree.ts'
import { all } from './all.ts'
import { type Asker, openAsker } from './ask.ts'
import type { Survivor } from './survivor.ts'

/**
 * Applies each change that tests once missed to a copy of the tree, and expects its tests to fail. The original tree is
 * never modified, so an interrupted run leaves nothing to restore.
 */
const { positionals } = parseArgs({ allowPositionals: true })
const wanted = all.filter(
  ({ name }) => positionals.length === 0 || positionals.some((one) => name.includes(one)),
)
if (wanted.length === 0) throw new Error(`no survivor has ${positionals.join(' or ')} in its name`)

const tree = await copyTree()
let asker: Asker | undefined
let isEnded = false
// Kills the running test; the usual cleanup then removes everything.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    isEnded = true
    void asker?.close()
  })
try {
  process.exitCode = await withServers(async (servers) => {
    asker = await openAsker(tree, servers)
    return (await areNoticed(asker)) ? 0 : 1
  })
  if (isEnded) process.exitCode = 130
} finally {
  await asker?.close()
  await tree.remove()
}

async function areNoticed(asker: Asker): Promise<boolean> {
  const failing = await failingAsItIs(asker)
  const unnoticed: Survivor[] = []
  for (const survivor of wanted) {
    const tests = survivor.tests.filter((test) => !failing.has(test))
    if (isEnded) return false
    const by = tests.length > 0 ? await asker.ask(tests, survivor) : undefined
    // The result of a killed test does not count.
    if (isEnded) return false
    if (!by) unnoticed.push(survivor)
    say(`${by ? 'noticed  ' : 'UNNOTICED'} ${survivor.name}${by ? ` (${by})` : `: ${survivor.hurts}`}`)
  }
  say(`\n${wanted.length - unnoticed.length} of ${wanted.length} are noticed`)
  return unnoticed.length === 0 && failing.size === 0
}

/** A test that fails without any change proves nothing. */
async function failingAsItIs(asker: Asker): Promise<Set<string>> {
  const failing = new Set<string>()
  for (const test of new Set(wanted.flatMap(({ tests }) => tests)))
    if (!isEnded && (await asker.ask([test])) && !isEnded) {
      failing.add(test)
      say(`FAILS without any change: ${test}`)
    }
  return failing
}
