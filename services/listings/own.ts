import { AppError } from '#contract/errors.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { type Facts, findListingFacts } from './access.ts'

/** Locks the caller's own listing until the end of the transaction. @throws not_found */
export async function lockOwn(ctx: ActorContext, tx: Tx, id: number, kind?: ListingKind): Promise<Facts> {
  const facts = await findListingFacts(tx, id, ctx.viewer.id, true)
  if (facts?.author_id !== ctx.viewer.id || facts.status === 'deleted') throw new AppError('not_found')
  if (kind && facts.kind !== kind) throw new AppError('not_found')
  return facts
}
