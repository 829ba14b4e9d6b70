import { setInterval } from 'node:timers'
import type { Bot, MiddlewareFn } from 'grammy'
import type { Update } from 'grammy/types'
import { botIdOf } from '#services/core/bot-link.ts'
import type { Context } from '#services/core/context.ts'
import { inTime } from '#services/core/in-time.ts'
import type { BotContext } from './context.ts'

/** Unfinished updates that nobody renewed for so long belong to a process that died: a few missed renewals. */
export const abandonedMs = 8000
const renewalMs = 2000

/** A Postgres that hangs keeps the next updates from coming for no longer. */
const storeMs = 2000

/** @returns false when the update was stored before @throws also when Postgres has not answered in time */
export async function storeUpdate(ctx: Context, update: Update): Promise<boolean> {
  return inTime(storeMs, insertUpdate(ctx, update))
}

async function insertUpdate(ctx: Context, update: Update): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('bot_updates')
    .values({
      bot_id: botIdOf(ctx),
      update_id: update.update_id,
      payload: JSON.stringify(update),
      received_at: ctx.now().toISOString(),
    })
    .onConflict((conflict) => conflict.columns(['bot_id', 'update_id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Whether an update was handled to its end, by this process or another. */
export async function isFinished(ctx: Context, update_id: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('bot_updates')
    .select('done_at')
    .where('bot_id', '=', botIdOf(ctx))
    .where('update_id', '=', update_id)
    .executeTakeFirst()
  return row !== undefined && row.done_at !== null
}

/** Notes how an update ended; what was said in it, a phone number perhaps, is then forgotten. */
export async function finishUpdate(ctx: Context, update_id: number, error: string | null): Promise<void> {
  await ctx.db
    .updateTable('bot_updates')
    .set((eb) => ({
      done_at: ctx.now().toISOString(),
      payload: '{}',
      error,
      attempts: eb('attempts', '+', 1),
    }))
    .where('bot_id', '=', botIdOf(ctx))
    .where('update_id', '=', update_id)
    .where('done_at', 'is', null)
    .execute()
}

/**
 * Updates that a process took and did not live to finish, in their order. They are ours from now on: another
 * process that asks meanwhile gets others.
 */
export async function takeLeftUpdates(ctx: Context): Promise<Update[]> {
  const now = ctx.now()
  const left = await ctx.db
    .updateTable('bot_updates')
    .set({ received_at: now.toISOString() })
    .where('bot_id', '=', botIdOf(ctx))
    .where('update_id', 'in', (eb) =>
      eb
        .selectFrom('bot_updates')
        .select('update_id')
        .where('bot_id', '=', botIdOf(ctx))
        .where('done_at', 'is', null)
        .where('received_at', '<', new Date(now.getTime() - abandonedMs).toISOString())
        .orderBy('update_id')
        .limit(100)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['update_id', 'payload'])
    .execute()
  return left
    .sort((one, other) => one.update_id - other.update_id)
    .map(({ payload }) => payload as unknown as Update)
}

/** Only an answer within seconds is of use, and a second answer does no harm: not worth storing. */
export function isFleeting({ inline_query, pre_checkout_query }: Update): boolean {
  return inline_query !== undefined || pre_checkout_query !== undefined
}

/** Handles an update once: Telegram brings again what it believes we have not seen, after a restart for instance. */
export function handleOnce(app: Context): MiddlewareFn<BotContext> {
  return async ({ update }, next) => {
    if (isFleeting(update)) return next()
    if (await isFinished(app, update.update_id)) return
    let failure: string | null = null
    try {
      await next()
    } catch (error) {
      failure = error instanceof Error ? error.name : 'unknown'
      throw error
    } finally {
      await finishUpdate(app, update.update_id, failure).catch((error) =>
        app.log.warn({ err: error, update_id: update.update_id }, 'an update stays unsettled'),
      )
    }
  }
}

/** Tells the other processes that these are still being handled, or wait their turn, in this one. */
async function renewUpdates(app: Context, update_ids: number[]): Promise<void> {
  if (update_ids.length === 0) return
  await app.db
    .updateTable('bot_updates')
    .set({ received_at: app.now().toISOString() })
    .where('bot_id', '=', botIdOf(app))
    .where('update_id', 'in', update_ids)
    .where('done_at', 'is', null)
    .execute()
}

/** Finishes what died processes left unfinished. */
export async function finishLeftUpdates(
  app: Context,
  handle: (update: Update) => Promise<void>,
): Promise<void> {
  await Promise.all((await takeLeftUpdates(app)).map(handle))
}

/** The updates that this process has taken and not finished. */
export type Hands = {
  /** Rejects as the handling does. */
  handle(update: Update): Promise<void>
  /** Never rejects. */
  handleOrLog(update: Update): Promise<void>
  /** Takes no more of what others left, and waits for what is under way. */
  stop(): Promise<void>
}

/** Keeps what is under way ours, and takes within seconds what another process did not live to finish. */
export function openHands(app: Context, bot: Bot<BotContext>): Hands {
  const underWay = new Map<number, Promise<void>>()
  const handle = (update: Update) => {
    const handling = bot.handleUpdate(update).finally(() => underWay.delete(update.update_id))
    underWay.set(update.update_id, handling)
    return handling
  }
  const handleOrLog = (update: Update) =>
    handle(update).catch((error) =>
      app.log.error({ err: error, update_id: update.update_id }, 'an update was not handled'),
    )
  let isStopped = false
  const net = setInterval(() => {
    renewUpdates(app, [...underWay.keys()])
      .then(() => (isStopped ? undefined : finishLeftUpdates(app, handleOrLog)))
      .catch((error: Error) => app.log.warn({ reason: error.message }, 'left updates wait'))
  }, renewalMs)
  return {
    handle,
    handleOrLog,
    async stop() {
      isStopped = true
      await Promise.allSettled(underWay.values())
      clearInterval(net)
    },
  }
}
