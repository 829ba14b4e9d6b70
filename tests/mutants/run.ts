import { statSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeTemplate } from '#tests/support/servers/infrastructure-databases.ts'
import { serveDatabase, serveRedis } from '#tests/support/servers/infrastructure-servers.ts'
import { equivalents } from './equivalents.ts'
import type { Servers } from './lane.ts'
import { type Lane, openLane } from './lanes.ts'
import { type Mutant, sourceOf, testsOf } from './places.ts'
import { printLine } from './report.ts'
import type { Tree } from './tree.ts'

export type Verdict = 'killed' | 'timeout' | 'survived' | 'equivalent'
export type JudgedMutant = Mutant & { verdict: Verdict; by?: string; reason?: string }

/** Runs `work` with a Postgres and a Redis that are started for it. */
export async function withServers<T>(work: (servers: Servers) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'otklik-mutants-'))
  // The system user `postgres` must be able to enter the folder. Otherwise the data would be written to /var/lib.
  await chmod(folder, 0o755)
  const [database, redis] = await Promise.all([serveDatabase(folder), serveRedis(folder)])
  try {
    const template = await makeTemplate(database.url)
    return await work({ admin_url: database.url, template, redis_url: redis.url })
  } finally {
    await Promise.all([database.stop(), redis.stop()])
    await rm(folder, { recursive: true, force: true })
  }
}

/** Facts about the tests that a run has learned so far. */
interface TestHistory {
  /** Duration of each test file in seconds, when it detected no mutant. */
  seconds: Map<string, number>
  /** Tests that passed without any mutation. */
  sound: Set<string>
  /** Tests that failed without any mutation. They would seem to detect every mutant. */
  unsound: Set<string>
  /** Tests that detected a mutant of a file, by file; the test of the latest detection first. */
  noticingTests: Map<string, string[]>
}

type Limits = { lanes: number; minutes: number }

/**
 * Runs the tests against the mutants one after another, on one Postgres and one Redis.
 * @param limits number of processes, and `minutes` after which no further mutant is started
 */
export async function run(tree: Tree, mutants: Mutant[], limits: Limits): Promise<JudgedMutant[]> {
  return withServers(async (servers) => {
    const lanes: Lane[] = []
    try {
      for (let n = 0; n < Math.min(limits.lanes, mutants.length); n++)
        lanes.push(await openLane(tree, servers))
      return await judgeAll(tree.root, mutants, lanes, Date.now() + limits.minutes * 60_000)
    } finally {
      await Promise.all(lanes.map((lane) => lane.close()))
    }
  })
}

async function judgeAll(
  root: string,
  mutants: Mutant[],
  lanes: Lane[],
  until: number,
): Promise<JudgedMutant[]> {
  const queue = [...mutants]
  const judgedMutants: JudgedMutant[] = []
  const experience: TestHistory = {
    seconds: new Map(),
    sound: new Set(),
    unsound: new Set(),
    noticingTests: new Map(),
  }
  const work = async (lane: Lane) => {
    for (let mutant = queue.shift(); mutant && Date.now() < until; mutant = queue.shift()) {
      const verdict = await judgeMutant(root, lane, mutant, experience)
      judgedMutants.push(verdict)
      printLine(
        `${judgedMutants.length}/${mutants.length} ${verdict.verdict.padEnd(10)} ${mutant.file}:${mutant.line} ${mutant.operator}${verdict.by ? ` (${verdict.by})` : ''}`,
      )
    }
  }
  await Promise.all(lanes.map(work))
  return judgedMutants
}

async function judgeMutant(
  root: string,
  lane: Lane,
  mutant: Mutant,
  experience: TestHistory,
): Promise<JudgedMutant> {
  const equivalent = equivalents.find(
    ({ file, operator, from, to }) =>
      file === mutant.file && operator === mutant.operator && from === mutant.from && to === mutant.to,
  )
  if (equivalent) return { ...mutant, verdict: 'equivalent', reason: equivalent.reason }
  const change = { file: mutant.file, ...sourceOf(root, mutant) }
  for (;;) {
    const tests = inOrder(root, mutant, experience)
    const answer = await lane.run({ tests, change }, timeoutSeconds(tests, experience))
    if (!answer) return { ...mutant, verdict: 'timeout' }
    for (const [test, seconds] of Object.entries(answer.seconds))
      if (test !== answer.by) experience.seconds.set(test, seconds)
    if (!answer.by && !(await lane.compiles(change))) return { ...mutant, verdict: 'killed', by: 'tsc' }
    if (!answer.by) return { ...mutant, verdict: 'survived' }
    if (!(await isSound(lane, answer.by, tests, experience))) continue
    const noticingHere = experience.noticingTests.get(mutant.file) ?? []
    experience.noticingTests.set(mutant.file, [
      answer.by,
      ...noticingHere.filter((test) => test !== answer.by),
    ])
    return { ...mutant, verdict: 'killed', by: answer.by }
  }
}

/**
 * Returns the tests for a mutant. Tests that detected an earlier mutant of the same file come first, then the quickest
 * tests.
 */
function inOrder(root: string, { area, file }: Mutant, experience: TestHistory): string[] {
  const noticingHere = experience.noticingTests.get(file) ?? []
  // The duration of a test that has not run yet is estimated from the size of its file.
  const seconds = (test: string) =>
    experience.seconds.get(test) ?? statSync(path.join(root, test)).size / 2000
  const rank = (test: string) =>
    noticingHere.includes(test) ? noticingHere.indexOf(test) - noticingHere.length : seconds(test)
  return testsOf(root, area, file)
    .filter((test) => !experience.unsound.has(test))
    .toSorted((a, b) => rank(a) - rank(b))
}

/** Returns the time limit for the tests of a mutant, in seconds. */
function timeoutSeconds(tests: string[], { seconds }: TestHistory): number {
  return 60 + 3 * tests.reduce((sum, test) => sum + (seconds.get(test) ?? 10), 0)
}

/**
 * True if a test that detected a mutant passes without the mutation. A test that fails twice without any mutation is
 * reported and no longer used.
 * @throws if the test files do not even run
 */
async function isSound(
  lane: Lane,
  by: string,
  tests: string[],
  { sound, unsound }: TestHistory,
): Promise<boolean> {
  if (sound.has(by)) return true
  const asked = tests.includes(by) ? [by] : tests
  for (let time = 0; time < 2; time++) {
    const answer = await lane.run({ tests: asked }, 600)
    if (answer && !answer.by) {
      sound.add(by)
      return true
    }
  }
  if (tests.includes(by)) {
    printLine(`${by} fails without any change and is left out`)
    unsound.add(by)
    return false
  }
  throw new Error(`${by} without any change: ${tests.join(', ')}`)
}
