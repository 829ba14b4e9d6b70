import { Redis } from 'ioredis'
import { sql } from 'kysely'
import { type Context, closeContext, createContext } from '#services/core/context.ts'
import { countView } from '#services/listings/author/views.ts'
import { isRehearsal } from '#tests/support/run/share.ts'
import { flushViews } from '#workers/rounds/views.ts'
import { percentile } from './percentile.ts'
import { openServers } from './servers.ts'

const [viewers, listings, rounds] = isRehearsal ? [20, 100, 1] : [2000, 100, 5]
/** Every view is sent twice, because a reload of a page must not count as a view. */
const hitCount = viewers * listings * 2
const hitsAtOnce = 2000

/** Least possible cost of one view: a Redis script that stores the viewer and increments the counter. */
const bareScript = `
if redis.call('SADD', KEYS[1], ARGV[1]) == 1 then
  redis.call('EXPIRE', KEYS[1], 172800)
  redis.call('HINCRBY', KEYS[2], ARGV[2], 1)
end
`

/**
 * Measures views per second through the product's counter, in turns with a plain Redis script. Also checks the final
 * count.
 */
export async function benchViews(printLine: (line: string) => void): Promise<void> {
  const servers = await openServers()
  const ctx = createContext(servers.config, 'bench')
  const plainRedis = new Redis(servers.redis_url)
  try {
    if (ctx.redis.status !== 'ready') await new Promise((resolve) => ctx.redis.once('ready', resolve))
    await fillListings(ctx)
    const sha = String(await plainRedis.script('LOAD', bareScript))
    const viewsPerSecond: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] }
    for (let round = 0; round < rounds; round++) {
      await plainRedis.flushall()
      await ctx.db.deleteFrom('listing_views').execute()
      viewsPerSecond.ours.push(await perSecond((from, to) => countOurs(ctx, from, to)))
      await flushViews(ctx)
      await checkCounts(ctx)
      viewsPerSecond.bare.push(await perSecond((from, to) => countBare(plainRedis, sha, from, to)))
    }
    const [ours, least] = [percentile(viewsPerSecond.ours, 0.5), percentile(viewsPerSecond.bare, 0.5)]
    printLine(`\nviews, ${hitCount} hits of ${viewers} people in each of ${rounds} rounds, all counted once`)
    printLine(`bare script in a pipeline    ${least.toFixed(0).padStart(8)} hits/s`)
    printLine(
      `the counter                  ${ours.toFixed(0).padStart(8)} hits/s, ${((ours / least) * 100).toFixed(0)} %`,
    )
  } finally {
    plainRedis.disconnect()
    await closeContext(ctx)
    await servers.stop()
  }
}

const viewerOf = (viewIndex: number) => (Math.floor(viewIndex / listings) % viewers) + 1
const listingOf = (viewIndex: number) => (viewIndex % listings) + 1

async function perSecond(countHits: (from: number, to: number) => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  for (let firstHit = 0; firstHit < hitCount; firstHit += hitsAtOnce)
    await countHits(firstHit, firstHit + hitsAtOnce)
  return hitCount / ((performance.now() - startedAt) / 1000)
}

function countOurs(ctx: Context, from: number, to: number): Promise<unknown> {
  return Promise.all(
    Array.from({ length: to - from }, (_, index) =>
      countView(ctx, listingOf(from + index), viewerOf(from + index)),
    ),
  )
}

function countBare(redis: Redis, bareSha: string, from: number, to: number): Promise<unknown> {
  const pipeline = redis.pipeline()
  for (let viewIndex = from; viewIndex < to; viewIndex++)
    pipeline.evalsha(
      bareSha,
      2,
      `bare:${listingOf(viewIndex)}`,
      'bare:pending',
      viewerOf(viewIndex),
      listingOf(viewIndex),
    )
  return pipeline.exec()
}

async function fillListings({ db }: Context): Promise<void> {
  await sql`insert into users (telegram_id, full_name) values (1, 'Автор')`.execute(db)
  await sql`
    insert into listings (kind, author_id, status, title, content_hash, price, published_at)
    select 'order', (select min(id) from users), 'published', 'Заказ ' || n, n::text, 1, now()
    from generate_series(1, ${listings}::int) n`.execute(db)
}

async function checkCounts({ db }: Context): Promise<void> {
  const { counted } = await db
    .selectFrom('listing_views')
    .select((eb) => eb.fn.sum<number>('views_count').as('counted'))
    .executeTakeFirstOrThrow()
  if (Number(counted) !== viewers * listings)
    throw new Error(`${counted} views instead of ${viewers * listings}`)
}
