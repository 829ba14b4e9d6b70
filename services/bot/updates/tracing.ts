import { AsyncLocalStorage } from 'node:async_hooks'
import type { MiddlewareFn } from 'grammy'
import type { Update } from 'grammy/types'
import type { BotContext } from '#services/bot/context.ts'
import type { Context } from '#services/core/context.ts'
import { countedAs } from '#services/core/metrics.ts'
import { updatePrefix } from '#services/core/request-context.ts'

type Trace = Pick<Context, 'request_id' | 'log'>

const underWay = new AsyncLocalStorage<Trace>()

/**
 * The outside world for the bot's features. While one of them handles an update, whatever it writes or logs through this
 * names the update, so that events, messages and audit lead back to the press.
 */
export function tracedWorld(app: Context): Context {
  return new Proxy(app, {
    get(world, name) {
      const trace = underWay.getStore()
      return trace && Object.hasOwn(trace, name) ? trace[name as keyof Trace] : Reflect.get(world, name)
    },
  })
}

export const kindOf = (update: Update): string =>
  Object.keys(update).find((field) => field !== 'update_id') ?? 'unknown'

/** Names each update in what it causes, and says in the log that it was handled. */
export function traceUpdates(app: Context): MiddlewareFn<BotContext> {
  return async ({ update }, next) => {
    const request_id = `${updatePrefix}${update.update_id}`
    const log = app.log.child({ request_id })
    const started = performance.now()
    await underWay.run({ request_id, log }, () => countedAs('bot', next))
    log.info({ update: kindOf(update), ms: Math.round(performance.now() - started) }, 'handled')
  }
}
