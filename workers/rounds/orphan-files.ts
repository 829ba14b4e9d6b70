import { sweepFiles } from '#services/files/sweep.ts'
import type { Sweep } from '#workers/engine/sweep.ts'
import { timing } from '#workers/engine/timing.ts'

const { batch, sweep } = timing.files

/** Deletes unused files from the storage. */
export const orphanFiles: Sweep = {
  name: 'orphan-files',
  every: sweep,
  async run(ctx) {
    const gone = await sweepFiles(ctx, batch)
    if (gone > 0) ctx.log.info({ files: gone }, 'files swept')
    return gone === batch
  },
}
