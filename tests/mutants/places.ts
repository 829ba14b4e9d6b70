import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { type Area, type AreaName, areas } from './areas.ts'
import { type Edit, editsOf } from './operators.ts'
import { isSlip } from './slips.ts'

/** A mutation of the product, with the changed line. */
export interface Mutant {
  area: AreaName
  /** Path from the root of the source tree. */
  file: string
  line: number
  operator: string
  /** The line before and after the mutation, with white space collapsed. */
  from: string
  to: string
  edit: Edit
}

type Source = { file: string; source: string; from: number; to: number }

/**
 * Returns the files of an area. A pattern `files#view` means only the statement that creates this view, in the newest
 * migration that contains it.
 */
function sourcesOf(root: string, { sources }: Area): Source[] {
  return sources.flatMap((pattern) => {
    const [files = '', view] = pattern.split('#')
    const paths = globSync(files, { cwd: root, exclude: ['**/*.test.ts', '**/main.ts'] }).sort()
    const sourceFiles = paths.map((file) => ({ file, source: readFileSync(path.join(root, file), 'utf8') }))
    if (!view) return sourceFiles.map((one) => ({ ...one, from: 0, to: one.source.length }))
    return sourceFiles.flatMap((one) => statement(one.source, `view ${view} as`, one.file)).slice(-1)
  })
}

/** Returns the part of a source from these words up to the next semicolon or the end of the template. */
function statement(source: string, words: string, file: string): Source[] {
  const from = source.lastIndexOf(words)
  if (from < 0) return []
  return [{ file, source, from, to: from + source.slice(from).search(/[;`]/) }]
}

/** Returns the tests of an area, and the unit test of the source. */
export function testsOf(root: string, area: AreaName, file: string): string[] {
  const testBesideSource = file.replace(/\.ts$/, '.test.ts')
  return [...new Set(globSync([...areas[area].tests, testBesideSource], { cwd: root }))]
}

/** Caches the mutations of each source, because several areas share files. */
const known = new Map<string, Edit[]>()

function editsOnce(source: string): Edit[] {
  const edits = known.get(source) ?? editsOf(source)
  known.set(source, edits)
  return edits
}

export function mutantsOf(root: string, area: AreaName): Mutant[] {
  return sourcesOf(root, areas[area]).flatMap(({ file, source, from, to }) =>
    editsOnce(source)
      .filter((edit) => from <= edit.start && edit.end <= to)
      .map((edit) => ({ area, file, ...describeChange(source, edit) })),
  )
}

function describeChange(source: string, edit: Edit) {
  const { operator, start, end, text } = edit
  const lineStart = source.slice(source.lastIndexOf('\n', start - 1) + 1, start)
  const [after = ''] = source.slice(end).split('\n', 1)
  return {
    operator,
    line: source.slice(0, start).split('\n').length,
    from: collapseSpaces(lineStart + source.slice(start, end) + after),
    to: collapseSpaces(lineStart + text + after),
    edit,
  }
}

/** Returns the whole file with the mutation applied, and the original file. */
export function sourceOf(root: string, { file, edit }: Mutant): { source: string; original: string } {
  const original = readFileSync(path.join(root, file), 'utf8')
  return { original, source: original.slice(0, edit.start) + edit.text + original.slice(edit.end) }
}

const collapseSpaces = (text: string) => text.trim().replace(/\s+/g, ' ')

/**
 * Draws `count` mutants, at most one per line. The areas get equal numbers. In each area, half of the mutants imitate
 * human mistakes, and the operators get equal numbers. The same seed and source tree give the same mutants.
 */
export function drawMutants(root: string, byArea: Mutant[][], count: number, seed: number): Mutant[] {
  const queues = byArea.map((mutants) => alternateOperators(mutants, seed))
  const drawnMutants: Mutant[] = []
  const lines = new Set<string>()
  while (drawnMutants.length < count && queues.some((queue) => queue.length > 0))
    for (const queue of queues) {
      let mutant = queue.shift()
      while (mutant && (lines.has(placeOf(mutant)) || !parses(sourceOf(root, mutant).source)))
        mutant = queue.shift()
      if (!mutant || drawnMutants.length === count) continue
      lines.add(placeOf(mutant))
      drawnMutants.push(mutant)
    }
  return drawnMutants
}

export const placeOf = ({ file, line }: Mutant) => `${file}:${line}`

/** Alternates between mutants that imitate human mistakes and mechanical mutants, and between the operators of both. */
function alternateOperators(mutants: Mutant[], seed: number): Mutant[] {
  const slips = byOperators(
    mutants.filter(({ operator }) => isSlip(operator)),
    seed,
  )
  const others = byOperators(
    mutants.filter(({ operator }) => !isSlip(operator)),
    seed,
  )
  const longest = slips.length > others.length ? slips : others
  return longest.flatMap((_, at) => [slips[at], others[at]]).filter((one) => one !== undefined)
}

/** Alternates between the operators. The mutants of one operator are shuffled by the seed. */
function byOperators(mutants: Mutant[], seed: number): Mutant[] {
  const sortKey = ({ file, line, operator, to }: Mutant) =>
    createHash('sha256').update(`${seed} ${file} ${line} ${operator} ${to}`).digest('hex')
  const shuffled = mutants
    .map((one) => ({ one, key: sortKey(one) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const byOperator = Map.groupBy(shuffled, ({ one }) => one.operator)
  const numberedMutants = [...byOperator.values()].flatMap((operatorMutants) =>
    operatorMutants.map((entry, turn) => ({ ...entry, turn })),
  )
  return numberedMutants.toSorted((a, b) => a.turn - b.turn || (a.key < b.key ? -1 : 1)).map(({ one }) => one)
}

function parses(source: string): boolean {
  try {
    parseAst(source, { lang: 'ts' })
    return true
  } catch {
    return false
  }
}
