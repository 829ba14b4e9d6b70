import { parseArgs } from 'node:util'
import { printLine } from '../report.ts'
import { withServers } from '../run.ts'
import { copyTree } from '../tree.ts'
import { allSurvivors } from './all.ts'
import { openTestRunner, type TestRunner } from './ask.ts'
import type { Survivor } from './survivor.ts'

/**
 * Applies each change that tests once missed to a copy of the source tree, and expects its tests to fail. The original
 * source tree is never changed, so an interrupted run leaves nothing to restore.
 */
const { positionals } = parseArgs({ allowPositionals: true })
const chosenSurvivors = allSurvivors.filter(
  ({ name }) => positionals.length === 0 || positionals.some((one) => name.includes(one)),
)
if (chosenSurvivors.length === 0) throw new Error(`no survivor has ${positionals.join(' or ')} in its name`)

const tree = await copyTree()
let runner: TestRunner | undefined
let isEnded = false
// Ends the running test. The usual cleanup then removes the copy of the source tree and the servers.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    isEnded = true
    void runner?.close()
  })
try {
  process.exitCode = await withServers(async (servers) => {
    runner = await openTestRunner(tree, servers)
    return (await areAllNoticed(runner)) ? 0 : 1
  })
  if (isEnded) process.exitCode = 130
} finally {
  await runner?.close()
  await tree.remove()
}

async function areAllNoticed(runner: TestRunner): Promise<boolean> {
  const failingTests = await testsFailingUnchanged(runner)
  const unnoticedSurvivors: Survivor[] = []
  for (const survivor of chosenSurvivors) {
    const tests = survivor.tests.filter((test) => !failingTests.has(test))
    if (isEnded) return false
    const by = tests.length > 0 ? await runner.run(tests, survivor) : undefined
    // The result of a test that was ended by a signal does not count.
    if (isEnded) return false
    if (!by) unnoticedSurvivors.push(survivor)
    printLine(`${by ? 'noticed  ' : 'UNNOTICED'} ${survivor.name}${by ? ` (${by})` : `: ${survivor.hurts}`}`)
  }
  printLine(
    `\n${chosenSurvivors.length - unnoticedSurvivors.length} of ${chosenSurvivors.length} are noticed`,
  )
  return unnoticedSurvivors.length === 0 && failingTests.size === 0
}

/** Returns the tests that fail even without a change. Their failure with a change proves nothing. */
async function testsFailingUnchanged(runner: TestRunner): Promise<Set<string>> {
  const failingTests = new Set<string>()
  for (const test of new Set(chosenSurvivors.flatMap(({ tests }) => tests)))
    if (!isEnded && (await runner.run([test])) && !isEnded) {
      failingTests.add(test)
      printLine(`FAILS without any change: ${test}`)
    }
  return failingTests
}
