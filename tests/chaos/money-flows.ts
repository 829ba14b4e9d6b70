import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '#tests/support/servers/world.ts'
import { type Client, newClient, openApp } from './client.ts'
import {
  approveOrder,
  moderator_id,
  newOrder,
  type PaidOrder,
  payLink,
  quiet_category_id,
} from './journey.ts'
import type { BoostPlan, RefundPlan, StarsPlan } from './plan.ts'

export interface Boost {
  response_id: number
  invoice_id: number
}
export interface Refund {
  listing_id: number
  invoice_id: number
}
export interface StarOrder {
  author: Client
  listing_id: number
  invoice_id: number
}

type Invoice = { payment_url: string; invoice_id: number }

const timeoutMs = 60_000

/** A freelancer responds to a published order and pays for a boost. */
export async function buyBoost(world: World, { listing_id }: PaidOrder, plan: BoostPlan): Promise<Boost> {
  const boris = await newClient(world, 'Борис')
  const { contact } = await world.telegram.post<{ contact: string }>(`/users/${boris.telegram_id}/contact`)
  await boris.call(`/api/users/verify-profile/${boris.user_id}`, { contact })
  await sleep(plan.starts_at_ms)
  const response = {
    project_id: listing_id,
    response_text: 'Сделаю за неделю',
    price: 20_000,
    currency: 'RUB',
  }
  const { id } = await boris.call<{ id: number }>('/api/projects/add_resp', { response })
  const invoiceRequest = { payment_type: 'response', response_id: id }
  const { payment_url, invoice_id } = await boris.call<Invoice>(
    '/pay/generate-payment-robokassa',
    invoiceRequest,
  )
  await payLink(world, payment_url, plan.pays_twice)
  return { response_id: id, invoice_id }
}

/** Creates and pays an order that is then rejected or deleted, so that its author gets a refund. */
export async function refundOrder(world: World, title: string, plan: RefundPlan): Promise<Refund> {
  const author = await newClient(world, 'Вера')
  await sleep(plan.starts_at_ms)
  const { id: listing_id } = await author.call<{ id: number }>(
    '/api/projects/create',
    newOrder(title, quiet_category_id),
  )
  const invoiceRequest = { payment_type: 'project', project_id: listing_id }
  const { payment_url, invoice_id } = await author.call<Invoice>(
    '/pay/generate-payment-robokassa',
    invoiceRequest,
  )
  await payLink(world, payment_url, false)
  await waitForStatus(author, listing_id, 'moderation')
  if (plan.rejected) {
    await rejectOrder(world, title)
    await waitForStatus(author, listing_id, 'rejected')
  }
  // A repeated request to delete the order is refused, because the first one already succeeded.
  const body = { project_id: listing_id }
  await author.call('/api/projects/delete', body, 'DELETE').catch(() => undefined)
  await waitForStatus(author, listing_id, 'refunded')
  return { listing_id, invoice_id }
}

async function rejectOrder(world: World, title: string): Promise<void> {
  const staff = await openApp(world, moderator_id)
  const path = `/api/admin/moderation?${new URLSearchParams({ search: title })}`
  const { items } = await staff.call<{ items: { id: number }[] }>(path, undefined, 'GET')
  const [task] = items
  if (!task) throw new Error(`"${title}" waits for nobody`)
  await staff.call(`/api/admin/moderation/${task.id}/reject`, { reason: 'Добавьте подробности' })
}

export async function waitForStatus({ call }: Client, listing_id: number, expected: string): Promise<void> {
  const path = `/api/projects/${listing_id}/full_info`
  let status = ''
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(100)) {
    ;({ status } = await call<{ status: string }>(path, undefined, 'GET'))
    if (status === expected) return
  }
  throw new Error(`order ${listing_id} is ${status} and never ${expected}`)
}

/** Sells an order paid with Stars, from the form to the approval. */
export async function sellForStars(world: World, title: string, plan: StarsPlan): Promise<StarOrder> {
  const author = await newClient(world, 'Глеб')
  await world.telegram.patch(`/users/${author.telegram_id}`, { stars: 10_000 })
  await sleep(plan.starts_at_ms)
  const { id: listing_id } = await author.call<{ id: number }>(
    '/api/projects/create',
    newOrder(title, quiet_category_id),
  )
  const invoiceRequest = { payment_type: 'project', project_id: listing_id, platform: 'ios' }
  const { payment_url, invoice_id } = await author.call<Invoice>(
    '/pay/generate-payment-robokassa',
    invoiceRequest,
  )
  await payStars(world, author, new URL(payment_url).pathname.split('$')[1] ?? '')
  await approveOrder(world, title)
  return { author, listing_id, invoice_id }
}

/**
 * Retries the payment until Telegram reports success. The bot may be unavailable when Telegram asks it to accept the
 * payment.
 */
async function payStars(world: World, { telegram_id }: Client, slug: string): Promise<void> {
  let lastReason = ''
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(100)) {
    const path = `/users/${telegram_id}/pay`
    const { status, reason } = await world.telegram.post<{ status: string; reason?: string }>(path, { slug })
    if (status === 'paid') return
    lastReason = reason ?? status
  }
  throw new Error(`the Stars of ${slug} were never taken: ${lastReason}`)
}
