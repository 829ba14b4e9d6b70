import type { ListingStatus, ResponseStatus } from '#contract/lifecycle.ts'
import { checkInvoice } from '#stand-ins/robokassa/invoice-check.ts'
import { pay } from '#stand-ins/robokassa/payments.ts'
import type { MoneyWorld } from '#tests/money/world.ts'
import { Refused } from '#tests/support/api/call.ts'
import { newOrder, responseTo } from '#tests/support/orders/sample.ts'
import type { Random } from '#tests/support/run/random.ts'
import type { Actor, Author } from './people.ts'

/** Acts of the season's people, each through the calls of the app. The people record their own acts. */

export type Placed = { id: number; title: string; author: Author; day: number }
export type Sent = {
  id: number
  listing: Placed
  by: Actor
  /** True if a boost of the response was paid. */
  isBoosted: boolean
  /** True if the author has viewed the response, or decided about it after viewing. */
  isLooked: boolean
  isWithdrawn: boolean
  /**
   * True if the response ended because another person was chosen before the author viewed it. A later change of mind
   * may have restored it.
   */
  isPassed: boolean
}

/** Returns undefined if the server refuses, because a refusal is a valid outcome. */
export async function attempt<T>(act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}

/** Pays by card for a payment link. @returns false if there is nothing to pay, as with a credit */
export async function payFor({ shop }: MoneyWorld, payment_url: string | null | undefined): Promise<boolean> {
  const link = payment_url ? new URL(payment_url).searchParams : undefined
  if (!link?.get('InvId')) return false
  const invoice = checkInvoice(shop, Object.fromEntries(link))
  if (typeof invoice === 'number') throw new Error(`the provider refuses the link: ${invoice}`)
  await pay(shop, shop.operations.open(invoice, shop.clock.now()))
  return true
}

export async function place(world: MoneyWorld, author: Author, day: number): Promise<Placed> {
  const call = await author.open()
  const body = newOrder({ category_id: author.category_id })
  const { id, title } = await call('POST /api/projects/create', { body })
  const { payment_url } = await call('POST /pay/generate-payment-robokassa', {
    body: { project_id: id, payment_type: 'project' },
  })
  await payFor(world, payment_url)
  return { id, title, author, day }
}

export async function respond(
  world: MoneyWorld,
  by: Actor,
  listing: Placed,
  wantsBoost: boolean,
): Promise<Sent | undefined> {
  const call = await by.open()
  const wish = wantsBoost ? { response_type: 20 as const } : {}
  const sent = await attempt(() => call('POST /api/projects/add_resp', responseTo(listing.id, wish)))
  if (!sent) return undefined
  const isBoosted = await payFor(world, sent.payment_url)
  return { id: sent.id, listing, by, isBoosted, isLooked: false, isWithdrawn: false, isPassed: false }
}

export async function withdraw(sent: Sent): Promise<void> {
  const call = await sent.by.open()
  const done = await attempt(() => call('POST /api/responses/:id/withdraw', { params: { id: sent.id } }))
  if (done) sent.isWithdrawn = true
}

/** State of a listing as its author sees it. */
export type Standing = {
  status: ListingStatus
  isReminded: boolean
  responses: { id: number; status: ResponseStatus }[]
}
type Work = {
  world: MoneyWorld
  listing: Placed
  standing: Standing
  sent: Sent[]
  age: number
  chance: Random
}

const waits = ({ status }: { status: ResponseStatus }) =>
  status === 'no_show' || status === 'shown' || status === 'shortlisted'

/** Responses that were still undecided this morning. */
function waitingOf({ standing, sent }: Work): Sent[] {
  const ids = new Set(standing.responses.filter(waits).map(({ id }) => id))
  return sent.filter(({ id, isWithdrawn }) => ids.has(id) && !isWithdrawn)
}

async function look(work: Work): Promise<void> {
  const { listing } = work
  const call = await listing.author.open()
  await call('POST /api/projects/edit_project_show', { body: { project_id: listing.id } })
  for (const one of waitingOf(work)) one.isLooked = true
}

async function declineAll({ listing, standing }: Work): Promise<void> {
  const call = await listing.author.open()
  for (const { id } of standing.responses.filter(waits))
    await attempt(() => call('POST /api/responses/:id/decline', { params: { id } }))
}

async function choose(work: Work): Promise<void> {
  const { listing, standing, sent, chance } = work
  const waiting = standing.responses.filter(waits)
  if (waiting.length === 0) return
  const response_id = chance.of(waiting).id
  const call = await listing.author.open()
  const query = { response_id }
  const done = await attempt(() =>
    call('POST /api/projects/assign_executor/:id', { params: { id: listing.id }, query }),
  )
  const chosen = sent.find(({ id }) => id === response_id)
  if (!done || !chosen) return
  // Choosing counts as viewing; the other responses end.
  chosen.isLooked = true
  for (const one of waitingOf(work)) if (!one.isLooked) one.isPassed = true
}

async function shortlistOne({ listing, standing }: Work): Promise<void> {
  const [first] = standing.responses.filter(waits)
  const call = await listing.author.open()
  if (first) await attempt(() => call('POST /api/responses/:id/shortlist', { params: { id: first.id } }))
}

type Moving = 'complete' | 'close' | 'unassign_executor'
const move =
  (name: Moving) =>
  async ({ listing }: Work) => {
    const call = await listing.author.open()
    await attempt(() => call(`POST /api/projects/${name}/:id`, { params: { id: listing.id } }))
  }
const [complete, close, release] = [move('complete'), move('close'), move('unassign_executor')]

async function remove({ listing }: Work): Promise<void> {
  const call = await listing.author.open()
  await attempt(() => call('DELETE /api/projects/delete', { body: { project_id: listing.id } }))
}

async function renew({ world, listing }: Work): Promise<void> {
  const call = await listing.author.open()
  const body = { project_id: listing.id, payment_type: 'project' as const }
  const invoice = await attempt(() => call('POST /pay/generate-payment-robokassa', { body }))
  await payFor(world, invoice?.payment_url)
}

/** Acts of an author on one day for a listing of a certain age. */
export async function live(work: Work): Promise<void> {
  const { age, standing, listing } = work
  const { status, isReminded } = standing
  const isOpen = status === 'published'
  switch (listing.author.temper) {
    case 'chooses':
      if (isOpen && age >= 1) await look(work)
      if (isOpen && age === 2) await shortlistOne(work)
      if (isOpen && age >= 4) await choose(work)
      if (status === 'in_progress' && age >= 8) await complete(work)
      return
    case 'changes_mind':
      if (isOpen && age >= 3) await choose(work)
      else if (status === 'in_progress' && age === 5) await release(work)
      else if (status === 'in_progress' && age >= 9) await complete(work)
      return
    case 'declines':
      if (isOpen && age >= 1 && age % 2 === 1) await look(work)
      if (isOpen && age >= 1) await declineAll(work)
      if (isOpen && age >= 12) await close(work)
      return
    case 'answers_reminders':
      if (!isOpen || !isReminded) return
      await look(work)
      await declineAll(work)
      if (age >= 6) await close(work)
      return
    case 'closes':
      if (isOpen && age >= 7) await close(work)
      return
    case 'deletes':
      if (isOpen && age >= 5) await remove(work)
      return
    case 'renews':
      if (status === 'expired') await renew(work)
      else if (isOpen && age >= 36) await close(work)
      return
    case 'never_answers':
      return
  }
}
