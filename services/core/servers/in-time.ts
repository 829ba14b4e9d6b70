import { setTimeout as wait } from 'node:timers/promises'

/**
 * Waits for a promise at most `ms` milliseconds. After a timeout, the work behind the promise continues.
 * @throws Error after a timeout
 */
export function withTimeout<Answer>(ms: number, work: Promise<Answer>): Promise<Answer> {
  const timeout = wait(ms, undefined, { ref: false }).then(() => {
    throw new Error(`no answer within ${ms} ms`)
  })
  return Promise.race([work, timeout])
}
