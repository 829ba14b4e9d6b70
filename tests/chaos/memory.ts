import { readFileSync } from 'node:fs'

/** Memory in megabytes. */
export type Memory<Part extends string> = Record<Part | 'sum', number>

const intervalMs = 200

/**
 * Looks five times a second how much memory some processes hold together with all their children. Memory that several
 * of them share, as the buffers of Postgres, counts once (PSS). Memory that the kernel holds for them does not count.
 * @returns a function that ends the watch, and returns the most of each and the most of all at one moment
 */
export function watchMemory<Part extends string>(parts: Record<Part, () => number>): () => Memory<Part> {
  const names = Object.keys(parts) as Part[]
  const peaks = Object.fromEntries([...names, 'sum'].map((name) => [name, 0])) as Memory<Part>
  const look = () => {
    const held = names.map((name) => [name, treeOf(parts[name]()).reduce((sum, pid) => sum + pssOf(pid), 0)])
    const sum = held.reduce((total, [, kilobytes]) => total + Number(kilobytes), 0)
    for (const [name, kilobytes] of [...held, ['sum', sum]])
      peaks[name as Part] = Math.max(peaks[name as Part], Math.ceil(Number(kilobytes) / 1024))
  }
  look()
  const timer = setInterval(look, intervalMs)
  return () => {
    clearInterval(timer)
    return peaks
  }
}

/** The process and everything that it started. */
function treeOf(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  return [pid, ...children.flatMap(treeOf)]
}

const pssOf = (pid: number) => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)

/** A process that was just killed has no files any more. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
