import type { Update } from '../state/types.ts'
import type { World } from '../state/world.ts'
import { badRequest, conflict } from './errors.ts'
import { list, number, type Params } from './params.ts'

const maxHoldMs = 50_000
const repeatedConflictMs = 3000

interface WaitingCall {
  limit: number
  finish: (result: Update[] | Error) => void
}

/**
 * `getUpdates` as on the real server. Only one call waits at a time, an offset confirms earlier updates, and a call
 * without updates waits.
 */
export function createPolling(world: World) {
  let waitingCall: WaitingCall | undefined
  let lastConflictAt = 0
  const answerWaitingCall = () => {
    if (!waitingCall || world.data.updates.length === 0) return
    waitingCall.finish(world.data.updates.slice(0, waitingCall.limit))
  }
  const stopListening = world.bus.listen((event) => {
    if (event.type === 'update') answerWaitingCall()
  })

  return {
    stop() {
      stopListening()
      waitingCall?.finish([])
    },
    /** @param disconnectSignal aborts when the caller disconnects; the call then stops waiting */
    async getUpdates(params: Params, disconnectSignal: AbortSignal): Promise<Update[]> {
      if (world.data.webhook) {
        const error = conflict(
          "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
        )
        if (Date.now() - lastConflictAt < repeatedConflictMs)
          await new Promise<void>((resolve) => world.clock.after(repeatedConflictMs, resolve))
        lastConflictAt = Date.now()
        throw error
      }
      waitingCall?.finish(
        conflict('terminated by other getUpdates request; make sure that only one bot instance is running'),
      )
      const allowedUpdates = list<string>(params, 'allowed_updates')
      if (allowedUpdates) world.data.allowed_updates = allowedUpdates
      dropConfirmed(world, number(params, 'offset') ?? 0)
      const limit = Math.min(100, Math.max(1, number(params, 'limit') ?? 100))
      const timeout = number(params, 'timeout') ?? 0
      if (timeout < 0) throw badRequest('timeout must be non-negative')
      if (world.data.updates.length || timeout === 0) return world.data.updates.slice(0, limit)
      return new Promise<Update[]>((resolve, reject) => {
        const timer = setTimeout(() => call.finish([]), Math.min(timeout * 1000, maxHoldMs))
        const call: WaitingCall = {
          limit,
          finish(result) {
            clearTimeout(timer)
            disconnectSignal.removeEventListener('abort', endWait)
            if (waitingCall === call) waitingCall = undefined
            if (result instanceof Error) reject(result)
            else resolve(result)
          },
        }
        const endWait = () => call.finish([])
        disconnectSignal.addEventListener('abort', endWait)
        waitingCall = call
      })
    },
  }
}

export type Polling = ReturnType<typeof createPolling>

/** Deletes updates before `offset`. A negative offset keeps only that number of the newest updates. */
function dropConfirmed(world: World, offset: number) {
  const { updates } = world.data
  if (offset < 0) world.data.updates = updates.slice(offset)
  else if (offset > 0) world.data.updates = updates.filter(({ update_id }) => update_id >= offset)
}
