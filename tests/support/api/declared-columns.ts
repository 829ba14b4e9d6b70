import { readdir, readFile } from 'node:fs/promises'

/** Type of a database column. `kind` is its type in the database. `write` says whether a program gives the value. */
export type Column = { kind: string; nullable: boolean; write: 'given' | 'default' | 'always' }
export type Columns = Record<string, Record<string, Column>>

const tablesFile = new URL('../../../db/tables.ts', import.meta.url)
const tablesFolder = new URL('../../../db/tables/', import.meta.url)

/** Reads the declarations of all tables. They are parsed as text, because types do not exist at run time. */
export async function readInterfaces(): Promise<Map<string, Map<string, string>>> {
  const names = await readdir(tablesFolder)
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, tablesFolder), 'utf8')))
  const interfaces = new Map<string, Map<string, string>>()
  for (const text of texts)
    for (const [, name = '', body = ''] of text.matchAll(/^export interface (\w+) \{\n([\s\S]*?)\n\}/gm))
      interfaces.set(name, fields(body))
  const index = await readFile(tablesFile, 'utf8')
  const database = index.match(/^export interface Database \{\n([\s\S]*?)\n\}/m)?.[1] ?? ''
  return new Map(
    [...fields(database)].map(([table, name]) => {
      const columns = interfaces.get(name)
      if (!columns) throw new Error(`no interface ${name} for ${table}`)
      return [table, columns]
    }),
  )
}

function fields(body: string): Map<string, string> {
  return new Map(Array.from(body.matchAll(/^ {2}(\w+): (.+)$/gm), ([, name = '', type = '']) => [name, type]))
}

const aliases: Record<string, string> = {
  Id: 'Generated<number>',
  SealedId: 'Always<number>',
  Uuid: 'Generated<uuid>',
  WrittenAt: 'Generated<Time>',
}

const kinds: Record<string, string> = {
  number: 'number',
  Money: 'money',
  string: 'text',
  uuid: 'text',
  Time: 'time',
  Day: 'day',
  Decimal: 'decimal',
  boolean: 'boolean',
  Buffer: 'bytes',
  'number[]': 'number[]',
  'Time[]': 'time[]',
}

/**
 * Parses the declared type of a column. For example, `Derived<number | null>` is a nullable number that the database
 * always computes.
 */
export function parseColumn(type: string): Column {
  const text = (aliases[type] ?? type).replace(/^Moved</, 'Generated<')
  const nullable = /\| null>?$/.test(text)
  const typeWithoutNull = text.replace(/ \| null(?=>?$)/, '')
  const [, wrapper = '', inner = typeWithoutNull] =
    typeWithoutNull.match(/^(Generated|Derived|Always)<(.*)>$/) ?? []
  const write = wrapper === '' ? 'given' : wrapper === 'Generated' ? 'default' : 'always'
  const kind = inner.startsWith('Json<')
    ? 'json'
    : (kinds[inner] ?? (inner.endsWith('[]') ? 'text[]' : 'text'))
  return { kind, nullable, write }
}
