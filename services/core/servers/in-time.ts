import { setTimeout as wait } from 'node:timers/promises'

/** Limits the wait for work; the work itself continues. @throws after `ms` milliseconds */
export function withTimeout<Answer>(ms: number, work: Promise<Answer>): Promise<Answer> {
  const timeout = wait(ms, undefined, { ref: false }).then(() => {
    throw new Error(`no answer within ${ms} ms`)
  })
  return Promise.race([work, timeout])
}
