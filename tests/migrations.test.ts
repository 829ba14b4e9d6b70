import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect } from '#db/index.ts'
import { migrate } from '#db/migrate.ts'
import { takeInfrastructure } from '#tests/support/servers/infrastructure.ts'

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
    const namesBefore = (await names()).rows
    expect(namesBefore.map(({ name }) => `${name}.ts`)).toEqual(files)
    expect(await migrate(owner_url)).toEqual([])
    await sql`delete from kysely_migration where name = '0001-reference-lists'`.execute(db)
    await expect(migrate(owner_url)).rejects.toThrow('migrated by another release')
    expect((await names()).rows).toEqual(namesBefore.slice(1))
  } finally {
    await db.destroy()
  }
})

test('who migrates a busy table lets the others pass, and goes on when it is free', async () => {
  const { owner_url } = await takeInfrastructure()
  const [busy, waitingDb] = [connect(owner_url, { max: 1 }), connect(owner_url, { max: 1 })]
  try {
    const updateListing = sql`update listings set status = status where id = 0`
    const releaseSignal = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const lockHeld = busy.transaction().execute(async (tx) => {
      await updateListing.execute(tx)
      locked.resolve()
      await releaseSignal.promise
    })
    await locked.promise
    let isDone = false
    const migrated = migrate(owner_url).then(() => (isDone = true))
    const waitingLocks = sql`select from pg_locks where not granted and relation = 'listings'::regclass`
    await expect
      .poll(async () => (await waitingLocks.execute(waitingDb)).rows.length, { timeout: 5000 })
      .toBe(1)
    await updateListing.execute(waitingDb)
    expect(isDone).toBe(false)
    releaseSignal.resolve()
    await Promise.all([lockHeld, migrated])
  } finally {
    await Promise.all([busy.destroy(), waitingDb.destroy()])
  }
})

test('a database from before v0.2.0 is refused with a way out, however far it had come, and nothing is applied', async () => {
  const { owner_url } = await takeInfrastructure()
  const db = connect(owner_url, { max: 1 })
  try {
    const names = () => sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    for (const appliedNames of [
      ['0001-reference'],
      ['0001-reference', '0002-people', '0074-spent-credits'],
    ]) {
      await sql`truncate kysely_migration`.execute(db)
      for (const name of appliedNames)
        await sql`insert into kysely_migration values (${name}, ${new Date().toISOString()})`.execute(db)
      await expect(migrate(owner_url)).rejects.toThrow('is from before v0.2.0')
      expect((await names()).rows.map(({ name }) => name)).toEqual(appliedNames)
    }
  } finally {
    await db.destroy()
  }
})

test("a vacancy's former `fixed` becomes monthly pay, with the searches for it; an order's stays", async () => {
  const { owner_url } = await takeInfrastructure()
  const db = connect(owner_url, { max: 1 })
  try {
    await sql`delete from kysely_migration where name >= '0015'`.execute(db)
    await sql`insert into users (id, telegram_id, full_name) values (1, 1, 'Анна')`.execute(db)
    const formats = sql`values ('order', 'fixed'), ('vacancy', 'fixed'), ('vacancy', 'hourly'), ('vacancy', null)`
    await sql`insert into listings (kind, payment_format, author_id, title, content_hash)
      select kind, payment_format, 1, 'Вёрстка', 'x' from (${formats}) formats (kind, payment_format)`.execute(
      db,
    )
    await sql`insert into saved_searches (user_id, kind, name, filters)
      select 1, kind, kind, '{"payment_format": ["fixed", "hourly"]}' from (values ('order'), ('vacancy')) kinds (kind)
    `.execute(db)
    expect(await migrate(owner_url)).toEqual(files.slice(14).map((file) => file.replace('.ts', '')))
    const listings = await sql`select kind, payment_format from listings order by id`.execute(db)
    expect(listings.rows.map((row) => Object.values(row as object))).toEqual([
      ['order', 'fixed'],
      ['vacancy', 'monthly'],
      ['vacancy', 'hourly'],
      ['vacancy', null],
    ])
    const searches = await sql`select filters from saved_searches order by id`.execute(db)
    expect(searches.rows).toEqual([
      { filters: { payment_format: ['fixed', 'hourly'] } },
      { filters: { payment_format: ['monthly', 'hourly'] } },
    ])
  } finally {
    await db.destroy()
  }
})
