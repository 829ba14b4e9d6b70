import { countRecords } from '#services/users/people/schedule.ts'
import type { Sweep } from '#workers/engine/sweep.ts'
import { timing } from '#workers/engine/timing.ts'

/** Computes people's records. */
export const personRecords: Sweep = {
  name: 'person-records',
  every: timing.records.sweep,
  async run(ctx) {
    const written = await countRecords(ctx)
    if (written > 0) ctx.log.info({ written }, 'records were counted')
    return false
  },
}
