import { setTimeout as sleep } from 'node:timers/promises'
import type { RecordedCall, World } from '../state/world.ts'
import { ApiError } from './errors.ts'
import { takeFault } from './faults.ts'
import type { Methods } from './method.ts'
import { answers } from './methods/answers.ts'
import { chats } from './methods/chats.ts'
import { editing } from './methods/editing.ts'
import { payments } from './methods/payments.ts'
import { sending } from './methods/sending.ts'
import { settings } from './methods/settings.ts'
import { topics } from './methods/topics.ts'
import { webhooks } from './methods/webhooks.ts'
import type { Params } from './params.ts'

const allMethods: Methods = {
  ...chats,
  ...sending,
  ...editing,
  ...answers,
  ...settings,
  ...payments,
  ...topics,
  ...webhooks,
}
/** The Bot API accepts method names in any case. */
const methods = new Map(Object.entries(allMethods).map(([name, run]) => [name.toLowerCase(), { name, run }]))
const maxCalls = 20_000

export interface Answer {
  status: number
  body: Record<string, unknown>
  /** Faults that cut the connection: `true` before the response, `middle` after half of the response. */
  drop?: boolean | 'middle'
}

/**
 * Executes a method of the Bot API. `getUpdates` is handled by the caller, because that method needs the connection.
 */
export type Perform = (world: World, name: string, params: Params) => unknown

export const performMethod: Perform = (world, name, params) => {
  const method = methods.get(name.toLowerCase())
  // A call of an unimplemented method fails, so that tests notice that the bot needs it.
  if (!method) throw new ApiError(404, 'Not Found')
  return method.run(world, params)
}

/** Handles a call of the bot: applies injected faults, executes the method, and records the call for tests. */
export async function dispatch(
  world: World,
  name: string,
  params: Params,
  perform: Perform = performMethod,
): Promise<Answer> {
  const method = methods.get(name.toLowerCase())?.name ?? name
  const fault = takeFault(world, method, params.values)
  if (fault?.delay_ms) await sleep(fault.delay_ms)
  if (fault?.drop === 'before')
    return { ...recordCall(world, method, params, failure(faultError(fault))), drop: true }
  const isDelayOnly = fault && !fault.error_code && !fault.drop
  let answer: Answer
  if (fault && !isDelayOnly && !fault.execute) answer = failure(faultError(fault))
  else
    try {
      const result = await perform(world, name, params)
      answer = { status: 200, body: { ok: true, result } }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      answer = failure(error)
    }
  if (fault && !isDelayOnly && fault.execute && fault.error_code) answer = failure(faultError(fault))
  const recordedAnswer = recordCall(world, method, params, answer)
  if (fault?.drop === 'middle') return { ...recordedAnswer, drop: 'middle' }
  return fault?.drop === 'after' ? { ...recordedAnswer, drop: true } : recordedAnswer
}

function failure(error: ApiError): Answer {
  const { error_code, message: description, parameters } = error
  return {
    status: error_code,
    body: { ok: false, error_code, description, ...(parameters && { parameters }) },
  }
}

function faultError(fault: { error_code?: number; description?: string; retry_after?: number }): ApiError {
  const code = fault.error_code ?? 500
  const retryAfter = fault.retry_after ?? (code === 429 ? 1 : undefined)
  const text =
    fault.description ??
    (retryAfter ? `Too Many Requests: retry after ${retryAfter}` : 'Internal Server Error')
  return new ApiError(code, text, retryAfter ? { retry_after: retryAfter } : undefined)
}

function recordCall(world: World, method: string, params: Params, answer: Answer): Answer {
  if (/^getUpdates$/i.test(method) && answer.status === 200) return answer
  const { ok, error_code, description, result } = answer.body as unknown as RecordedCall
  const names = Object.entries(params.uploads).map(([field, { name }]) => [field, `file ${name}`])
  const recordedParams = { ...params.values, ...Object.fromEntries(names) }
  const call: RecordedCall = {
    at: Date.now(),
    method,
    params: recordedParams,
    ok,
    error_code,
    description,
    result,
  }
  world.calls.push(call)
  if (world.calls.length > maxCalls) world.calls.splice(0, maxCalls / 10)
  world.bus.emit({ type: 'call', call })
  return answer
}
