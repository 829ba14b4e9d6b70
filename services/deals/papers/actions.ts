import type { z } from 'zod'
import type { PaperKind, PaperLines, Papers } from '#contract/calls/paper-shapes.ts'
import { AppError } from '#contract/errors.ts'
import { receiptOf } from '#contract/receipts.ts'
import type { ActorContext, UserContext } from '#services/core/request-context.ts'
import { storeDocument } from '#services/files/own-documents.ts'
import type { FileRow } from '#services/files/queries.ts'
import { lockActiveUser } from '#services/users/account/accounts.ts'
import { findFinished, getPapers, readPaperDeal } from './queries.ts'
import { composeAct, composeContract } from './text.ts'

type OwnLines = z.output<typeof PaperLines>

/**
 * Saves the caller's lines in the papers of a finished deal, and the receipt of its executor.
 * @throws not_found, deal_not_finished; invalid_input for a receipt of the client or of another tax number
 */
export async function savePaperLines(
  ctx: UserContext & ActorContext,
  id: number,
  lines: OwnLines,
): Promise<z.output<typeof Papers>> {
  const { order } = await findFinished(ctx, id)
  if (lines.receipt_url !== null) {
    const isOwn = receiptOf(lines.receipt_url)?.tax_number === lines.tax_number
    if (order.is_owner || !isOwn) throw new AppError('invalid_input', { fields: [{ path: 'receipt_url' }] })
  }
  await ctx.db.transaction().execute(async (tx) => {
    // Lines that come while the account is being deleted would outlive it.
    if (!(await lockActiveUser(tx, ctx.viewer.id))) throw new AppError('not_found')
    const values = { ...lines, saved_at: ctx.now().toISOString() }
    await tx
      .insertInto('deal_papers')
      .values({ listing_id: id, user_id: ctx.viewer.id, ...values })
      .onConflict((conflict) => conflict.columns(['listing_id', 'user_id']).doUpdateSet(values))
      .execute()
  })
  return getPapers(ctx, id)
}

/** Erases the caller's lines, with the receipt. @throws not_found, deal_not_finished */
export async function erasePaperLines(ctx: UserContext, id: number): Promise<z.output<typeof Papers>> {
  await findFinished(ctx, id)
  await ctx.db
    .deleteFrom('deal_papers')
    .where('listing_id', '=', id)
    .where('user_id', '=', ctx.viewer.id)
    .execute()
  return getPapers(ctx, id)
}

const compose = { act: composeAct, contract: composeContract }
const fileName = { act: 'Акт', contract: 'Договор' }

/**
 * Makes a PDF of a paper and stores it as a file of the caller, which is deleted after a day.
 * @throws not_found, deal_not_finished, too_many_saves, storage_full
 */
export async function storePaper(
  ctx: UserContext & ActorContext,
  id: number,
  paper: PaperKind,
): Promise<FileRow> {
  const { paperDeal } = await readPaperDeal(ctx, id)
  // The library is read when somebody wants a paper, because every start of the API would wait for it.
  const { drawPaper } = await import('./pdf.ts')
  const content = await drawPaper(compose[paper](paperDeal), ctx.now())
  return storeDocument(ctx, { name: `${fileName[paper]} ${id}.pdf`, format: 'pdf', content })
}
