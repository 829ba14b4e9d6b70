import { readdirSync, readFileSync } from 'node:fs'

/** Resources of a process and its descendants. */
export interface Held {
  /** Memory; shared pages are counted once. */
  bytes: number
  descriptors: number
}

/** Current resources of `root` and its descendants. A process that ends meanwhile counts as zero. */
export function heldBy(root: number): Held {
  const held = { bytes: 0, descriptors: 0 }
  for (const pid of familyOf(root)) {
    try {
      const [, kilobytes = 0] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
      held.descriptors += readdirSync(`/proc/${pid}/fd`).length
      held.bytes += Number(kilobytes) * 1024
    } catch {
      // The process has ended.
    }
  }
  return held
}

function familyOf(root: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc'))
    if (/^\d+$/.test(name)) {
      const parent = parentOf(Number(name))
      children.set(parent, [...(children.get(parent) ?? []), Number(name)])
    }
  const family = [root]
  for (const pid of family) family.push(...(children.get(pid) ?? []))
  return family
}

function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? -1)
  } catch {
    return -1
  }
}

/** Growth per minute, by linear regression. */
export function slope(seen: readonly { minute: number; value: number }[]): number {
  const mean = (of: (one: { minute: number; value: number }) => number) =>
    seen.reduce((sum, one) => sum + of(one), 0) / seen.length
  const [middle, level] = [mean(({ minute }) => minute), mean(({ value }) => value)]
  const spread = mean(({ minute }) => (minute - middle) ** 2)
  return spread > 0 ? mean(({ minute, value }) => (minute - middle) * (value - level)) / spread : 0
}
