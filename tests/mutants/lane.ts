import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { BaseSequencer, createVitest, type TestSpecification } from 'vitest/node'
import { makeTemplate } from '#tests/support/servers/infrastructure-databases.ts'

/**
 * Job for a process with its own copy of the source tree: tests to run in this order, and a file to change meanwhile.
 */
export interface LaneJob {
  tests: string[]
  change?: { file: string; source: string; original: string }
}

/** Result of a job: the duration of each test file in seconds. `by` is the test file that failed. */
export interface Answer {
  by?: string
  seconds: Record<string, number>
}

/** The Postgres and the Redis that all processes of a run share. */
export interface Servers {
  admin_url: string
  template: string
  redis_url: string
}

/**
 * A process with its own copy of the source tree. It runs tests whenever the main process sends a message. If it takes
 * too long, the main process kills it.
 */
const root = process.cwd()
const servers = JSON.parse(process.env.MUTANTS_SERVERS ?? '{}') as Servers
let order: string[] = []

class AsAsked extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => order.indexOf(a.moduleId) - order.indexOf(b.moduleId))
  }
}

const vitest = await createVitest({
  config: false,
  root,
  include: ['{contract,db,services,workers,web,tests}/**/*.test.{ts,tsx}'],
  setupFiles: 'tests/support/run/end-of-file.ts',
  watch: false,
  bail: 1,
  isolate: false,
  maxWorkers: 1,
  reporters: [{}],
  silent: true,
  testTimeout: 30_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
  sequence: { sequencer: AsAsked },
})
await vitest.standalone()

/** A changed migration needs a database that was created with the changed migration. */
async function templateFor(file: string | undefined): Promise<string | undefined> {
  if (!file?.startsWith('db/migrations/')) return servers.template
  return makeTemplate(servers.admin_url).catch(() => undefined)
}

async function runJob({ tests, change }: LaneJob): Promise<Answer> {
  order = tests.map((file) => path.join(root, file))
  if (change) await writeFile(path.join(root, change.file), change.source)
  try {
    const template = await templateFor(change?.file)
    if (!template) return { by: 'the migration itself', seconds: {} }
    vitest.provide('infrastructure', { ...servers, template })
    if (change) vitest.invalidateFile(path.join(root, change.file))
    const project = vitest.getRootProject()
    const result = await vitest.runTestSpecifications(order.map((file) => project.createSpecification(file)))
    const { unhandledErrors } = result
    // Ignores test files of earlier jobs, which vitest's result also contains.
    const testModules = result.testModules.filter(({ moduleId }) => order.includes(moduleId))
    const name = ({ moduleId }: { moduleId: string }) => path.relative(root, moduleId)
    const failedModule = testModules.find((one) => one.state() === 'failed')
    const finishedModules = testModules.filter((one) => one.state() !== 'queued')
    return {
      ...((failedModule || unhandledErrors.length > 0) && {
        by: failedModule ? name(failedModule) : 'an unhandled error',
      }),
      seconds: Object.fromEntries(
        finishedModules.map((one) => [name(one), one.diagnostic().duration / 1000]),
      ),
    }
  } finally {
    if (change) {
      await writeFile(path.join(root, change.file), change.original)
      vitest.invalidateFile(path.join(root, change.file))
    }
  }
}

process.on('message', async (question: LaneJob) => process.send?.(await runJob(question)))
process.send?.('ready')
