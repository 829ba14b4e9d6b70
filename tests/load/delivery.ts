import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Queue } from 'bullmq'
import { sql } from 'kysely'
import { type Context, closeContext, createContext } from '#services/core/context.ts'
import { applyDecision } from '#services/lifecycle/publication/decide.ts'
import { spawnGuarded } from '#stand-ins/infra/processes.ts'
import { nodeProcess } from '#stand-ins/launcher/node-process.ts'
import { entries } from '#stand-ins/launcher/paths.ts'
import { isRehearsal } from '#tests/support/run/share.ts'
import { openBotApi } from './bot-api.ts'
import { percentile } from './percentile.ts'
import { openServers } from './servers.ts'

const roundCount = isRehearsal ? 10 : 400
const warmUpRoundCount = isRehearsal ? 2 : 40
/** Time limit of the measurement in milliseconds. On a busy machine fewer rounds are completed. */
const longestMs = 90_000
const firstId = 9_200_000_000

/** Lets a caller wait until an event with a given name is reported, and returns the time of that event. */
function createArrivalPairs<Name>() {
  const waiters = new Map<Name, (at: number) => void>()
  const reportArrival = (name: Name, at: number) => waiters.get(name)?.(at)
  const waitForArrival = (name: Name) =>
    new Promise<number>((resolve) => {
      waiters.set(name, resolve)
    })
  return { happen: reportArrival, wait: waitForArrival }
}

/**
 * Measures the time from the commit that applies an approval to the message's request at the Bot API. Alternates with a
 * plain queue whose worker is also a separate process.
 */
export async function benchDelivery(printLine: (line: string) => void): Promise<void> {
  const messages = createArrivalPairs<number>()
  const jobs = createArrivalPairs<string>()
  const botApi = await openBotApi(messages.happen)
  const servers = await openServers(botApi.port)
  const ctx = createContext(servers.config, 'bench')
  // The rate limits are raised, because Telegram's limits are not measured here.
  const env = { ...servers.env, TELEGRAM_RATE_SCALE: '100' }
  const startProcess = await nodeProcess({
    name: 'workers',
    entry: entries.workers,
    env,
    logFolder: path.join(servers.folder, 'logs'),
  })
  const workers = await startProcess()
  const plainQueue = spawnGuarded(process.execPath, ['tests/load/bare-queue.ts'], {
    env: { ...process.env, REDIS_URL: servers.redis_url },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const queue = new Queue('bare', { connection: { url: servers.redis_url } })
  try {
    await once(plainQueue, 'message')
    plainQueue.on('message', ({ name, at }: { name: string; at: number }) => jobs.happen(name, at))
    const tasks = await fillModeration(ctx)
    const times: Record<'author' | 'freelancer' | 'bare', number[]> = { author: [], freelancer: [], bare: [] }
    const deadline = performance.now() + longestMs
    for (const [round, task_id] of tasks.entries()) {
      if (performance.now() > deadline) break
      const [author, freelancer] = [firstId + 2 * round, firstId + 2 * round + 1]
      const bothArrivals = Promise.all([messages.wait(author), messages.wait(freelancer)])
      const committedAt = await approve(ctx, task_id)
      const [toAuthor, toFreelancer] = await bothArrivals
      const jobDone = jobs.wait(String(round))
      const addedAt = Number(process.hrtime.bigint())
      await queue.add('job', { name: String(round) }, { removeOnComplete: true })
      const handledAt = await jobDone
      if (round >= warmUpRoundCount) {
        times.author.push((toAuthor - committedAt) / 1e6)
        times.freelancer.push((toFreelancer - committedAt) / 1e6)
        times.bare.push((handledAt - addedAt) / 1e6)
      }
      await sleep(10)
    }
    printReport(printLine, times)
  } finally {
    plainQueue.kill('SIGKILL')
    await queue.close()
    await workers.stop()
    await closeContext(ctx)
    await servers.stop()
    await botApi.close()
  }
}

async function approve(ctx: Context, task_id: number): Promise<number> {
  await ctx.db.transaction().execute((tx) => applyDecision(ctx, tx, task_id))
  return Number(process.hrtime.bigint())
}

/**
 * Creates approved orders whose decisions can no longer be undone, each with its own author and freelancer.
 * @returns the ids of their moderation tasks
 */
async function fillModeration({ db }: Context): Promise<number[]> {
  const count = roundCount + warmUpRoundCount
  await sql`
    insert into users (telegram_id, full_name, can_write)
    select ${firstId}::bigint + n, 'Человек ' || n, true from generate_series(0, ${2 * count}::int - 1) n`.execute(
    db,
  )
  await sql`
    insert into user_skills (user_id, name)
    select id, 'round-' || (telegram_id - ${firstId}) / 2 from users where telegram_id % 2 = 1`.execute(db)
  const { rows } = await sql<{ id: number }>`
    with listing as (
      insert into listings (kind, author_id, status, title, content_hash, price, payment_format, skills, is_remote)
      select 'order', id, 'moderation', 'Сайт для кофейни', telegram_id::text, 250000, 'fixed',
        array['round-' || (telegram_id - ${firstId}) / 2], true
      from users where telegram_id >= ${firstId} and telegram_id % 2 = 0 order by telegram_id
      returning id
    ), texts as (insert into orders (listing_id) select id from listing)
    insert into moderation_tasks (subject, listing_id, state, decided_by, decided_at, effective_at)
    select 'listing', id, 'approved', (select min(id) from users), now(), now() from listing order by id
    returning id`.execute(db)
  await sql`analyze`.execute(db)
  return rows.map(({ id }) => Number(id))
}

function printReport(
  printLine: (line: string) => void,
  times: Record<'author' | 'freelancer' | 'bare', number[]>,
): void {
  const plainMedian = percentile(times.bare, 0.5)
  printLine(`\ncommit of an approval -> request at the Bot API, ${times.bare.length} rounds`)
  printLine(`${'to'.padEnd(28)} p50 ms   p99 ms   x of the bare p50`)
  for (const [name, label] of [
    ['bare', 'bare BullMQ add -> worker'],
    ['author', 'the author'],
    ['freelancer', 'a freelancer of its audience'],
  ] as const) {
    const [middle, worst] = [percentile(times[name], 0.5), percentile(times[name], 0.99)]
    printLine(
      `${label.padEnd(28)} ${middle.toFixed(2).padStart(6)}   ${worst.toFixed(2).padStart(6)}   ${(middle / plainMedian).toFixed(1)}`,
    )
  }
}
