import { createHash } from 'node:crypto'
import type { Reply } from '#contract/calls/call.ts'
import type { Calls } from '#contract/calls/index.ts'
import { applyDecision } from '#services/lifecycle/publication/decide.ts'
import { approve, reject } from '#services/moderation/decisions/actions.ts'
import { applyAnswer } from '#services/payments/verification/actions.ts'
import type { Api } from '#tests/support/api/api.ts'
import { createCaller } from '#tests/support/api/call.ts'
import { client, moderatorId, type Person } from '#tests/support/people/people.ts'
import { newOrder } from './sample.ts'

/** Steps of an order's life. Each step is an action of the product. */

export type Invoice = Reply<Calls['POST /pay/generate-payment-robokassa']>

export async function draftOrder(api: Api, changes = {}, author?: Person) {
  const anna = author ?? (await client(api))
  const order = await anna.call('POST /api/projects/create', { body: newOrder(changes) })
  return { anna, order }
}

export function invoiceFor(author: Person, project_id: number): Promise<Invoice> {
  const body = { project_id, payment_type: 'project' as const }
  return author.call('POST /pay/generate-payment-robokassa', { body })
}

/** Returns the shop's own fields (`Shp_…`) of a payment link, in the order in which Robokassa signs them. */
export function shopFields(link: URLSearchParams) {
  const field = (name: string) => link.get(name) ?? ''
  return {
    Shp_item: field('Shp_item'),
    Shp_kind: field('Shp_kind'),
    Shp_payment: field('Shp_payment'),
  }
}

/** Returns the form of Robokassa's result call for an invoice, signed with the second password. */
export function resultOf({ ctx }: Pick<Api, 'ctx'>, invoice: { payment_url: string }, OutSum?: string) {
  const link = new URL(invoice.payment_url).searchParams
  const field = (name: string) => link.get(name) ?? ''
  const sum = OutSum ?? `${field('OutSum')}0000`
  const shop = shopFields(link)
  const ownParams = Object.entries(shop)
    .map(([name, value]) => `${name}=${value}`)
    .join(':')
  const SignatureValue = createHash('sha256')
    .update(`${sum}:${field('InvId')}:${ctx.config.ROBOKASSA_PASSWORD_2}:${ownParams}`)
    .digest('hex')
    .toUpperCase()
  return { OutSum: sum, InvId: field('InvId'), SignatureValue, ...shop }
}

/** Applies an answer of Robokassa that the invoice is paid. */
export async function confirmPayment(
  { ctx }: Pick<Api, 'ctx'>,
  { invoice_id, amount, payment_url }: Invoice,
): Promise<void> {
  // The sum credited to the shop: the price minus Robokassa's fee of 3.9 %.
  const out_sum_kopecks = Math.round(amount * 100 * 0.961)
  const shp = shopFields(new URL(payment_url).searchParams)
  const state_at = ctx.now().toISOString()
  const operation = { result_code: 0, state_code: 100, op_key: `op-${invoice_id}`, shp, state_at }
  await ctx.db
    .transaction()
    .execute((tx) => applyAnswer(ctx, tx, invoice_id, { meaning: 'paid', out_sum_kopecks, ...operation }))
}

/** Creates an order with a confirmed payment, so that the order waits for moderation. */
export async function paidOrder(api: Api, changes = {}, author?: Person) {
  const { anna, order } = await draftOrder(api, changes, author)
  const invoice = await invoiceFor(anna, order.id)
  await createCaller(api.server)('POST /pay/robokassa/result', { body: resultOf(api, invoice) })
  await confirmPayment(api, invoice)
  return { anna, order, invoice }
}

/** Decides about an order as a moderator, and applies the decision. With a reason, the order is rejected. */
export async function decideTask(api: Api, listing_id: number, reason?: string): Promise<void> {
  const { ctx } = api
  const moderator_id = await moderatorId(api)
  const { id: task_id } = await ctx.db
    .selectFrom('moderation_tasks')
    .select('id')
    .where('listing_id', '=', listing_id)
    .where('applied_at', 'is', null)
    .executeTakeFirstOrThrow()
  const decisionFields = { task_id, moderator_id }
  await (reason ? reject(ctx, { ...decisionFields, reason }) : approve(ctx, decisionFields))
  await ctx.db.transaction().execute((tx) => applyDecision(ctx, tx, task_id))
}

export async function publishedOrder(api: Api, changes = {}, author?: Person) {
  const payment = await paidOrder(api, changes, author)
  await decideTask(api, payment.order.id)
  return payment
}

export async function rejectedOrder(api: Api) {
  const paidListing = await paidOrder(api)
  await decideTask(api, paidListing.order.id, 'Добавьте, что именно нужно сделать')
  return paidListing
}
