import { readdirSync, readFileSync } from 'node:fs'

/** Ticks of user and system time are hundredths of a second on every Linux that we use. */
const tickMicroseconds = 10_000

type Process = { parent: number; ticks: number }

function readProcess(pid: number): Process | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The process name in brackets may contain spaces, so fields are counted after it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    // Ticks of the process and of its terminated children.
    const ticks = [11, 12, 13, 14].reduce((sum, place) => sum + Number(fields[place]), 0)
    return { parent: Number(fields[1]), ticks }
  } catch {
    return undefined
  }
}

/** CPU microseconds used so far by the processes `roots` and their descendants. */
export function cpuOf(roots: number[]): number {
  const all = new Map<number, Process>()
  for (const name of readdirSync('/proc')) {
    const found = /^\d+$/.test(name) ? readProcess(Number(name)) : undefined
    if (found) all.set(Number(name), found)
  }
  const belongs = (pid: number): boolean => {
    if (roots.includes(pid)) return true
    const parent = all.get(pid)?.parent
    return parent ? belongs(parent) : false
  }
  let ticks = 0
  for (const [pid, { ticks: used }] of all) if (belongs(pid)) ticks += used
  return ticks * tickMicroseconds
}
