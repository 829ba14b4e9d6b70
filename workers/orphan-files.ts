import type { Context } from '#services/core/context.ts'
import { sweepFiles } from '#services/files/sweep.ts'
import { timing } from './background-timing.ts'
import { type Loop, startLoop } from './loop.ts'

/** Frees the storage of files that nothing shows any more. */
export function startOrphanSweep(ctx: Context): Loop {
  return startLoop(ctx, {
    name: 'orphan-files',
    round: async (own) => {
      const gone = await sweepFiles(own, timing.files.batch)
      if (gone > 0) own.log.info({ files: gone }, 'files swept')
      return gone === timing.files.batch ? 0 : timing.files.sweep
    },
  })
}
