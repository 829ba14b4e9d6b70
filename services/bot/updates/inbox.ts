import { setInterval } from 'node:timers'
import type { Bot, MiddlewareFn } from 'grammy'
import type { Update } from 'grammy/types'
import { sql } from 'kysely'
import { languageOf } from '#contract/languages.ts'
import type { BotContext } from '#services/bot/context.ts'
import type { Context } from '#services/core/context.ts'
import { withTimeout } from '#services/core/servers/in-time.ts'
import { botIdOf } from '#services/core/telegram/bot-link.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { findUser } from '#services/users/account/accounts.ts'
import { kindOf } from './tracing.ts'

/**
 * Milliseconds without a renewal after which the process that leased an update counts as dead. The time equals four
 * missed renewals.
 */
export const abandonedMs = 8000
const renewalMs = 2000

/**
 * Maximum attempts to handle an update. An update that was started this often without being finished has crashed the
 * process each time.
 */
const maxAttempts = 3

/** Timeout for storing an update, so that a hanging Postgres does not stop the polling. */
const storeTimeoutMs = 2000

/**
 * Stores an update from Telegram.
 * @returns false if the update was already stored
 * @throws also after a timeout
 */
export async function storeUpdate(ctx: Context, update: Update): Promise<boolean> {
  return withTimeout(storeTimeoutMs, insertUpdate(ctx, update))
}

/**
 * Postgres cannot store NUL characters or lone surrogates. They are removed; otherwise storing would fail and Telegram
 * would resend the update for ever.
 */
const dropUnstorable = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value

async function insertUpdate(ctx: Context, update: Update): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('bot_updates')
    .values({
      bot_id: botIdOf(ctx),
      update_id: update.update_id,
      payload: JSON.stringify(update, dropUnstorable),
      received_at: ctx.now().toISOString(),
    })
    .onConflict((conflict) => conflict.columns(['bot_id', 'update_id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Increments `attempts` before the update can crash this process.
 * @returns false if this or another process has already finished the update
 */
async function beginUpdate(ctx: Context, update_id: number): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('bot_updates')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('bot_id', '=', botIdOf(ctx))
    .where('update_id', '=', update_id)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  // An update that could not be stored has no row. It is handled all the same.
  return numUpdatedRows > 0n || !(await isFinished(ctx, update_id))
}

/** True if this or another process has finished the update. */
export async function isFinished(ctx: Context, update_id: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('bot_updates')
    .select('done_at')
    .where('bot_id', '=', botIdOf(ctx))
    .where('update_id', '=', update_id)
    .executeTakeFirst()
  return row !== undefined && row.done_at !== null
}

/** Marks an update as finished and erases its payload, which may hold a phone number. */
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
 * Claims the unfinished updates of dead processes, oldest first. `skip locked` lets two processes claim different
 * updates. Among updates on their last attempt, only one is claimed at a time. If an update crashes every process, the
 * other updates are not lost with it.
 */
export async function claimAbandonedUpdates(ctx: Context): Promise<Update[]> {
  const now = ctx.now()
  const updates = await ctx.db
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
            on('attempts', '<', maxAttempts - 1),
            on('update_id', '=', (of) =>
              of
                .selectFrom('bot_updates')
                .select('update_id')
                .where('bot_id', '=', botIdOf(ctx))
                .where('done_at', 'is', null)
                .where('attempts', '>=', maxAttempts - 1)
                .where('received_at', '<', new Date(now.getTime() - abandonedMs).toISOString())
                // Updates about payments are never given up. The update with the fewest attempts is handled first, so
                // an update that crashes the process delays no other.
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
  return updates
    .sort((one, other) => one.update_id - other.update_id)
    .map(({ payload }) => payload as unknown as Update)
}

/**
 * Gives up updates that have used all attempts, and notifies the operators of each. Updates about payments are never
 * given up: they contain no text of users, and the money has to be booked.
 */
export async function giveUpUpdates(ctx: Context): Promise<Update[]> {
  const now = ctx.now()
  return ctx.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ update_id: number; payload: Update }>`
      select update_id, payload from bot_updates
      where bot_id = ${botIdOf(ctx)} and done_at is null and attempts >= ${maxAttempts}
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

/**
 * Tells the sender in a private chat that the bot could not handle their message. Otherwise the person would think that
 * the bot is still working on it.
 */
async function tellSender(app: Context, bot: Bot<BotContext>, update: Update): Promise<void> {
  const { update_id } = update
  app.log.error({ update_id }, 'an update is given up')
  const { message, callback_query } = update
  const { from } = message ?? callback_query ?? {}
  const { chat } = message ?? callback_query?.message ?? {}
  if (!from || chat?.type !== 'private') return
  const person = await findUser(app.db, from.id)
  const language = person?.ui_language ?? languageOf(from.language_code)
  await bot.api.sendMessage(chat.id, translatorFor(language)('bot.trouble'))
}

/**
 * True for inline queries and for payment checks before a payment. Telegram waits only seconds for their answers, and a
 * repeated answer does no harm, so these updates are not stored.
 */
export function isShortLived({ inline_query, pre_checkout_query }: Update): boolean {
  return inline_query !== undefined || pre_checkout_query !== undefined
}

/**
 * Handles each update once. Telegram resends updates that it believes unseen, for example after a restart.
 */
export function handleOnce(app: Context): MiddlewareFn<BotContext> {
  return async ({ update }, next) => {
    if (isShortLived(update)) return next()
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

/** Renews the leases of updates that this process handles or queues. */
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

/** Claims and handles the unfinished updates of dead processes. */
export async function finishAbandonedUpdates(
  app: Context,
  handle: (update: Update) => Promise<void>,
): Promise<void> {
  await Promise.all((await claimAbandonedUpdates(app)).map(handle))
}

/** Handles updates and renews their leases until `stop`. */
export type UpdateHandler = {
  /** Handles an update. The promise rejects if the handling fails. */
  handle(update: Update): Promise<void>
  /** Handles an update and logs a failure. The promise never rejects. */
  handleOrLog(update: Update): Promise<void>
  /** Stops claiming updates of dead processes, and waits until the running updates are finished. */
  stop(): Promise<void>
}

/** Renews the leases of running updates, and every 2 seconds claims updates of dead processes. */
export function startUpdateHandler(app: Context, bot: Bot<BotContext>): UpdateHandler {
  const running = new Map<number, Promise<void>>()
  const handle = (update: Update) => {
    const handling = bot.handleUpdate(update).finally(() => running.delete(update.update_id))
    running.set(update.update_id, handling)
    return handling
  }
  const handleOrLog = (update: Update) =>
    handle(update).catch((error) =>
      app.log.error({ err: error, update_id: update.update_id }, 'an update was not handled'),
    )
  const tellSenderOrLog = (update: Update) =>
    tellSender(app, bot, update).catch((error) =>
      app.log.warn({ err: error, update_id: update.update_id }, 'the apology did not arrive'),
    )
  let isStopped = false
  const renewal = setInterval(() => {
    renewUpdates(app, [...running.keys()])
      .then(async () => {
        if (isStopped) return
        const givenUp = await giveUpUpdates(app)
        await Promise.all([...givenUp.map(tellSenderOrLog), finishAbandonedUpdates(app, handleOrLog)])
      })
      .catch((error: Error) => app.log.warn({ reason: error.message }, 'left updates wait'))
  }, renewalMs)
  return {
    handle,
    handleOrLog,
    async stop() {
      isStopped = true
      await Promise.allSettled(running.values())
      clearInterval(renewal)
    },
  }
}
