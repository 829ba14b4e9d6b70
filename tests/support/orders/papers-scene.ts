import type { Api } from '#tests/support/api/api.ts'

export const papersOfDemo = {
  client: { name: 'ООО «Лавка у дома»', tax_number: '7707083893' },
  executor: { name: 'Соколова Алина Игоревна', tax_number: '500100732259' },
}

const receiptOfDemo = `https://lknpd.nalog.ru/api/v1/receipt/${papersOfDemo.executor.tax_number}/20a1b2c3d4/print`

/** Lines that the papers have: the executor's alone, or those of both sides, without a receipt or with one. */
export type FilledPapers = 'executor' | 'both' | 'receipt'

/** Sets the lines in the papers of a finished order. */
export async function setPapers({ ctx }: Api, listing_id: number, filled: FilledPapers): Promise<void> {
  const { author_id, executor_id } = await ctx.db
    .selectFrom('listings')
    .select(['author_id', 'executor_id'])
    .where('id', '=', listing_id)
    .executeTakeFirstOrThrow()
  const saved = { listing_id, saved_at: ctx.now().toISOString() }
  await ctx.db.deleteFrom('deal_papers').where('listing_id', '=', listing_id).execute()
  if (executor_id === null) throw new Error('the order has no executor')
  const receipt_url = filled === 'receipt' ? receiptOfDemo : null
  const rows = [{ user_id: executor_id, ...papersOfDemo.executor, ...saved, receipt_url }]
  if (filled !== 'executor')
    rows.push({ user_id: author_id, ...papersOfDemo.client, ...saved, receipt_url: null })
  await ctx.db.insertInto('deal_papers').values(rows).execute()
}
