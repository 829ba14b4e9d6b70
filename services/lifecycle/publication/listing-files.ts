import { AppError } from '#contract/errors.ts'
import type { ListingStatus } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { attach, edit, view } from '#contract/policies.ts'
import type { Db, Tx } from '#db/index.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { attachFiles } from '#services/files/actions.ts'
import type { FileRow } from '#services/files/queries.ts'
import { findListingFacts } from '#services/listings/access.ts'
import { allowContent } from '#services/listings/content/approved-content.ts'
import { renewTask } from '#services/moderation/queue/queue.ts'
import { findRole } from '#services/users/people/queries.ts'

const columns = ['id', 'storage_key', 'thumbnail_key', 'file_format', 'name', 'bytes as size'] as const

/**
 * Attaches an uploaded file to the caller's listing. Attaching the same file again changes nothing. While the listing
 * waits for moderation, its review card is redrawn and gets the file.
 * @throws not_found, wrong_state, too_many_files
 */
export async function assignFile(ctx: UserContext, id: number, listing_id: number): Promise<FileRow> {
  return ctx.db.transaction().execute(async (tx) => {
    const listing = await findListingFacts(tx, listing_id, ctx.viewer.id, true)
    const file = await lockOwn(ctx, tx, id)
    const { listing_id: current, deal_step_id: _, message_id: __, attached_at, ...row } = file
    if (current === listing_id) return row
    const refusal = listing ? attach(listing) : 'not_found'
    if (refusal) throw new AppError(refusal)
    if (attached_at) throw new AppError('wrong_state')
    const { attached } = await tx
      .selectFrom('files')
      .select((eb) => eb.fn.countAll<number>().as('attached'))
      .where('listing_id', '=', listing_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (attached >= limits.files.count) throw new AppError('too_many_files', { limit: limits.files.count })
    await attachFiles(ctx, tx, { file_ids: [id], listing_id })
    if (listing?.status === 'moderation') await renewTask(ctx, tx, listing_id)
    return row
  })
}

/**
 * Returns the error for a file of another person: not_owner if the caller may see the listing with the file, else
 * not_found.
 */
async function refuseForeign(ctx: UserContext, db: Db, listing_id: number | null): Promise<AppError> {
  const facts = listing_id === null ? undefined : await findListingFacts(db, listing_id, ctx.viewer.id)
  const is_moderator = (await findRole(db, ctx.viewer.id)) !== 'user'
  const isSeen = facts && !view({ id: ctx.viewer.id, is_moderator }, facts)
  return new AppError(isSeen ? 'not_owner' : 'not_found')
}

async function lockOwn(ctx: UserContext, tx: Tx, id: number) {
  const file = await tx
    .selectFrom('files')
    .select([...columns, 'owner_id', 'listing_id', 'deal_step_id', 'message_id', 'attached_at'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!file) throw new AppError('not_found')
  const { owner_id, ...own } = file
  if (owner_id !== ctx.viewer.id) throw await refuseForeign(ctx, tx, file.listing_id)
  return own
}

const isSeen = ({ status }: { status: ListingStatus }) => status === 'published' || status === 'hidden'

/**
 * Deletes a file of the caller and removes it from the listing or profile that shows it.
 * @throws not_found, not_owner, wrong_state
 */
export async function deleteFile(ctx: UserContext, id: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const { listing_id, deal_step_id, message_id, storage_key } = await lockOwn(ctx, tx, id)
    // Files of a hand-in or a return cannot be deleted, because the other side of the deal keeps them. Files of a
    // message are deleted only with the message.
    if (deal_step_id || message_id) throw new AppError('wrong_state')
    const listing = listing_id ? await findListingFacts(tx, listing_id, ctx.viewer.id, true) : undefined
    const refusal = listing ? edit(listing) : null
    if (refusal) throw new AppError(refusal)
    const now = ctx.now().toISOString()
    await tx.updateTable('files').set({ deleted_at: now }).where('id', '=', id).execute()
    if (listing && isSeen(listing)) await allowContent(tx, listing.kind, listing.id)
    if (listing?.status === 'moderation') await renewTask(ctx, tx, listing.id)
    await tx.deleteFrom('user_works').where('file_id', '=', id).execute()
    const author = tx.updateTable('users').where('id', '=', ctx.viewer.id)
    await author.set({ resume_file_id: null, updated_at: now }).where('resume_file_id', '=', id).execute()
    await author
      .set({ portfolio_file_id: null, updated_at: now })
      .where('portfolio_file_id', '=', id)
      .execute()
    await author
      .set({ logo_url: null, updated_at: now })
      .where('logo_url', '=', ctx.links.to(storage_key, ctx.now()))
      .execute()
  })
}
