import { sql } from 'kysely'
import type { Db } from '#db/index.ts'
import type { Column, Columns } from './declared-columns.ts'

const kinds: Record<string, string> = {
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  text: 'text',
  uuid: 'text',
  tsvector: 'text',
  'numeric(3,2)': 'decimal',
  'numeric(20,8)': 'decimal',
  'timestamp with time zone': 'time',
  date: 'day',
  boolean: 'boolean',
  jsonb: 'json',
  bytea: 'bytes',
  'bit(256)': 'text',
  'integer[]': 'number[]',
  'smallint[]': 'number[]',
  'bigint[]': 'number[]',
  'text[]': 'text[]',
  'timestamp with time zone[]': 'time[]',
}

export type RealColumn = Column & { type: string }

/** Returns the columns of every table and view in the database. All columns of views count as nullable. */
export async function readRealColumns(db: Db): Promise<Record<string, Record<string, RealColumn>>> {
  const { rows } = await sql<{ table: string; column: string; type: string } & Omit<Column, 'kind'>>`
    select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
      not a.attnotnull as nullable,
      case when a.attgenerated <> '' or a.attidentity = 'a' then 'always'
        when a.atthasdef or a.attidentity = 'd' then 'default' else 'given' end as write
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
      and a.attnum > 0 and not a.attisdropped and c.relname not like 'kysely_%'
  `.execute(db)
  const tables: Record<string, Record<string, RealColumn>> = {}
  for (const { table, column, type, nullable, write } of rows) {
    tables[table] ??= {}
    tables[table][column] = { kind: kinds[type] ?? type, nullable, write, type }
  }
  return tables
}

/** Returns the values that check constraints allow, by `table.column`. */
export async function readCheckedValues(db: Db): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; definition: string }>`
    select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace
  `.execute(db)
  const values = new Map<string, string[]>()
  for (const { table, definition } of rows) {
    const list = definition.match(/^CHECK \(\((\w+) = ANY \(ARRAY\[(.*)\]\)\)\)$/)
    if (list?.[2])
      values.set(
        `${table}.${list[1]}`,
        Array.from(list[2].matchAll(/'(\w+)'/g), ([, v = '']) => v),
      )
  }
  return values
}

export function withoutTypes(columns: Record<string, Record<string, RealColumn>>): Columns {
  return Object.fromEntries(
    Object.entries(columns).map(([table, fields]) => [
      table,
      Object.fromEntries(Object.entries(fields).map(([name, { type, ...column }]) => [name, column])),
    ]),
  )
}
