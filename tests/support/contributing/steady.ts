import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { spawnGuarded, stopProcess } from '#stand-ins/infra/processes.ts'
import { forgetOutcome, readOutcome } from '#tests/support/reporting/outcome.ts'

/**
 * `npm run steady -- --times 3 --load 20 [files]`: repeats the tests while other processes keep the CPU busy. Repeats
 * each file that failed or needed a second try ten more times. Exits with 1 if a test failed.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '3' },
    /** Number of processes that keep the CPU busy. */
    load: { type: 'string', default: '20' },
    /** Number of further runs of each file that failed or needed a second try. */
    again: { type: 'string', default: '10' },
  },
})

const [times, load, again] = [countOf('times', 1), countOf('load', 0), countOf('again', 0)]
const printLine = (text: string) => process.stdout.write(`${text}\n`)
const burners = Array.from({ length: load }, () =>
  spawnGuarded(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
)
const unsteady = new Map<string, string[]>()
let failures = 0
try {
  for (let run = 1; run <= times; run += 1) {
    const startedAt = Date.now()
    const outcome = await runTests(positionals)
    failures += outcome.failed.length
    for (const { file, name } of [...outcome.failed, ...outcome.retried])
      unsteady.set(file, [...(unsteady.get(file) ?? []), name])
    const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1)
    printLine(
      `run ${run}: ${minutes} min, ${outcome.passed} passed, ${outcome.failed.length} failed, ${outcome.retried.length} on the second try`,
    )
  }
  for (const [file, names] of unsteady) {
    let failed = 0
    for (let run = 0; run < again; run += 1) if ((await runTests([file])).failed.length > 0) failed += 1
    failures += failed
    printLine(`${file}: ${failed} of ${again} further runs failed\n  ${[...new Set(names)].join('\n  ')}`)
  }
} finally {
  await Promise.all(burners.map((burner) => stopProcess(burner, 'SIGKILL')))
}
printLine(failures === 0 ? 'Steady: no test failed.' : `Not steady: ${failures} failures.`)
process.exitCode = failures === 0 ? 0 : 1

/**
 * Reads an option as a number.
 * @throws if it is no whole number from `least` on; with NaN no test would run, so none would fail
 */
function countOf(name: keyof typeof values, least: number): number {
  const count = Number(values[name])
  if (!Number.isSafeInteger(count) || count < least)
    throw new Error(`--${name} ${values[name]}: a whole number from ${least} on`)
  return count
}

/** Runs these test files, or all test files if the list is empty. Their output is not printed. */
async function runTests(files: string[]) {
  forgetOutcome()
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...files], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  const outcome = readOutcome()
  if (code !== 0 && outcome.failed.length === 0)
    outcome.failed.push({ file: files[0] ?? '', name: `the run ended with ${code}` })
  return outcome
}
