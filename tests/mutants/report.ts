import type { Mutant } from './places.ts'
import type { JudgedMutant } from './run.ts'
import { isSlip } from './slips.ts'

export const printLine = (line: string) => void process.stdout.write(`${line}\n`)

/** Prints a mutant with its file, line and change. */
export function printMutant({ file, line, operator, from, to }: Mutant): void {
  printLine(`${file}:${line} ${operator}\n  - ${from}\n  + ${to}`)
}

const goals = { killed: 0.92, equivalent: 0.05 }

const formatShare = (count: number, total: number) =>
  total === 0 ? '-' : `${((100 * count) / total).toFixed(1)} %`

/**
 * Prints the results of each area and in total.
 * @returns true if the goals are met
 */
export function printResults(judgedMutants: JudgedMutant[]): boolean {
  const survivors = judgedMutants.filter(({ verdict }) => verdict === 'survived')
  if (survivors.length > 0) printLine('\nSurvivors')
  survivors.forEach(printMutant)
  printLine('\narea            places  killed  too long  survived  equivalent   killed')
  const areas = Map.groupBy(judgedMutants, ({ area }) => area)
  for (const [area, ofArea] of areas) printLine(row(area, ofArea))
  printLine(
    row(
      'slips',
      judgedMutants.filter(({ operator }) => isSlip(operator)),
    ),
  )
  printLine(row('all', judgedMutants))
  const countWith = (verdicts: string[]) =>
    judgedMutants.filter(({ verdict }) => verdicts.includes(verdict)).length
  const equivalent = countWith(['equivalent'])
  const killed = countWith(['killed', 'timeout'])
  const realMutants = judgedMutants.length - equivalent
  printLine(
    `\n${formatShare(killed, realMutants)} killed of ${realMutants}; ${formatShare(equivalent, judgedMutants.length)} equivalent of ${judgedMutants.length}`,
  )
  return killed >= goals.killed * realMutants && equivalent <= goals.equivalent * judgedMutants.length
}

function row(name: string, judgedMutants: JudgedMutant[]): string {
  const count = (expectedVerdict: JudgedMutant['verdict']) =>
    judgedMutants.filter(({ verdict }) => verdict === expectedVerdict).length
  const [killed, timeout, survived, equivalent] = [
    count('killed'),
    count('timeout'),
    count('survived'),
    count('equivalent'),
  ]
  const columns = [judgedMutants.length, killed, timeout, survived, equivalent].map((n, at) =>
    String(n).padStart([8, 8, 10, 10, 12][at] ?? 8),
  )
  return `${name.padEnd(14)}${columns.join('')}${formatShare(killed + timeout, judgedMutants.length - equivalent).padStart(9)}`
}
