import { sql } from 'kysely'
import type { Context } from '#services/core/context.ts'

function answers(question: Promise<unknown>): Promise<boolean> {
  return question.then(
    () => true,
    () => false,
  )
}

/** Whether the two servers behind every process answer at this moment. */
export async function askServers(ctx: Context): Promise<{ postgres: boolean; redis: boolean }> {
  const [postgres, redis] = await Promise.all([
    answers(sql`select 1`.execute(ctx.db)),
    answers(ctx.redis.ping()),
  ])
  return { postgres, redis }
}
