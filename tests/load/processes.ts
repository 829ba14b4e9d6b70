import { readdirSync, readFileSync } from 'node:fs'

/** Microseconds per clock tick. Linux counts CPU time in hundredths of a second on every machine that we use. */
const tickMicroseconds = 10_000

interface Process {
  pid: number
  parent: number
  /** CPU time of the process and its ended children, in clock ticks. */
  ticks: number
}

function readProcess(pid: number): Process | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The process name in brackets may contain spaces, so the other fields are counted from the closing bracket.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0)
    return { pid, parent: Number(fields[1]), ticks }
  } catch {
    // The process has ended meanwhile.
    return undefined
  }
}

/** Returns the processes with the ids `roots` and all their descendants. */
function familyOf(roots: number[]): Set<Process> {
  const allProcesses = readdirSync('/proc').flatMap((name) =>
    /^\d+$/.test(name) ? (readProcess(Number(name)) ?? []) : [],
  )
  const family = new Set(allProcesses.filter(({ pid }) => roots.includes(pid)))
  // A JavaScript Set also iterates over entries that are added during the loop, so descendants of any depth are found.
  for (const { pid } of family)
    for (const process of allProcesses) if (process.parent === pid) family.add(process)
  return family
}

/** Returns the CPU time used so far by the processes `roots` and their descendants, in microseconds. */
export function cpuOf(roots: number[]): number {
  return [...familyOf(roots)].reduce((sum, { ticks }) => sum + ticks, 0) * tickMicroseconds
}

/** Memory and open files of a process and its descendants. */
export interface ProcessResources {
  /** Memory in bytes. Memory that several processes share is counted once. */
  bytes: number
  descriptors: number
}

/** Returns the current resources of `root` and its descendants. A process that ends meanwhile counts as zero. */
export function resourcesOf(root: number): ProcessResources {
  const resources = { bytes: 0, descriptors: 0 }
  for (const { pid } of familyOf([root])) {
    try {
      const [, kilobytes = 0] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
      resources.descriptors += readdirSync(`/proc/${pid}/fd`).length
      resources.bytes += Number(kilobytes) * 1024
    } catch {
      // The process has ended meanwhile, so it counts as zero.
    }
  }
  return resources
}
