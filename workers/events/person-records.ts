import { countRecordsOfSides } from '#services/users/people/schedule.ts'
import { defineWorker } from '#workers/engine/worker.ts'

/**
 * Counts the records of both sides of a listing when it is closed or opened again. Works on one event at a time, because
 * of two counts of the same person the older one could be written last.
 */
export const recordCounting = defineWorker({
  queue: 'person-records',
  attempts: 5,
  concurrency: 1,
  run: (ctx, { payload }, tx) => countRecordsOfSides(ctx, tx, payload.listing_id),
})
