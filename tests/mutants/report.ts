import type { Mutant } from './places.ts'
import type { Judged } from './run.ts'

export const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Prints a mutant with its place and its change. */
export function name({ file, line, operator, from, to }: Mutant): void {
  say(`${file}:${line} ${operator}\n  - ${from}\n  + ${to}`)
}

const goals = { killed: 0.92, equivalent: 0.05 }

const share = (part: number, all: number) => (all === 0 ? '-' : `${((100 * part) / all).toFixed(1)} %`)

/** Prints the results by area and in total. @returns true if the goals are met */
export function tell(judged: Judged[]): boolean {
  const left = judged.filter(({ verdict }) => verdict === 'survived')
  if (left.length > 0) say('\nSurvivors')
  left.forEach(name)
  say('\narea            places  killed  too long  survived  equivalent   killed')
  const areas = Map.groupBy(judged, ({ area }) => area)
  for (const [area, some] of areas) say(row(area, some))
  say(row('all', judged))
  const of = (verdicts: string[]) => judged.filter(({ verdict }) => verdicts.includes(verdict)).length
  const equivalent = of(['equivalent'])
  const killed = of(['killed', 'timeout'])
  const real = judged.length - equivalent
  say(
    `\n${share(killed, real)} killed of ${real}; ${share(equivalent, judged.length)} equivalent of ${judged.length}`,
  )
  return killed >= goals.killed * real && equivalent <= goals.equivalent * judged.length
}

function row(name: string, some: Judged[]): string {
  const count = (wanted: Judged['verdict']) => some.filter(({ verdict }) => verdict === wanted).length
  const [killed, timeout, survived, equivalent] = [
    count('killed'),
    count('timeout'),
    count('survived'),
    count('equivalent'),
  ]
  const columns = [some.length, killed, timeout, survived, equivalent].map((n, at) =>
    String(n).padStart([8, 8, 10, 10, 12][at] ?? 8),
  )
  return `${name.padEnd(14)}${columns.join('')}${share(killed + timeout, some.length - equivalent).padStart(9)}`
}
