import { type ActName, acts, type ConfirmedActs } from '#services/admin/confirmations/confirmed-acts.ts'
import { decideTask } from '#tests/support/orders/order-life.ts'
import { newOrder, responseTo } from '#tests/support/orders/sample.ts'
import { moderator } from '#tests/support/people/people.ts'
import type { Act } from './paying.ts'
import type { Actor, Story } from './story.ts'
import type { MoneyWorld } from './world.ts'

/** Actions of people on a listing and its responses. Each is one API call. */

export const newListing: Act = async (story) => {
  const { id } = await story.author.call('POST /api/projects/create', { body: newOrder() })
  story.listings.push(id)
  story.responses = new Map()
}

const listingAct =
  (
    name:
      | 'POST /api/projects/resubmit/:id'
      | 'POST /api/projects/complete/:id'
      | 'POST /api/projects/unassign_executor/:id',
  ): Act =>
  async (story) => {
    await story.author.call(name, { params: { id: story.listing_id } })
  }
export const resubmit = listingAct('POST /api/projects/resubmit/:id')
export const complete = listingAct('POST /api/projects/complete/:id')
export const release = listingAct('POST /api/projects/unassign_executor/:id')

const setPublished =
  (is_published: boolean): Act =>
  async (story) => {
    const body = { project_id: story.listing_id, is_published }
    await story.author.call('POST /api/projects/edit_project_is_published', { body })
  }
export const hideListing = setPublished(false)
export const showListing = setPublished(true)

export const deleteListing: Act = async ({ author, listing_id }) => {
  await author.call('DELETE /api/projects/delete', { body: { project_id: listing_id } })
}

const decideAs =
  (reason?: string): Act =>
  async ({ world, listing_id }) => {
    const task = await world.api.ctx.db
      .selectFrom('moderation_tasks')
      .select('id')
      .where('listing_id', '=', listing_id)
      .where('subject', '=', 'listing')
      .where('applied_at', 'is', null)
      .executeTakeFirst()
    if (!task) return false
    await decideTask(world.api, listing_id, reason)
    return true
  }
export const approve = decideAs()
export const reject = decideAs('Добавьте, что именно нужно сделать')

const respond =
  (senderName: 'boris' | 'vera', fields: { response_type?: 20 }): Act =>
  async (story) => {
    const sender: Actor = story[senderName]
    const response = await sender.call(
      'POST /api/projects/add_resp',
      responseTo(story.listing_id, { ...fields, platform: 'tdesktop' }),
    )
    story.responses.set(sender, response.id)
    if (!response.payment_url) return
    const invoice_id = Number(new URL(response.payment_url).searchParams.get('InvId'))
    story.keep('boost', sender, { invoice_id, payment_url: response.payment_url })
  }
/** Boris responds with a boost (response type 20), Vera without one. */
export const respondBoosted = respond('boris', { response_type: 20 })
export const respondPlain = respond('vera', {})

const withResponse =
  (senderName: 'boris' | 'vera', act: (story: Story, response_id: number) => Promise<void>): Act =>
  async (story) => {
    const response_id = story.responses.get(story[senderName])
    if (!response_id) return false
    await act(story, response_id)
    return true
  }
const choose = async ({ author, listing_id, looked_at }: Story, response_id: number) => {
  await author.call('POST /api/projects/assign_executor/:id', {
    params: { id: listing_id },
    query: { response_id, reassign: true },
  })
  looked_at.add(response_id)
}
export const chooseBoosted = withResponse('boris', choose)
export const chooseOther = withResponse('vera', choose)
export const withdraw = withResponse('boris', async ({ boris }, id) => {
  await boris.call('POST /api/responses/:id/withdraw', { params: { id } })
})
/** Declines a response from the list without opening it. */
export const decline = withResponse('boris', async ({ author }, id) => {
  await author.call('POST /api/responses/:id/decline', { params: { id } })
})
export const viewResponse = withResponse('boris', async ({ author, listing_id, looked_at }, id) => {
  await author.call('POST /api/projects/edit_project_show', { body: { project_id: listing_id } })
  looked_at.add(id)
})

const deleteAccount =
  (accountName: 'author' | 'boris'): Act =>
  async (story) => {
    const { id } = await story[accountName].person()
    await story[accountName].call('DELETE /api/users/delete/:id', { params: { id } })
    story[accountName].is_gone = true
  }
export const deleteAuthor = deleteAccount('author')
export const deleteFreelancer = deleteAccount('boris')

const setStatus =
  (status: 'blocked' | 'active'): Act =>
  async ({ world, author }) => {
    const admin = await moderator(world.api)
    const id = author.currentPerson?.id
    if (!id || author.is_gone) return false
    const body = { status, reason: 'по жалобам' }
    await admin.call('POST /api/admin/users/:id/status', { params: { id }, body })
    return true
  }
export const blockUser = setStatus('blocked')
export const unblock = setStatus('active')

/** Returns the newest paid payment for the current listing that was made with money, not with a credit. */
async function findPayment({ world, listing_id }: Story) {
  return world.api.ctx.db
    .selectFrom('payments')
    .select(['id', 'amount', 'rail'])
    .where('listing_id', '=', listing_id)
    .where('source', '=', 'money')
    .where('state', '=', 'paid')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

const compensate =
  (method: 'refund' | 'credit'): Act =>
  async (story) => {
    const payment = await findPayment(story)
    if (!payment) return false
    await runStaffAct(story.world, 'payment.compensate', {
      payment_id: payment.id,
      how: method,
      reason: 'по просьбе',
    })
    return true
  }
export const refund = compensate('refund')
export const credit = compensate('credit')

/** Simulates a chargeback: the payer's bank takes the money back. An admin records it from the bank's letter. */
export const chargeback: Act = async (story) => {
  const { shop, api } = story.world
  const payment = await findPayment(story)
  const operation = payment?.rail === 'robokassa' ? shop.operations.current(payment.id) : undefined
  if (!payment || !operation || shop.movements.returned(operation.op_key) > 0) return false
  shop.movements.write('returned', operation, payment.amount, shop.clock.now())
  const admin = await moderator(api)
  const body = {
    amount: payment.amount / 100,
    happened_at: api.ctx.now().toISOString(),
    reason: 'письмо банка',
  }
  await admin.call('POST /api/admin/payments/:id/chargeback', { params: { id: payment.id }, body })
  return true
}

/** Runs an admin's action as if the admin had confirmed it in the bot. Other tests cover the confirmation itself. */
export async function runStaffAct<A extends ActName>(
  world: MoneyWorld,
  name: A,
  input: ConfirmedActs[A],
): Promise<void> {
  const { id } = await moderator(world.api)
  await acts[name].run({ ...world.api.ctx, viewer: { id } }, input, async () => undefined)
}
