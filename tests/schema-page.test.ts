import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect } from '#db/index.ts'
import { schemaPage } from '#tests/support/api/schema-page.ts'
import { atEnd } from '#tests/support/run/at-end.ts'
import { takeInfrastructure } from '#tests/support/servers/infrastructure.ts'

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
