import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ownRoot } from './tree.ts'

/** Columns with the id of a person. Programmers easily confuse them. */
const people = new Set(
  (
    'user_id author_id executor_id subject_id reporter_id sender_id payer_id owner_id blocked_id favorite_id ' +
    'actor_id other_id staff_id user_low user_high'
  ).split(' '),
)

/** Pairs of other columns with the same type and easily confused names. */
const pairs = [
  ['min_stake', 'max_stake'],
  ['experience_min', 'experience_max'],
  ['quiet_from', 'quiet_to'],
  ['covers_from', 'covers_to'],
]

/** Columns with a time that are most often used in place of another one, the most frequent first. */
const confusedTimeColumns = ['published_at', 'created_at', 'listed_at', 'expires_at', 'updated_at']

/** Types of the columns of each table, as declared in db/tables. */
const tables = readTables()

function readTables(): Map<string, Map<string, string>> {
  const readSource = (file: string) => readFileSync(path.join(ownRoot, file), 'utf8')
  const declarations = globSync('db/tables/*.ts', { cwd: ownRoot }).map(readSource).join('\n')
  const columnsOf = new Map<string, Map<string, string>>()
  for (const [, name = '', body = ''] of declarations.matchAll(
    /^export interface (\w+) \{\n([\s\S]*?)\n\}/gm,
  )) {
    const columns = [...body.matchAll(/^ {2}(\w+): (.+)$/gm)]
    columnsOf.set(name, new Map(columns.map(([, column = '', type = '']) => [column, type])))
  }
  const named = readSource('db/tables.ts').matchAll(/^ {2}(\w+): (\w+)$/gm)
  return new Map([...named].map(([, table = '', type = '']) => [table, columnsOf.get(type) ?? new Map()]))
}

const allColumns = new Set([...tables.values()].flatMap((columns) => [...columns.keys()]))

export const isColumn = (name: string) => allColumns.has(name)

/**
 * Returns at most two columns that a programmer might confuse with `column`. Each has the same type and exists in every
 * given table that has `column`, so that the mutated statement still runs.
 */
export function confusedWith(names: string[], column: string): string[] {
  const [first, ...others] = names
    .map((name) => tables.get(name))
    .filter((columns) => columns !== undefined)
    .filter((columns) => columns.has(column))
  if (!first) return []
  const alike = [...first.keys()].filter(
    (other) =>
      other !== column && areAlike(first, column, other) && others.every((columns) => columns.has(other)),
  )
  const place = (name: string) =>
    confusedTimeColumns.includes(name) ? confusedTimeColumns.indexOf(name) : confusedTimeColumns.length
  return alike.toSorted((a, b) => place(a) - place(b)).slice(0, 2)
}

function areAlike(columns: Map<string, string>, one: string, other: string): boolean {
  const isTime = (name: string) => /\b(Time|WrittenAt)\b/.test(columns.get(name) ?? '')
  if (isTime(one) && isTime(other)) return true
  if (people.has(one) && people.has(other)) return true
  return pairs.some((pair) => pair.includes(one) && pair.includes(other))
}

const places =
  /\b(?:selectFrom|updateTable|deleteFrom|insertInto|innerJoin|leftJoin|from|join|update|into)\b[\s(']+(\w+)(?: as)?(?: (\w+))?/g

/** Returns the tables that a text names, and their aliases in the text. */
export function tablesIn(text: string): { names: string[]; aliases: Map<string, string> } {
  const names = new Set<string>()
  const aliases = new Map<string, string>()
  for (const [, table = '', alias] of text.matchAll(places)) {
    if (!tables.has(table)) continue
    names.add(table)
    aliases.set(table, table)
    if (!alias) continue
    // If one alias is used for two tables, the table of its columns is unknown.
    const knownTable = aliases.get(alias)
    aliases.set(alias, knownTable && knownTable !== table ? '' : table)
  }
  return { names: [...names], aliases }
}

/**
 * Returns the table of an alias that the source defines. Otherwise assumes that the alias is the singular of the
 * table's name.
 */
export function tableOf(aliases: Map<string, string>, alias: string): string {
  return aliases.get(alias) ?? (alias === 'person' ? 'users' : `${alias}s`)
}
