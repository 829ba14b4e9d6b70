import { setTimeout as wait } from 'node:timers/promises'

/** @throws when there is no answer after so many milliseconds; the work itself goes on */
export function inTime<Answer>(ms: number, work: Promise<Answer>): Promise<Answer> {
  const late = wait(ms, undefined, { ref: false }).then(() => {
    throw new Error(`no answer within ${ms} ms`)
  })
  return Promise.race([work, late])
}
