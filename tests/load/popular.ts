import { sql } from 'kysely'
import { connect } from '#db/index.ts'
import { isRehearsal } from '#tests/support/run/share.ts'
import type { BenchRequest } from './questions.ts'
import { sendRequests } from './rounds.ts'
import { openServers } from './servers.ts'
import { api, fillMarket, startServer } from './setup.ts'

const [few, many] = isRehearsal ? [2, 50] : [20, 5000]
const requestCount = isRehearsal ? 20 : 300

/** Requests that an author makes to see the responses to an order, by the order's id. */
const kinds: Record<string, (id: number) => string> = {
  'the first page': (id) => `/api/listings/${id}/responses`,
  'the cheapest first': (id) => `/api/listings/${id}/responses?sort=cheap`,
  'by rating': (id) => `/api/listings/${id}/responses?sort=rating`,
  'picked out': (id) => `/api/listings/${id}/responses?group=shortlisted`,
  'the full page': (id) => `/api/projects/${id}/full_info`,
}

/**
 * Measures CPU time and latency of an author's requests for an order with 20 responses and for an order with 5,000
 * responses.
 */
export async function benchPopular(printLine: (line: string) => void): Promise<void> {
  const servers = await openServers()
  try {
    const { regulars, orders } = await fillMarket(servers, isRehearsal ? 300 : 10_000, 10)
    const [author] = regulars
    const [quiet, popular] = orders
    if (!author || !quiet || !popular) throw new Error('the market is empty')
    await fillResponses(servers.owner_url, author.id, { [quiet.id]: few, [popular.id]: many })
    const server = await startServer(servers, 'ours', api)
    const measureTime = async (path: string) => {
      const { authorization } = author
      const requests = Array.from(
        { length: requestCount },
        (): BenchRequest => ({ method: 'GET', path, authorization }),
      )
      const {
        server: serverCpu,
        postgres,
        p50,
        p99,
        failures,
      } = await sendRequests(server, servers.postgres_pid, requests, 20_000)
      if (failures > 0) throw new Error(`${failures} of ${requestCount} requests for ${path} failed`)
      return { cpu: serverCpu + postgres, p50, p99 }
    }
    printLine(`\n${few} and ${many} responses: CPU ms of server and Postgres, p50, p99 over 16 connections`)
    for (const [name, pathOf] of Object.entries(kinds)) {
      // The first request reads from disk, so it is not measured.
      await measureTime(pathOf(popular.id))
      const [quietResult, popularResult] = [
        await measureTime(pathOf(quiet.id)),
        await measureTime(pathOf(popular.id)),
      ]
      const formatResult = ({ cpu, p50, p99 }: typeof popularResult) =>
        `${cpu.toFixed(2)} ms, ${p50.toFixed(0)}, ${p99.toFixed(0)}`
      printLine(
        `${name.padEnd(20)} ${formatResult(quietResult).padEnd(24)} ${formatResult(popularResult).padEnd(24)} ${(popularResult.cpu / quietResult.cpu).toFixed(1)}x`,
      )
    }
    server.child.kill('SIGKILL')
  } finally {
    await servers.stop()
  }
}

/**
 * Makes the person the author of these orders. Inserts the given number of responses into each order, with varied age,
 * price and status.
 */
async function fillResponses(
  owner_url: string,
  author_id: number,
  counts: Record<number, number>,
): Promise<void> {
  const db = connect(owner_url)
  try {
    await sql`insert into users (telegram_id, full_name) select 8000000000 + n, 'Отклик ' || n
      from generate_series(1, ${many}::int) n`.execute(db)
    for (const [id, count] of Object.entries(counts)) {
      await sql`delete from responses where listing_id = ${Number(id)}`.execute(db)
      await sql`insert into responses (listing_id, user_id, response_text, price, currency_id, status, created_at)
        select ${Number(id)}, id, repeat('Сделаю за неделю. ', 10), (n * 7919 % 5000 + 1) * 100, 1,
          case when n % 50 = 0 then 'shortlisted' else 'no_show' end, '2026-01-01Z'::timestamptz + n * interval '1 second'
        from (select id, (telegram_id - 8000000000)::int as n from users where telegram_id between 8000000001 and 8000999999) person
        where n <= ${count}`.execute(db)
      await sql`update listings set author_id = ${author_id}, responses_count = ${count} where id = ${Number(id)}`.execute(
        db,
      )
    }
    await sql`vacuum analyze responses, users, listings`.execute(db)
  } finally {
    await db.destroy()
  }
}
