import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import type { KeepReply, UserContext } from '#services/core/request-context.ts'

/**
 * Milliseconds after which an unfinished first call counts as dead, so that a repeat of the call runs. The time is
 * short, because after a restart of the server a person waits for the repeat. A call with an idempotency key either
 * keeps its answer in the transaction of its effect (`keepReply`), or recognizes what its earlier run has made.
 */
const abandonedMs = 5000
const maxWaitMs = 10_000
const pollMs = 50

type Attempt = { key: string; call: string; body_hash: string }
/**
 * Kind of a run of a call. `first`: nobody has run the call yet. `again`: an earlier run of the call ended in an
 * unknown state.
 */
type Run = 'first' | 'again'

/**
 * Claims the run of a call.
 * @returns undefined while another process runs the same call, or if its answer is stored
 */
async function claim(ctx: UserContext, { key, call, body_hash }: Attempt): Promise<Run | undefined> {
  const now = ctx.now()
  const abandonedBefore = new Date(now.getTime() - abandonedMs).toISOString()
  const expiredBefore = new Date(now.getTime() - limits.idempotency.ms).toISOString()
  const row = await ctx.db
    .insertInto('idempotency_keys')
    .values({ user_id: ctx.viewer.id, call, key, body_hash, created_at: now.toISOString() })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'call', 'key'])
        .doUpdateSet({ body_hash, reply: null, created_at: now.toISOString() })
        .where((eb) =>
          eb.or([
            eb('idempotency_keys.created_at', '<', expiredBefore),
            eb.and([
              eb('idempotency_keys.reply', 'is', null),
              eb('idempotency_keys.created_at', '<=', abandonedBefore),
            ]),
          ]),
        ),
    )
    .returning(sql<Run>`case when xmax = 0 then 'first' else 'again' end`.as('turn'))
    .executeTakeFirst()
  return row?.turn
}

function keyColumns(ctx: UserContext, { key, call }: Attempt) {
  return { user_id: ctx.viewer.id, call, key }
}

/**
 * Returns the stored answer of an earlier call with the same idempotency key, if there is one.
 * @throws idempotency_conflict
 */
async function findReply(ctx: UserContext, attempt: Attempt): Promise<unknown> {
  const row = await ctx.db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'reply'])
    .where((eb) => eb.and(keyColumns(ctx, attempt)))
    .executeTakeFirst()
  if (row && row.body_hash !== attempt.body_hash) throw new AppError('idempotency_conflict')
  return row?.reply ?? undefined
}

/** Waits for the stored answer while another process runs the same call. If no process runs it, claims the run. */
async function replyOrRun(ctx: UserContext, attempt: Attempt): Promise<{ reply: unknown } | Run> {
  const deadline = ctx.now().getTime() + maxWaitMs
  while (ctx.now().getTime() < deadline) {
    const run = await claim(ctx, attempt)
    if (run) return run
    const reply = await findReply(ctx, attempt)
    if (reply !== undefined) return { reply }
    await wait(pollMs)
  }
  throw new AppError('unavailable')
}

/** Deletes the idempotency key of a refused call. A refused call has changed nothing, so a repeat may run it. */
async function forget(ctx: UserContext, attempt: Attempt): Promise<void> {
  await ctx.db
    .deleteFrom('idempotency_keys')
    .where((eb) => eb.and(keyColumns(ctx, attempt)))
    .execute()
}

/**
 * Marks a failed run of a call as abandoned. The changes of the run may have been committed, so the next run starts at
 * once and gets `again`.
 */
async function abandon(ctx: UserContext, attempt: Attempt): Promise<void> {
  const created_at = new Date(ctx.now().getTime() - abandonedMs).toISOString()
  await ctx.db
    .updateTable('idempotency_keys')
    .set({ created_at })
    .where((eb) => eb.and(keyColumns(ctx, attempt)))
    .execute()
}

/** Stores the answer of a call. @returns false if another run of the call has stored one */
async function storeReply(db: Context['db'] | Tx, ctx: UserContext, attempt: Attempt, reply: unknown) {
  const { numUpdatedRows } = await db
    .updateTable('idempotency_keys')
    .set({ reply: JSON.stringify(reply) })
    .where((eb) => eb.and(keyColumns(ctx, attempt)))
    .where('reply', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Runs a creating call once per `Idempotency-Key`. A repeat within 24 hours gets the first answer.
 * @param run gets true if an earlier run ended in an unknown state, and the `keepReply` of its context
 * @throws idempotency_conflict if the key is reused with another body
 */
export async function runOnce<T>(
  ctx: UserContext,
  call: string,
  key: string | undefined,
  input: unknown,
  run: (isRepeat: boolean, keepReply?: KeepReply) => Promise<T>,
): Promise<T> {
  if (!key) return run(false)
  if (key.length > 200) throw new AppError('invalid_input', { fields: [{ path: 'Idempotency-Key' }] })
  const body_hash = createHash('sha256').update(JSON.stringify(input)).digest('hex')
  const attempt = { key, call, body_hash }
  const outcome = await replyOrRun(ctx, attempt)
  if (typeof outcome === 'object') return outcome.reply as T
  let isKept = false
  const keepReply: KeepReply = async (tx, reply) => {
    isKept = await storeReply(tx, ctx, attempt, reply)
    // This rolls the transaction back. The repeat of the call then gets the answer of the other run.
    if (!isKept) throw new Error('another run of the call has answered')
  }
  try {
    const reply = await run(outcome === 'again', keepReply)
    if (!isKept) await storeReply(ctx.db, ctx, attempt, reply)
    return reply
  } catch (error) {
    const releaseKey = error instanceof AppError ? forget(ctx, attempt) : abandon(ctx, attempt)
    // While Postgres is down, the idempotency key stays claimed until the run counts as abandoned. The client gets the
    // error of the call itself, not that of releasing the key.
    await releaseKey.catch((failure) => ctx.log.warn({ err: failure }, 'a key was not given back'))
    throw error
  }
}
