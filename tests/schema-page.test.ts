import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect, type Db } from '#db/index.ts'
import { stateWriters } from '#tests/house/state-writers.ts'
import { atEnd } from '#tests/support/run/at-end.ts'
import { takeInfrastructure } from '#tests/support/servers/infrastructure.ts'
import { readCheckedValues } from './support/api/real-columns.ts'

/** Files of db/tables, each with the heading of its chapter in docs/schema.md, in the order of the migrations. */
const sections: [file: string, heading: string][] = [
  ['reference', 'Reference data'],
  ['people', 'People'],
  ['listings', 'Listings and the work on them'],
  ['responses', 'Responses'],
  ['service-requests', 'Requests for services'],
  ['chat', 'Chat'],
  ['support', 'Support'],
  ['files', 'Files'],
  ['payments', 'Payments and the ledger'],
  ['moderation', 'Moderation and staff'],
  ['relations', 'Relations between people'],
  ['channels', 'Channels'],
  ['bot', 'The bot'],
  ['events', 'Events, deliveries and the installation'],
]

const intro = `# The schema

Every table and view of the database by noun, with what \`db/tables\` says of it. Tables are made by \`db/migrations\`, rights by
\`db/roles.ts\`, the triggers that guard the moves of states by \`db/moves.ts\`. A column may not be null unless its row says so.
\`npm test -- --project integration tests/schema-page.test.ts -u\` writes this page, and without \`-u\` the test holds it current.
`

type DescribedTable = { table: string; doc: string; columns: Map<string, string> }
type StoredColumn = {
  table: string
  column: string
  type: string
  nullable: boolean
  value: string | null
  is_derived: boolean
}

const toOneLine = (doc: string) =>
  doc
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trim())
    .join(' ')
    .trim()

/** Returns the interfaces of one file with their comments. */
async function readDescribed(file: string): Promise<DescribedTable[]> {
  const text = await readFile(new URL(`../db/tables/${file}.ts`, import.meta.url), 'utf8')
  const interfaces = text.matchAll(
    /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?export interface (\w+) \{\n([\s\S]*?)\n\}/g,
  )
  return Array.from(interfaces, ([, doc = '', name = '', body = '']) => ({
    table: name.replaceAll(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase(),
    doc: toOneLine(doc),
    columns: new Map(
      Array.from(
        body.matchAll(/(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n\s*)?^ {2}(\w+): /gm),
        ([, comment = '', column = '']) => [column, toOneLine(comment)],
      ),
    ),
  }))
}

async function readStoredColumns(db: Db): Promise<Map<string, StoredColumn[]>> {
  const { rows } = await sql<StoredColumn>`
    select relation.relname as table, attname as column, format_type(atttypid, atttypmod) as type,
      not attnotnull and relation.relkind = 'r' as nullable, pg_get_expr(adbin, adrelid) as value,
      attgenerated <> '' as is_derived
    from pg_attribute join pg_class relation on relation.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'v') and attnum > 0
      and not attisdropped
    order by attrelid, attnum`.execute(db)
  return Map.groupBy(rows, ({ table }) => table)
}

function typeOf({ type, nullable, value, is_derived }: StoredColumn): string {
  const shortType = type.replace('timestamp with time zone', 'timestamptz')
  const plainDefault = value?.replaceAll(/::\w+(?: \w+)*(?:\[\])?/g, '').replaceAll(/\s+/g, ' ')
  const whenFilled =
    plainDefault && !/^nextval/.test(plainDefault)
      ? `, ${is_derived ? 'computed' : 'default'} \`${plainDefault}\``
      : ''
  return `${shortType}${nullable ? ', null' : ''}${whenFilled}`.replaceAll('|', '\\|')
}

/** Returns the text of docs/schema.md. */
async function schemaPage(db: Db): Promise<string> {
  const [real, values] = [await readStoredColumns(db), await readCheckedValues(db)]
  const noteOf = (table: string, column: string, comment = '') => {
    const writer = stateWriters.find(([one, other]) => one === table && other === column)?.[2]
    const allowedValues = values.get(`${table}.${column}`)?.map((value) => `\`${value}\``)
    return [
      comment,
      allowedValues && `One of ${allowedValues.join(', ')}.`,
      writer && `Written by \`${writer}\` alone.`,
    ]
      .filter(Boolean)
      .join(' ')
      .replaceAll('|', '\\|')
  }
  const chapters = sections.map(async ([file, heading]) => {
    const tables = (await readDescribed(file)).flatMap(({ table, doc, columns }) => {
      const rows = (real.get(table) ?? []).map(
        (column) =>
          `| \`${column.column}\` | ${typeOf(column)} | ${noteOf(table, column.column, columns.get(column.column))} |`,
      )
      return [
        `### ${table}`,
        ...(doc ? [doc] : []),
        ['| column | type | |', '|---|---|---|', ...rows].join('\n'),
      ]
    })
    return [`## ${heading}`, ...tables].join('\n\n')
  })
  return `${[intro, ...(await Promise.all(chapters))].join('\n')}\n`.replaceAll(/\n{3,}/g, '\n\n')
}

const { owner_url } = await takeInfrastructure()
const db = connect(owner_url)
atEnd(() => db.destroy())

test('docs/schema.md tells every table and column of the migrated database', async () => {
  const page = await schemaPage(db)
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and relname not like 'kysely_%'`.execute(
    db,
  )
  expect(page.match(/^### \w+$/gm)).toHaveLength(rows.length)
  expect(page).toContain('Written by `services/payments/money/moves.ts` alone.')
  await expect(page).toMatchFileSnapshot('../docs/schema.md')
})
