import type { z } from 'zod'
import type { Papers } from '#contract/calls/paper-shapes.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { printedText } from '#contract/paper-letters.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { getPage } from '#services/listings/page/queries.ts'
import { readerOf } from '#services/listings/projections.ts'
import { composeAct, type Lines, type PaperDeal } from './text.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Finds a finished order for one of its two sides.
 * @throws not_found for everybody else; deal_not_finished
 */
export async function findFinished(ctx: UserContext, id: number) {
  // Papers are Russian whatever the language of their reader.
  const { reply: order } = await getPage(ctx.db, 'order', id, { ...readerOf(ctx), language: 'ru' })
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
    title: printedText(order.title) || `заказ № ${id}`,
    unit: deal.unit,
    price: deal.price,
    currency: deal.currency?.code ?? 'RUB',
    due_at: deal.due_at,
    chosen_at: deal.chosen_at,
    accepted_at,
    handed_in: handed_in
      ? {
          at: handed_in.created_at,
          text: printedText(handed_in.text ?? ''),
          link: handed_in.link,
          file_names: printedText(handed_in.files.map(({ name }) => name).join(', ')),
        }
      : null,
    client,
    executor,
    receipt_url: executor?.receipt_url ?? null,
  }
  return { paperDeal, title: order.title, is_client: order.is_owner, own: order.is_owner ? client : executor }
}

/**
 * Finds the caller's own lines in the latest other paper. They go with that paper, so nothing is kept to remember them.
 */
async function findLatestLines(ctx: UserContext, id: number): Promise<Lines | null> {
  const latest = await ctx.db
    .selectFrom('deal_papers')
    .select(['name', 'tax_number'])
    .where('user_id', '=', ctx.viewer.id)
    .where('listing_id', '<>', id)
    .orderBy('saved_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return latest ?? null
}

/**
 * Returns the caller's own lines and the act. The other side's lines are in the act alone.
 * @throws not_found, deal_not_finished
 */
export async function getPapers(ctx: UserContext, id: number): Promise<z.output<typeof Papers>> {
  const { paperDeal, title, is_client, own } = await readPaperDeal(ctx, id)
  return {
    title,
    is_client,
    lines: own && {
      name: own.name,
      tax_number: own.tax_number,
      receipt_url: own.receipt_url,
      kept_until: new Date(Date.parse(own.saved_at) + limits.papers.days * dayMs).toISOString(),
    },
    suggested: own ? null : await findLatestLines(ctx, id),
    is_other_filled: (is_client ? paperDeal.executor : paperDeal.client) !== null,
    receipt_url: paperDeal.receipt_url,
    act: composeAct(paperDeal),
  }
}
