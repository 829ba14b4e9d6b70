import type { Context } from '#services/core/context.ts'
import { sweepFiles } from '#services/files/sweep.ts'
import { type Loop, startLoop } from './loop.ts'
import { pace } from './pace.ts'

/** Frees the storage of files that nothing shows any more. */
export function startOrphanSweep(ctx: Context): Loop {
  return startLoop(ctx, {
    name: 'orphan-files',
    round: async (own) => {
      const gone = await sweepFiles(own, pace.files.batch)
      if (gone > 0) own.log.info({ files: gone }, 'files swept')
      return gone === pace.files.batch ? 0 : pace.files.sweep
    },
  })
}
