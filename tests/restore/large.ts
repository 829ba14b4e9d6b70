import { sql } from 'kysely'
import type { Db } from '#db/index.ts'
import { shipLog } from '#services/operations/backup/archive.ts'
import { openVault } from '#services/operations/backup/vault.ts'
import { startPostgres } from '#stand-ins/infra/postgres.ts'
import { seedListings } from '#tests/load/seed.ts'
import { startApi } from '#tests/support/api/api.ts'
import { login } from '#tests/support/people/people.ts'
import { waitUntilArchived, withMachine } from './machine.ts'

/** Milliseconds between two requests to the provider, as `otklik restore` waits by default. */
const gapMs = 100

/**
 * Measures the backup and the restore of a market with `rows` orders. One listing in ten changes after the backup, so
 * that the restore also replays a log. The last measured step is the first list that a person gets.
 */
export async function restoreLarge(rows: number, printLine: (line: string) => void): Promise<void> {
  const timeAct = async <Done>(title: string, act: () => Promise<Done>): Promise<Done> => {
    const startedAt = performance.now()
    const result = await act()
    printLine(`${title}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
    return result
  }
  await withMachine(async (machine) => {
    const { before, archive, second, env, ends } = machine
    await timeAct(`a market of ${rows} orders is made`, () => seedListings(before.owner, rows))
    const { rows: sizes } = await sql<{ size: string }>`
      select pg_size_pretty(pg_database_size(current_database())) as size`.execute(before.owner)
    await timeAct(`a backup of ${sizes[0]?.size}, read again`, () => machine.copy())
    const listingCount = await countListings(before.owner)
    await sql`update listings set responses_count = responses_count + 1 where id % 10 = 0`.execute(
      before.owner,
    )
    await waitUntilArchived(before, archive)
    const vault = await openVault(before.ctx.config)
    await timeAct('the log is shipped', () => shipLog(before.ctx, vault, archive))
    await machine.lose()
    const startedAt = performance.now()
    const { seconds, logs, state } = await machine.restore(gapMs)
    const server = await startPostgres(second, undefined, { throwaway: true })
    ends.push(() => server.stop())
    const restoredApi = await startApi(server.url, { ...env, DATABASE_URL: server.url })
    ends.push(() => restoredApi.close())
    const reader = await login(restoredApi)
    const { items } = await reader.call('POST /api/projects', { body: {} })
    // The listings of this market are unpaid, so every one violates the payment rules. The check therefore only counts
    // rows.
    if (items.length === 0 || state.listings !== listingCount)
      throw new Error(`${state.listings} of ${listingCount} listings came back`)
    printLine(
      `restored from ${logs} pieces of the log: data ${seconds.data} s, whole ${seconds.whole} s, the first list ` +
        `${((performance.now() - startedAt) / 1000).toFixed(1)} s after the beginning`,
    )
  })
}

async function countListings(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from listings`.execute(db)
  return rows[0]?.count ?? 0
}
