import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import type { FilePurpose } from '#db/tables.ts'
import type { ActorContext, UserContext } from '#services/core/request-context.ts'
import type { FileRow } from './queries.ts'

type Owner =
  | { listing_id: number }
  | { response_id: number }
  | { deal_step_id: number }
  | { message_id: number }
  | { support_message_id: number }

function invalidIds(): AppError {
  const fields = [{ path: 'file_ids', message: 'own files that are attached to nothing' }]
  return new AppError('invalid_input', { fields })
}

/**
 * Attaches uploaded files of the caller to a new listing, response, message or deal step, in the transaction that
 * creates it.
 * @throws invalid_input if a file is not the caller's, or is attached, deleted or unknown
 */
export async function attachFiles(
  ctx: ActorContext,
  tx: Tx,
  { file_ids, ...owner }: { file_ids: number[] } & Owner,
): Promise<void> {
  const ids = [...new Set(file_ids)]
  if (ids.length === 0) return
  if (ids.length > limits.files.count) throw invalidIds()
  const { numUpdatedRows } = await tx
    .updateTable('files')
    .set({ ...owner, attached_at: ctx.now().toISOString() })
    .where('id', 'in', ids)
    .where('owner_id', '=', ctx.viewer.id)
    .where('purpose', '=', 'attachment')
    .where('attached_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (Number(numUpdatedRows) !== ids.length) throw invalidIds()
}

/** Puts a stored file into the caller's profile and deletes the previous one. */
export async function setProfileFile(
  ctx: UserContext,
  { id, storage_key }: FileRow,
  purpose: Exclude<FilePurpose, 'attachment' | 'work' | 'document'>,
): Promise<void> {
  const now = ctx.now().toISOString()
  const changes = {
    resume: { resume_file_id: id, resume_url: null },
    portfolio: { portfolio_file_id: id },
    avatar: { logo_url: ctx.links.to(storage_key, ctx.now()) },
  }[purpose]
  await ctx.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('users')
      .set({ ...changes, updated_at: now })
      .where('id', '=', ctx.viewer.id)
      .execute()
    await tx
      .updateTable('files')
      .set({ deleted_at: now })
      .where('owner_id', '=', ctx.viewer.id)
      .where('purpose', '=', purpose)
      .where('attached_at', 'is not', null)
      .where('deleted_at', 'is', null)
      .execute()
    await tx.updateTable('files').set({ attached_at: now }).where('id', '=', id).execute()
  })
}
