import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeTemplate } from '#tests/support/servers/infrastructure-databases.ts'
import { serveDatabase, serveRedis } from '#tests/support/servers/infrastructure-servers.ts'
import type { AreaName } from './areas.ts'
import { equivalents } from './equivalents.ts'
import type { Servers } from './lane.ts'
import { type Lane, openLane } from './lanes.ts'
import { type Mutant, sourceOf, testsOf } from './places.ts'
import { printLine } from './report.ts'
import type { Tree } from './tree.ts'

export type Verdict = 'killed' | 'timeout' | 'survived' | 'equivalent'
export type JudgedMutant = Mutant & { verdict: Verdict; by?: string; reason?: string }

/** Runs `work` with its own Postgres and Redis. */
export async function withServers<T>(work: (servers: Servers) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'otklik-mutants-'))
  // The user postgres must be able to enter the folder; else the data would go to /var/lib.
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

/** Runs the tests against every mutant of a tree, on one Postgres and one Redis. */
export async function run(tree: Tree, mutants: Mutant[], count: number): Promise<JudgedMutant[]> {
  return withServers(async (servers) => {
    const lanes: Lane[] = []
    try {
      for (let n = 0; n < Math.min(count, mutants.length); n++) lanes.push(await openLane(tree, servers))
      return await judgeAll(tree.root, mutants, lanes)
    } finally {
      await Promise.all(lanes.map((lane) => lane.close()))
    }
  })
}

/** Mutants of one area run together, so that a process can reuse the modules that it has loaded. */
async function judgeAll(root: string, mutants: Mutant[], lanes: Lane[]): Promise<JudgedMutant[]> {
  const queue = mutants.toSorted((a, b) => (`${a.area} ${a.file}` < `${b.area} ${b.file}` ? -1 : 1))
  const judgedMutants: JudgedMutant[] = []
  const times = new Map<AreaName, Promise<Map<string, number>>>()
  const noticingTests = new Map<string, string[]>()
  const work = async (lane: Lane) => {
    for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
      const { area } = mutant
      const testTimes = times.get(area) ?? timesOf(root, lane, mutant)
      times.set(area, testTimes)
      const verdict = await judgeMutant(root, lane, mutant, await testTimes, noticingTests)
      judgedMutants.push(verdict)
      printLine(
        `${judgedMutants.length}/${mutants.length} ${verdict.verdict.padEnd(10)} ${mutant.file}:${mutant.line} ${mutant.operator}${verdict.by ? ` (${verdict.by})` : ''}`,
      )
    }
  }
  await Promise.all(lanes.map(work))
  return judgedMutants
}

/**
 * Duration of each test of an area without changes. A file that fails twice unchanged would detect everything: it is
 * reported and skipped by an infinite duration.
 */
async function timesOf(root: string, lane: Lane, { area, file }: Mutant): Promise<Map<string, number>> {
  const times = new Map<string, number>()
  const failedOnce = new Set<string>()
  for (;;) {
    const tests = testsOf(root, area, file).filter((test) => times.get(test) !== Number.POSITIVE_INFINITY)
    const answer = await lane.run({ tests }, 600)
    if (!answer) throw new Error(`tests of ${area} take more than ten minutes`)
    if (!answer.by) return new Map([...Object.entries(answer.seconds), ...times])
    if (!tests.includes(answer.by)) throw new Error(`tests of ${area} do not run: ${answer.by}`)
    if (failedOnce.has(answer.by)) {
      printLine(`${area}: ${answer.by} fails without any change and is left out`)
      times.set(answer.by, Number.POSITIVE_INFINITY)
    }
    failedOnce.add(answer.by)
  }
}

async function judgeMutant(
  root: string,
  lane: Lane,
  mutant: Mutant,
  times: Map<string, number>,
  noticingTests: Map<string, string[]>,
): Promise<JudgedMutant> {
  const equivalent = equivalents.find(
    ({ file, operator, from, to }) =>
      file === mutant.file && operator === mutant.operator && from === mutant.from && to === mutant.to,
  )
  if (equivalent) return { ...mutant, verdict: 'equivalent', reason: equivalent.reason }
  const noticingHere = noticingTests.get(mutant.file) ?? []
  const rank = (test: string) =>
    noticingHere.includes(test) ? noticingHere.indexOf(test) - noticingHere.length : (times.get(test) ?? 0)
  const tests = testsOf(root, mutant.area, mutant.file)
    .filter((test) => times.get(test) !== Number.POSITIVE_INFINITY)
    .toSorted((a, b) => rank(a) - rank(b))
  const change = { file: mutant.file, ...sourceOf(root, mutant) }
  const usualSeconds = tests.reduce((sum, test) => sum + (times.get(test) ?? 5), 0)
  const answer = await lane.run({ tests, change }, 30 + 3 * usualSeconds)
  if (!answer) return { ...mutant, verdict: 'timeout' }
  if (!answer.by && !(await lane.compiles(change))) return { ...mutant, verdict: 'killed', by: 'tsc' }
  if (!answer.by) return { ...mutant, verdict: 'survived' }
  noticingTests.set(mutant.file, [answer.by, ...noticingHere.filter((test) => test !== answer.by)])
  return { ...mutant, verdict: 'killed', by: answer.by }
}
