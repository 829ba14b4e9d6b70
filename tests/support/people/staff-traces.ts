import type { Api } from '#tests/support/api/api.ts'

/**
 * Inserts staff actions and reports of demo people, so that the screens of the audit log and of the reports have
 * content.
 */
export async function leaveTraces({ ctx }: Api): Promise<void> {
  const { db } = ctx
  if (await db.selectFrom('audit_log').select('id').limit(1).executeTakeFirst()) return
  const people = await db.selectFrom('users').select(['id', 'role', 'telegram_id']).orderBy('id').execute()
  const idOf = (telegram_id: number) => people.find((person) => person.telegram_id === telegram_id)?.id ?? 0
  const listing = await db
    .selectFrom('listings')
    .select(['id', 'author_id'])
    .where('title', 'like', '%50 отзывов%')
    .executeTakeFirstOrThrow()
  const staff = people.find(({ role }) => role !== 'user')?.id ?? null
  const auditFields = {
    subject_type: 'listing',
    subject_id: listing.id,
    created_at: ctx.now().toISOString(),
  } as const
  const values = (entries: [string, object, object][]) =>
    entries.map(([action, before, after]) => ({
      ...auditFields,
      action,
      actor_id: staff,
      request_id: 'update-1',
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    }))
  await db
    .insertInto('audit_log')
    .values(
      values([
        ['moderation.claim', { state: 'open' }, { state: 'claimed' }],
        ['moderation.rejected', { state: 'claimed' }, { state: 'rejected', reason: 'forbidden' }],
        ['listing.reject', { status: 'moderation' }, { status: 'rejected', reason: 'forbidden' }],
      ]),
    )
    .execute()
  if (staff !== null)
    await db
      .insertInto('warnings')
      .values({
        user_id: listing.author_id,
        given_by: staff,
        created_at: ctx.now().toISOString(),
        reason: 'Просили писать отзывы о товарах, которых не было',
      })
      .execute()
  const reportFields = { ...auditFields, state: 'open' } as const
  const [first, second] = await db
    .insertInto('reports')
    .values([
      {
        ...reportFields,
        reporter_id: idOf(5000000000000031),
        reason: 'scam',
        comment: 'Просит писать отзывы о товарах, которых не было',
      },
      { ...reportFields, reporter_id: idOf(5000000000000033), reason: 'forbidden', comment: null },
    ])
    .returning('id')
    .execute()
  // Open reports about one subject share one task, as if they had been sent before the listing was rejected.
  const { id: task_id } = await db
    .insertInto('moderation_tasks')
    .values({
      subject: 'report',
      report_id: first?.id ?? 0,
      listing_id: listing.id,
      waiting_since: auditFields.created_at,
      created_at: auditFields.created_at,
      updated_at: auditFields.created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('reports')
    .set({ task_id })
    .where('id', 'in', [first?.id ?? 0, second?.id ?? 0])
    .execute()
}
