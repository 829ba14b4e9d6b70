import type { Edit } from './operators.ts'

/** Mutations of SQL. Each pattern matches the part that is replaced, in the context that it needs. */
const rules: [operator: string, pattern: RegExp, text: string][] = [
  ['sql: shift boundary', /(?<=\s)<(?=\s)/g, '<='],
  ['sql: shift boundary', /(?<=\s)<=(?=\s)/g, '<'],
  ['sql: shift boundary', /(?<=\s)>(?=\s)/g, '>='],
  ['sql: shift boundary', /(?<=\s)>=(?=\s)/g, '>'],
  ['sql: turn equality', /(?<=\s)=(?=\s)/g, '<>'],
  ['sql: turn equality', /(?<=\s)<>(?=\s)/g, '='],
  ['sql: swap and/or', /\band\b/g, 'or'],
  ['sql: swap and/or', /\bor\b/g, 'and'],
  ['sql: drop lock', /\bfor (no key )?update( of \w+)?( skip locked)?|\bskip locked/g, ''],
  ['sql: turn order', /\bdesc\b/g, 'asc'],
  ['sql: turn order', /\basc\b/g, 'desc'],
  ['sql: turn existence', /\bnot exists\b/g, 'exists'],
  ['sql: turn null', /\bis not null\b/g, 'is null'],
  ['sql: turn null', /\bis null\b/g, 'is not null'],
  ['sql: turn boolean', /\btrue\b/g, 'false'],
  ['sql: turn boolean', /\bfalse\b/g, 'true'],
  ['sql: turn membership', /\bnot in \(/g, 'in ('],
]

/**
 * After these words, `and` and `or` belong to a range or a conflict clause. Replacing one by the other would be invalid
 * SQL.
 */
const noLogic = /\bbetween\s+\S+\s+$|\bon conflict[^()]*$|\b(?:create|or)\s+$/

/** Returns the mutations of the SQL between two positions of a source. */
export function sqlEdits(source: string, start: number, end: number): Edit[] {
  const edits: Edit[] = []
  const sql = source.slice(start, end)
  for (const [operator, pattern, text] of rules)
    for (const { index, 0: found } of sql.matchAll(pattern))
      if (!operator.endsWith('and/or') || !noLogic.test(sql.slice(0, index)))
        edits.push({ operator, start: start + index, end: start + index + found.length, text })
  return edits
}
