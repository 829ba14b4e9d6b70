import type { Consequence } from '#contract/rejection.ts'
import { applyDecision } from '#services/lifecycle/publication/decide.ts'
import { openApi } from '#tests/support/api/api.ts'
import { freelancer, login, moderator, type Person } from '#tests/support/people/people.ts'

type Subject = 'listing' | 'user' | 'response' | 'message' | 'review' | 'service'

/**
 * Prepares reports about which two moderators, Olga and Vera, decide, and helpers that read the consequences of a
 * decision.
 */
export async function openConsequences() {
  const api = await openApi()
  const olga = await moderator(api)
  const vera = await login(api)
  const { db } = api.ctx

  /** Before each test, makes Vera a moderator too, and lets decisions take effect at once. */
  async function openScenes(): Promise<void> {
    await db.updateTable('users').set({ role: 'moderator' }).where('id', '=', vera.id).execute()
    api.ctx.config.MODERATION_UNDO_MS = 0
  }

  const applyTask = (task_id: number) => db.transaction().execute((tx) => applyDecision(api.ctx, tx, task_id))

  async function fileReport(subject_type: Subject, subject_id: number, reporter?: Person) {
    const boris = reporter ?? (await freelancer(api))
    const body = { subject_type, subject_id, reason: 'scam' } as const
    const { id: report_id } = await boris.call('POST /api/reports', { body })
    const { task_id } = await db
      .selectFrom('reports')
      .select('task_id')
      .where('id', '=', report_id)
      .executeTakeFirstOrThrow()
    return { boris, report_id, params: { id: task_id ?? 0 } }
  }

  const acceptReport = (
    moderator: Person,
    params: { id: number },
    consequence: Consequence,
    reason = 'scam',
  ) => moderator.call('POST /api/admin/moderation/:id/accept', { params, body: { consequence, reason } })

  async function acceptAs(params: { id: number }, consequence: Consequence, reason?: string) {
    await acceptReport(olga, params, consequence, reason)
    await applyTask(params.id)
  }

  const listing = (id: number) =>
    db
      .selectFrom('listings')
      .select(['status', 'hidden_reason', 'rejection_reason', 'flagged_at', 'published_hash'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const person = ({ id }: Person) =>
    db
      .selectFrom('users')
      .select(['status', 'block_reason', 'photo_url', 'rating', 'rating_count'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  /** Returns the kinds of the messages stored for a person, oldest first. */
  const readDeliveries = async ({ id }: Person) => {
    const rows = await db
      .selectFrom('deliveries')
      .select('kind')
      .where('user_id', '=', id)
      .where('kind', 'like', 'moderation%')
      .orderBy('id')
      .execute()
    return rows.map(({ kind }) => kind)
  }

  const reviewOf = async (listing_id: number) => {
    const task = await db
      .selectFrom('moderation_tasks')
      .select('id')
      .where('listing_id', '=', listing_id)
      .where('subject', '=', 'listing')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return task.id
  }

  return {
    api,
    olga,
    vera,
    openScenes,
    apply: applyTask,
    fileReport,
    acceptReport,
    accept: acceptAs,
    listing,
    person,
    readDeliveries,
    reviewOf,
  }
}
