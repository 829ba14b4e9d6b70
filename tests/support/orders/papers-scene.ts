import type { Api } from '#tests/support/api/api.ts'

export const papersOfDemo = {
  client: { name: 'ООО «Лавка у дома»', tax_number: '7707083893' },
  executor: { name: 'Соколова Алина Игоревна', tax_number: '500100732259' },
}

/** Sets the lines in the papers of a finished order: those of both sides, or of the executor alone. */
export async function setPapers(
  { ctx }: Api,
  listing_id: number,
  filled: 'executor' | 'both',
): Promise<void> {
  const { author_id, executor_id } = await ctx.db
    .selectFrom('listings')
    .select(['author_id', 'executor_id'])
    .where('id', '=', listing_id)
    .executeTakeFirstOrThrow()
  const saved = { listing_id, saved_at: ctx.now().toISOString() }
  await ctx.db.deleteFrom('deal_papers').where('listing_id', '=', listing_id).execute()
  if (executor_id === null) throw new Error('the order has no executor')
  const rows = [{ user_id: executor_id, ...papersOfDemo.executor, ...saved }]
  if (filled === 'both') rows.push({ user_id: author_id, ...papersOfDemo.client, ...saved })
  await ctx.db.insertInto('deal_papers').values(rows).execute()
}
