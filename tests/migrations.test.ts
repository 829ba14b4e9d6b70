import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect } from '#db/index.ts'
import { migrate } from '#db/migrate.ts'
import { takeInfrastructure } from './support/infrastructure.ts'

const files = (await readdir(new URL('../db/migrations', import.meta.url))).toSorted()

test('migrations are numbered from one without gaps, each with a name', () => {
  expect(files.map((file) => Number(/^(\d{4})-[a-z]+(?:-[a-z]+)*\.ts$/.exec(file)?.[1]))).toEqual(
    files.map((_, index) => index + 1),
  )
})

test('a migration that comes before one that was applied is refused, and nothing is applied', async () => {
  const { owner_url } = await takeInfrastructure()
  const db = connect(owner_url, { max: 1 })
  try {
    const names = () => sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    const before = (await names()).rows
    expect(before.map(({ name }) => `${name}.ts`)).toEqual(files)
    expect(await migrate(owner_url)).toEqual([])
    await sql`delete from kysely_migration where name = '0001-reference'`.execute(db)
    await expect(migrate(owner_url)).rejects.toThrow('migrated by another release')
    expect((await names()).rows).toEqual(before.slice(1))
  } finally {
    await db.destroy()
  }
})
