import { seededRandom } from '#tests/support/run/random.ts'
import { entryPointsOf, filesOf } from './doors.ts'
import { openTarget, type Target } from './target.ts'

/**
 * Cost of an entry point relative to a request for the newest listings. The cost of a file is relative to a valid file
 * of the same size.
 */
export interface Row {
  name: string
  ratio: number
  limit: number
}

type EntryPointFilter = (at: number, name: string) => boolean

/**
 * Allowed cost of an entry point in multiples of a request for the newest listings. The cost of a file is in multiples
 * of a valid file of the same size.
 */
const costLimits = { nobody: 15, somebody: 50, file: 5 }
const megabyte = 1024 * 1024
const lists = 300

/**
 * Sends hostile input to every entry point and measures the CPU time of API, bot and Postgres.
 * @param isSelected selects entry points by position and name
 * @param margin factor of the limits; a short run needs a larger one, because it measures less exactly
 */
export async function runAttack(
  {
    seed,
    times,
    margin,
    isSelected,
  }: { seed: number; times: number; margin: number; isSelected: EntryPointFilter },
  printLine: (line: string) => void,
): Promise<Row[]> {
  const target = await openTarget()
  try {
    const list = await costOfList(target)
    printLine(`the newest list: ${(list / 1000).toFixed(2)} ms of CPU`)
    const rows: Row[] = []
    const addRow = (row: Row) => {
      rows.push(row)
      printLine(
        `${row.ratio > row.limit ? 'TOO DEAR' : '        '} ${row.ratio.toFixed(1).padStart(6)} of ${row.limit}  ${row.name}`,
      )
    }
    const entryPoints = (await entryPointsOf(target, seededRandom(seed))).filter(({ name }, at) =>
      isSelected(at, name),
    )
    for (const { name, access, act } of entryPoints) {
      const limit = costLimits[access] * margin
      const firstRatio = (await target.cost(times, act)) / list
      // A high cost is measured again. The first requests cost more, because they also compile code and fill connection
      // pools.
      const ratio = firstRatio > limit ? (await target.cost(times, act)) / list : firstRatio
      addRow({ name, ratio, limit })
    }
    for (const row of await fileRows(target, isSelected)) addRow({ ...row, limit: costLimits.file * margin })
    return rows
  } finally {
    await target.stop()
  }
}

/** CPU microseconds of a request for the newest listings, sent as the feed sends it. */
async function costOfList({ api, cost, newPerson }: Target): Promise<number> {
  const { authorization } = await newPerson()
  const requestList = async () => {
    const answer = await fetch(`${api}/api/projects`, { method: 'POST', headers: { authorization } })
    if (answer.status !== 200) throw new Error(`the newest list answered ${answer.status}`)
    await answer.arrayBuffer()
  }
  await cost(lists, requestList)
  return cost(lists, requestList)
}

/**
 * A file below one megabyte counts as one megabyte. Otherwise the fixed cost of an upload would dominate its cost per
 * megabyte.
 */
async function fileRows(target: Target, isSelected: EntryPointFilter): Promise<Omit<Row, 'limit'>[]> {
  const { upload, honest, hostile } = await filesOf(target)
  const perMegabyte = async ({ name, bytes }: { name: string; bytes: Buffer }) =>
    (await target.cost(3, () => upload(bytes, name))) / Math.max(1, bytes.length / megabyte)
  await perMegabyte(honest)
  const usualCost = await perMegabyte(honest)
  const rows: Omit<Row, 'limit'>[] = []
  for (const [at, file] of hostile.entries())
    if (isSelected(at, file.name))
      rows.push({ name: `file ${file.name}`, ratio: (await perMegabyte(file)) / usualCost })
  return rows
}
