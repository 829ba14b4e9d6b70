import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { connect } from '#db/index.ts'
import { migrate } from '#db/migrate.ts'
import { takeInfrastructure } from '#tests/support/servers/infrastructure.ts'
import {
  createDatabase,
  databaseUrl,
  dropDatabase,
  newName,
} from '#tests/support/servers/infrastructure-databases.ts'

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

test('who migrates a busy table lets the others pass, and goes on when it is free', async () => {
  const { owner_url } = await takeInfrastructure()
  const [busy, other] = [connect(owner_url, { max: 1 }), connect(owner_url, { max: 1 })]
  try {
    const touch = sql`update listings set status = status where id = 0`
    const free = Promise.withResolvers<void>()
    const holding = Promise.withResolvers<void>()
    const held = busy.transaction().execute(async (tx) => {
      await touch.execute(tx)
      holding.resolve()
      await free.promise
    })
    await holding.promise
    let isDone = false
    const migrated = migrate(owner_url).then(() => (isDone = true))
    const waiting = sql`select from pg_locks where not granted and relation = 'listings'::regclass`
    await expect.poll(async () => (await waiting.execute(other)).rows.length, { timeout: 5000 }).toBe(1)
    await touch.execute(other)
    expect(isDone).toBe(false)
    free.resolve()
    await Promise.all([held, migrated])
  } finally {
    await Promise.all([busy.destroy(), other.destroy()])
  }
})

test('names that stood in columns by language are in the map, and the release before goes on reading the columns', async () => {
  const { admin_url } = inject('infrastructure')
  const name = newName('otklik_before')
  await createDatabase(admin_url, name)
  const db = connect(databaseUrl(admin_url, name), { max: 1 })
  const apply = async (file: string) => (await import(`../db/migrations/${path.parse(file).name}.ts`)).up(db)
  try {
    const at = files.indexOf('0017-languages.ts')
    for (const file of files.slice(0, at)) await apply(file)
    await sql`
      insert into categories (id, name_ru, name_en, position) values (1, 'Сайты', 'Websites', 1);
      insert into price_terms (id, name_ru, name_en, description_ru, position) values (1, 'за час', 'per hour', 'По часам', 1);
    `.execute(db)
    await apply('0017-languages.ts')
    const read = (table: string) => sql`select * from ${sql.table(table)}`.execute(db)
    expect((await read('categories')).rows).toEqual([
      {
        ...{ id: 1, parent_id: null, position: 1 },
        ...{ names: { ru: 'Сайты', en: 'Websites' }, name_ru: 'Сайты', name_en: 'Websites' },
      },
    ])
    expect((await read('price_terms')).rows).toEqual([
      {
        ...{
          id: 1,
          position: 1,
          names: { ru: 'за час', en: 'per hour' },
          name_ru: 'за час',
          name_en: 'per hour',
        },
        ...{ descriptions: { ru: 'По часам' }, description_ru: 'По часам', description_en: null },
      },
    ])
  } finally {
    await db.destroy()
    await dropDatabase(admin_url, name)
  }
})
