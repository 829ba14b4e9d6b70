import { nextOfResponse } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { ReportSubject } from '#db/tables.ts'
import { removeMessage } from '#services/chat/removal.ts'
import type { Context } from '#services/core/context.ts'
import { removeReview } from '#services/relations/review-schedule.ts'
import { endResponses } from '#services/responses/decisions/endings.ts'
import { lockResponse } from '#services/responses/decisions/moves.ts'
import { removePictures } from '#services/users/profile/pictures.ts'

type Remove = (ctx: Context, tx: Tx, id: number) => Promise<boolean>

/** Removes reported content by staff; returns false if nothing was left to remove. */
const removers: Record<Exclude<ReportSubject, 'listing'>, Remove> = {
  message: removeMessage,
  review: removeReview,
  response: removeResponse,
  user: removePictures,
}

export function removeReported(
  ctx: Context,
  tx: Tx,
  subject: Exclude<ReportSubject, 'listing'>,
  id: number,
): Promise<boolean> {
  return removers[subject](ctx, tx, id)
}

/** The response of an executor is not removed: the agreed work continues. */
async function removeResponse(ctx: Context, tx: Tx, id: number): Promise<boolean> {
  const found = await tx.selectFrom('responses').select('listing_id').where('id', '=', id).executeTakeFirst()
  if (!found) return false
  await tx.selectFrom('listings').select('id').where('id', '=', found.listing_id).forUpdate().execute()
  const response = await lockResponse(tx, id)
  if (!response || !nextOfResponse(response.status, 'withdraw')) return false
  await endResponses(ctx, tx, { listing_id: found.listing_id, reason: 'withdrawn', response })
  return true
}
