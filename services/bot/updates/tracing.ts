import { AsyncLocalStorage } from 'node:async_hooks'
import type { MiddlewareFn } from 'grammy'
import type { Update } from 'grammy/types'
import type { BotContext } from '#services/bot/context.ts'
import type { Context } from '#services/core/context.ts'
import { countQueriesAs } from '#services/core/observability/metrics.ts'
import { updatePrefix } from '#services/core/request-context.ts'

type Trace = Pick<Context, 'request_id' | 'log'>

const currentTrace = new AsyncLocalStorage<Trace>()

/**
 * Wraps the context of a service, so that its writes and logs carry the request id of the handled update. Events,
 * messages and audit entries can then be traced to the update.
 */
export function tracedContext(app: Context): Context {
  return new Proxy(app, {
    get(target, name) {
      const trace = currentTrace.getStore()
      return trace && Object.hasOwn(trace, name) ? trace[name as keyof Trace] : Reflect.get(target, name)
    },
  })
}

export const kindOf = (update: Update): string =>
  Object.keys(update).find((field) => field !== 'update_id') ?? 'unknown'

/** Gives each update a request id, and logs that it was handled. */
export function traceUpdates(app: Context): MiddlewareFn<BotContext> {
  return async ({ update }, next) => {
    const request_id = `${updatePrefix}${update.update_id}`
    const log = app.log.child({ request_id })
    const started = performance.now()
    await currentTrace.run({ request_id, log }, () => countQueriesAs('bot', next))
    log.info({ update: kindOf(update), ms: Math.round(performance.now() - started) }, 'handled')
  }
}
