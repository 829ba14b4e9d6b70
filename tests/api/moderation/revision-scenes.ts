import { applyDecision } from '#services/lifecycle/publication/decide.ts'
import { approve, reject } from '#services/moderation/decisions/actions.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { freelancer, moderator, type Person } from '#tests/support/people/people.ts'

export const page = 'GET /api/projects/:id/full_info'
export const patchCall = 'PATCH /api/projects/:id'
export const suspiciousText = 'Пишите в телеграм @masters_best, предоплата за материалы на карту.'

/** Helpers for tests of edits to published listings. The reader and the moderator log in once. */
export type Edits = Awaited<ReturnType<typeof openEdits>>

export async function openEdits() {
  const api = await openApi()
  const [boris, olga] = [await freelancer(api), await moderator(api)]
  return {
    api,
    olga,
    /**
     * Publishes an order of a new author without refusals. Returns the order with a function that reads it as another
     * person.
     */
    async publishOrder() {
      const { anna, order } = await publishedOrder(api)
      const params = { id: order.id }
      return { anna, order, params, viewOrder: () => boris.call(page, { params }) }
    },
    tasks: (listing_id: number) => tasksOf(api, listing_id),
    decide: (task_id: number, reason?: string) => decideTask(api, olga, task_id, reason),
  }
}

function tasksOf({ ctx }: Api, listing_id: number) {
  return ctx.db
    .selectFrom('moderation_tasks as task')
    .innerJoin('listing_revisions as revision', 'revision.id', 'task.revision_id')
    .select([
      'task.id',
      'task.state',
      'task.flags',
      'revision.id as revision_id',
      'revision.state as revision',
    ])
    .where('task.listing_id', '=', listing_id)
    .orderBy('task.id')
    .execute()
}

async function decideTask({ ctx }: Api, { id }: Person, task_id: number, reason?: string): Promise<void> {
  const decision = { task_id, moderator_id: id }
  await (reason ? reject(ctx, { ...decision, reason }) : approve(ctx, decision))
  await ctx.db.transaction().execute((tx) => applyDecision(ctx, tx, task_id))
}
