import type { z } from 'zod'
import type { Papers } from '#contract/calls/paper-shapes.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { getPage } from '#services/listings/page/queries.ts'
import { readerOf } from '#services/listings/projections.ts'
import { composeAct, type PaperDeal } from './text.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Finds a finished order for one of its two sides.
 * @throws not_found for everybody else; deal_not_finished
 */
export async function findFinished(ctx: UserContext, id: number) {
  const { reply: order } = await getPage(ctx.db, 'order', id, readerOf(ctx))
  if (!order.is_owner && !order.is_executor) throw new AppError('not_found')
  const { deal, executor } = order
  // Orders that were only archived have no time of acceptance.
  if (!deal || !executor || deal.accepted_at === null) throw new AppError('deal_not_finished')
  return { order, deal, accepted_at: deal.accepted_at, client_id: order.author.id, executor_id: executor.id }
}

/**
 * Reads what the papers of a finished deal say, with the lines of both sides.
 * @throws not_found, deal_not_finished
 */
export async function readPaperDeal(ctx: UserContext, id: number) {
  const { order, deal, accepted_at, client_id, executor_id } = await findFinished(ctx, id)
  const rows = await ctx.db
    .selectFrom('deal_papers')
    .select(['user_id', 'name', 'tax_number', 'receipt_url', 'saved_at'])
    .where('listing_id', '=', id)
    .where('user_id', 'in', [client_id, executor_id])
    .execute()
  const handed_in = deal.steps.findLast(({ kind }) => kind === 'hand_in')
  const client = rows.find(({ user_id }) => user_id === client_id) ?? null
  const executor = rows.find(({ user_id }) => user_id === executor_id) ?? null
  const paperDeal: PaperDeal = {
    id,
    title: order.title,
    is_hourly: order.payment_format === 'hourly',
    // A price by the page or by the day is not the sum of the deal.
    price: order.price_unit === null ? deal.price : null,
    currency: deal.currency?.code ?? 'RUB',
    due_at: deal.due_at,
    chosen_at: deal.chosen_at,
    accepted_at,
    handed_in: handed_in
      ? {
          at: handed_in.created_at,
          text: handed_in.text,
          link: handed_in.link,
          file_names: handed_in.files.map(({ name }) => name),
        }
      : null,
    client,
    executor,
    receipt_url: executor?.receipt_url ?? null,
  }
  return { paperDeal, is_client: order.is_owner, own: order.is_owner ? client : executor }
}

/**
 * Returns the caller's own lines and the act. The other side's lines are in the act alone.
 * @throws not_found, deal_not_finished
 */
export async function getPapers(ctx: UserContext, id: number): Promise<z.output<typeof Papers>> {
  const { paperDeal, is_client, own } = await readPaperDeal(ctx, id)
  return {
    title: paperDeal.title,
    is_client,
    lines: own && {
      name: own.name,
      tax_number: own.tax_number,
      receipt_url: own.receipt_url,
      kept_until: new Date(Date.parse(own.saved_at) + limits.papers.days * dayMs).toISOString(),
    },
    is_other_filled: (is_client ? paperDeal.executor : paperDeal.client) !== null,
    receipt_url: paperDeal.receipt_url,
    act: composeAct(paperDeal),
  }
}
