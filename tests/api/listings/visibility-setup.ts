import type { PublicStatus } from '#contract/lifecycle.ts'
import type { Api } from '#tests/support/api/api.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { draftOrder } from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { client, freelancer, login, moderator, type Person } from '#tests/support/people/people.ts'

/**
 * Everybody who may try to open a listing. For viewers after `admin`, a block exists between the viewer and the author.
 */
export const viewers = [
  'stranger',
  'responder',
  'executor',
  'author',
  'moderator',
  'admin',
  'blocked',
  'blocked_responder',
  'blocked_executor',
  'blocking',
] as const
export type ViewerName = (typeof viewers)[number]

/** Rejection reason that is stored in every listing. Only the author of the listing may read it. */
export const reason = 'Прежняя причина отказа'
export const answerText = 'Ответ исполнителя на этот заказ'

export type Scene = { id: number; author: Person; executor_id: number }
type People = Omit<Record<ViewerName, Person>, 'author'>

export async function openPeople(api: Api): Promise<People> {
  const staff = await login(api)
  await api.ctx.db.updateTable('users').set({ role: 'moderator' }).where('id', '=', staff.id).execute()
  return {
    stranger: await login(api),
    responder: await freelancer(api),
    executor: await freelancer(api),
    moderator: staff,
    admin: await moderator(api),
    blocked: await freelancer(api),
    blocked_responder: await freelancer(api),
    blocked_executor: await freelancer(api),
    blocking: await freelancer(api),
  }
}

const columnsOf: Partial<Record<PublicStatus, object>> = {
  hidden: { hidden_reason: 'owner' },
  in_progress: {},
}

/**
 * Creates an order of a new author in the state `status`. The order was published, received responses and is a
 * favourite of everybody; blocks were added last. `executor` is assigned if the state has an executor.
 */
export async function openScene(
  { ctx, ...api }: Api,
  people: People,
  status: PublicStatus,
  executor: 'executor' | 'blocked_executor' = 'executor',
): Promise<Scene> {
  const author = await client({ ctx, ...api })
  const { order } = await draftOrder({ ctx, ...api }, {}, author)
  const changeOrder = (columns: object) => placeRows(api.owner, 'listings', { id: order.id }, columns)
  const now = ctx.now()
  const [published_at, expires_at] = [now.toISOString(), new Date(now.getTime() + 86_400_000).toISOString()]
  await changeOrder({ status: 'published', published_at, expires_at })
  for (const name of ['responder', 'executor', 'blocked_responder', 'blocked_executor'] as const)
    await people[name].call(
      'POST /api/projects/add_resp',
      responseTo(order.id, { response_text: answerText }),
    )
  await ctx.db
    .insertInto('favorite_listings')
    .values(Object.values(people).map(({ id }) => ({ user_id: id, listing_id: order.id })))
    .execute()
  const executor_id = people[executor].id
  await changeOrder({ status, rejection_reason: reason, executor_id, ...columnsOf[status] })
  const blockedPeople = [people.blocked, people.blocked_responder, people.blocked_executor]
  await ctx.db
    .insertInto('user_blocks')
    .values([
      ...blockedPeople.map(({ id }) => ({ user_id: author.id, blocked_id: id })),
      { user_id: people.blocking.id, blocked_id: author.id },
    ])
    .execute()
  return { id: order.id, author, executor_id }
}
