import { setInterval } from 'node:timers'
import type { Bot, MiddlewareFn } from 'grammy'
import type { Update } from 'grammy/types'
import { sql } from 'kysely'
import { languageOf } from '#contract/languages.ts'
import type { BotContext } from '#services/bot/context.ts'
import type { Context } from '#services/core/context.ts'
import { withTimeout } from '#services/core/servers/in-time.ts'
import { botIdOf } from '#services/core/telegram/bot-link.ts'
import { translate } from '#services/core/text/i18n.ts'
import { queueDelivery } from '#services/notifications/delivery-queue.ts'
import { findUser } from '#services/users/account/accounts.ts'
import { kindOf } from './tracing.ts'

/** Unfinished updates that nobody renewed for so long belong to a process that died: a few missed renewals. */
export const abandonedMs = 8000
const renewalMs = 2000

/** An update that was begun so often and never finished has broken the process each time. */
const mostAttempts = 3

/** A Postgres that hangs keeps the next updates from coming for no longer. */
const storeMs = 2000

/** @returns false when the update was stored before @throws also when Postgres has not answered in time */
export async function storeUpdate(ctx: Context, update: Update): Promise<boolean> {
  return withTimeout(storeMs, insertUpdate(ctx, update))
}

/** Postgres keeps neither zero characters nor halves of a pair; an update with one would come again for ever. */
const storable = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value

async function insertUpdate(ctx: Context, update: Update): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('bot_updates')
    .values({
      bot_id: botIdOf(ctx),
      update_id: update.update_id,
      payload: JSON.stringify(update, storable),
      received_at: ctx.now().toISOString(),
    })
    .onConflict((conflict) => conflict.columns(['bot_id', 'update_id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Counts that an update is begun, before anything of it can break this process.
 * @returns false when it was handled to its end, by this process or another
 */
async function beginUpdate(ctx: Context, update_id: number): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('bot_updates')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('bot_id', '=', botIdOf(ctx))
    .where('update_id', '=', update_id)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  // One that could not be stored is handled all the same.
  return numUpdatedRows > 0n || !(await isFinished(ctx, update_id))
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
    .set({
      done_at: ctx.now().toISOString(),
      payload: '{}',
      error,
    })
    .where('bot_id', '=', botIdOf(ctx))
    .where('update_id', '=', update_id)
    .where('done_at', 'is', null)
    .execute()
}

/**
 * Updates that a process took and did not live to finish, in their order. They are ours from now on: another
 * process that asks meanwhile gets others. Of those that were begun twice only one comes at a time, so that one which
 * breaks every process takes no other with it.
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
        .where((on) =>
          on.or([
            on('attempts', '<', mostAttempts - 1),
            on('update_id', '=', (of) =>
              of
                .selectFrom('bot_updates')
                .select('update_id')
                .where('bot_id', '=', botIdOf(ctx))
                .where('done_at', 'is', null)
                .where('attempts', '>=', mostAttempts - 1)
                .where('received_at', '<', new Date(now.getTime() - abandonedMs).toISOString())
                // A payment is never given up: the fewest attempts first, so that it holds up no other.
                .orderBy('attempts')
                .orderBy('update_id')
                .limit(1),
            ),
          ]),
        )
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

/**
 * Ends updates that were begun too often, and tells the operators of each. One about money never ends so: nothing in
 * it is of anybody's writing, and what was paid has to arrive.
 */
export async function giveUpUpdates(ctx: Context): Promise<Update[]> {
  const now = ctx.now()
  return ctx.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ update_id: number; payload: Update }>`
      select update_id, payload from bot_updates
      where bot_id = ${botIdOf(ctx)} and done_at is null and attempts >= ${mostAttempts}
        and received_at < ${new Date(now.getTime() - abandonedMs).toISOString()}
        and not coalesce(payload -> 'message' ?| array['successful_payment', 'refunded_payment'], false)
      order by update_id limit 100 for update skip locked`.execute(tx)
    for (const { update_id, payload } of rows) {
      await finishUpdate({ ...ctx, db: tx }, update_id, 'given up')
      await queueDelivery(ctx, tx, {
        to: { chat_id: ctx.config.OPS_CHAT_ID },
        kind: 'update_given_up',
        payload: { update_id, update: kindOf(payload) },
        dedupe_key: `update_given_up:${botIdOf(ctx)}:${update_id}`,
      })
    }
    return rows.map(({ payload }) => payload)
  })
}

/** Tells the sender, in a private chat alone, that it did not work: silence would look like work in progress. */
async function apologise(app: Context, bot: Bot<BotContext>, update: Update): Promise<void> {
  const { update_id } = update
  app.log.error({ update_id }, 'an update is given up')
  const { message, callback_query } = update
  const { from } = message ?? callback_query ?? {}
  const { chat } = message ?? callback_query?.message ?? {}
  if (!from || chat?.type !== 'private') return
  const person = await findUser(app.db, from.id)
  const language = person?.ui_language ?? languageOf(from.language_code)
  await bot.api.sendMessage(chat.id, translate(language)('bot.trouble'))
}

/** Only an answer within seconds is of use, and a second answer does no harm: not worth storing. */
export function isFleeting({ inline_query, pre_checkout_query }: Update): boolean {
  return inline_query !== undefined || pre_checkout_query !== undefined
}

/** Handles an update once: Telegram brings again what it believes we have not seen, after a restart for instance. */
export function handleOnce(app: Context): MiddlewareFn<BotContext> {
  return async ({ update }, next) => {
    if (isFleeting(update)) return next()
    if (!(await beginUpdate(app, update.update_id))) return
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
  const apologiseOrLog = (update: Update) =>
    apologise(app, bot, update).catch((error) =>
      app.log.warn({ err: error, update_id: update.update_id }, 'the apology did not arrive'),
    )
  let isStopped = false
  const net = setInterval(() => {
    renewUpdates(app, [...underWay.keys()])
      .then(async () => {
        if (isStopped) return
        const givenUp = await giveUpUpdates(app)
        await Promise.all([...givenUp.map(apologiseOrLog), finishLeftUpdates(app, handleOrLog)])
      })
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
