import { nextOfResponse } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { ReportSubject } from '#db/tables.ts'
import { removeMessage } from '#services/chat/removal.ts'
import type { Context } from '#services/core/context.ts'
import { removeReview } from '#services/relations/review-schedule.ts'
import { endResponses } from '#services/responses/decisions/endings.ts'
import { lockResponse } from '#services/responses/decisions/moves.ts'
import { removePictures } from '#services/users/profile/pictures.ts'

type Removing = (ctx: Context, tx: Tx, id: number) => Promise<boolean>

/** How what people wrote or showed is removed by staff; each says whether there was still something to remove. */
const removing: Record<Exclude<ReportSubject, 'listing'>, Removing> = {
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
  return removing[subject](ctx, tx, id)
}

/** Work that was agreed upon goes on. */
async function removeResponse(ctx: Context, tx: Tx, id: number): Promise<boolean> {
  const found = await tx.selectFrom('responses').select('listing_id').where('id', '=', id).executeTakeFirst()
  if (!found) return false
  await tx.selectFrom('listings').select('id').where('id', '=', found.listing_id).forUpdate().execute()
  const response = await lockResponse(tx, id)
  if (!response || !nextOfResponse(response.status, 'withdraw')) return false
  await endResponses(ctx, tx, { listing_id: found.listing_id, reason: 'withdrawn', response })
  return true
}
