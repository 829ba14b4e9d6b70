import type { MiddlewareFn } from 'grammy'
import type { Update } from 'grammy/types'
import type { Context } from '#services/core/context.ts'
import type { BotContext } from './context.ts'
import { finishUpdate, isFinished } from './inbox.ts'

/** Only an answer within seconds is of use, and a second answer does no harm: not worth storing. */
export function isFleeting({ inline_query, pre_checkout_query }: Update): boolean {
  return inline_query !== undefined || pre_checkout_query !== undefined
}

/** Handles an update once: Telegram brings again what it believes we have not seen, after a restart for instance. */
export function once(app: Context): MiddlewareFn<BotContext> {
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
