import type { ListingStatus, ResponseStatus } from '#contract/lifecycle.ts'
import { checkInvoice } from '#stand-ins/robokassa/invoice-check.ts'
import { payOperation } from '#stand-ins/robokassa/payments.ts'
import type { MoneyWorld } from '#tests/money/world.ts'
import { Refused } from '#tests/support/api/call.ts'
import { newOrder, responseTo } from '#tests/support/orders/sample.ts'
import type { Random } from '#tests/support/run/random.ts'
import type { Actor, Author } from './people.ts'

/**
 * Actions of the people in the simulated season, each through the API calls of the app. The people record their own
 * actions.
 */

export type PlacedListing = { id: number; title: string; author: Author; day: number }
export type SentResponse = {
  id: number
  listing: PlacedListing
  by: Actor
  /** True if a boost of the response was paid. */
  isBoosted: boolean
  /** True if the author has opened the response, or decided about it after opening it. */
  isLooked: boolean
  isWithdrawn: boolean
  /**
   * True if another person was chosen before the author had opened this response. If the author later changed the
   * choice, the response may be open again.
   */
  isPassedOver: boolean
}

/** Runs an action. Returns undefined if the server refuses, because a refusal is a valid outcome. */
export async function attempt<T>(act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}

/**
 * Pays a payment link by card.
 * @returns false if there is nothing to pay, for example because a credit paid
 */
export async function payLink(
  { shop }: MoneyWorld,
  payment_url: string | null | undefined,
): Promise<boolean> {
  const link = payment_url ? new URL(payment_url).searchParams : undefined
  if (!link?.get('InvId')) return false
  const invoice = checkInvoice(shop, Object.fromEntries(link))
  if (typeof invoice === 'number') throw new Error(`the provider refuses the link: ${invoice}`)
  await payOperation(shop, shop.operations.open(invoice, shop.clock.now()))
  return true
}

export async function placeListing(world: MoneyWorld, author: Author, day: number): Promise<PlacedListing> {
  const call = await author.open()
  const body = newOrder({ category_id: author.category_id })
  const { id, title } = await call('POST /api/projects/create', { body })
  const { payment_url } = await call('POST /pay/generate-payment-robokassa', {
    body: { project_id: id, payment_type: 'project' },
  })
  await payLink(world, payment_url)
  return { id, title, author, day }
}

export async function respond(
  world: MoneyWorld,
  by: Actor,
  listing: PlacedListing,
  wantsBoost: boolean,
): Promise<SentResponse | undefined> {
  const call = await by.open()
  const fields = wantsBoost ? { response_type: 20 as const } : {}
  const response = await attempt(() => call('POST /api/projects/add_resp', responseTo(listing.id, fields)))
  if (!response) return undefined
  const isBoosted = await payLink(world, response.payment_url)
  return { id: response.id, listing, by, isBoosted, isLooked: false, isWithdrawn: false, isPassedOver: false }
}

export async function withdraw(response: SentResponse): Promise<void> {
  const call = await response.by.open()
  const isWithdrawn = await attempt(() =>
    call('POST /api/responses/:id/withdraw', { params: { id: response.id } }),
  )
  if (isWithdrawn) response.isWithdrawn = true
}

/** State of a listing that the author sees. */
export type ListingState = {
  status: ListingStatus
  isReminded: boolean
  responses: { id: number; status: ResponseStatus }[]
}
type Work = {
  world: MoneyWorld
  listing: PlacedListing
  state: ListingState
  sentResponses: SentResponse[]
  age: number
  chance: Random
}

const isUndecided = ({ status }: { status: ResponseStatus }) =>
  status === 'no_show' || status === 'shown' || status === 'shortlisted'

/** Returns the responses that were still undecided at the beginning of the day. */
function undecidedResponses({ state, sentResponses }: Work): SentResponse[] {
  const ids = new Set(state.responses.filter(isUndecided).map(({ id }) => id))
  return sentResponses.filter(({ id, isWithdrawn }) => ids.has(id) && !isWithdrawn)
}

async function viewResponses(work: Work): Promise<void> {
  const { listing } = work
  const call = await listing.author.open()
  await call('POST /api/projects/edit_project_show', { body: { project_id: listing.id } })
  for (const response of undecidedResponses(work)) response.isLooked = true
}

async function declineAll({ listing, state }: Work): Promise<void> {
  const call = await listing.author.open()
  for (const { id } of state.responses.filter(isUndecided))
    await attempt(() => call('POST /api/responses/:id/decline', { params: { id } }))
}

async function choose(work: Work): Promise<void> {
  const { listing, state, sentResponses, chance } = work
  const undecided = state.responses.filter(isUndecided)
  if (undecided.length === 0) return
  const response_id = chance.of(undecided).id
  const call = await listing.author.open()
  const query = { response_id }
  const isChosen = await attempt(() =>
    call('POST /api/projects/assign_executor/:id', { params: { id: listing.id }, query }),
  )
  const chosenResponse = sentResponses.find(({ id }) => id === response_id)
  if (!isChosen || !chosenResponse) return
  // Choosing a response counts as opening it. All other undecided responses end.
  chosenResponse.isLooked = true
  for (const response of undecidedResponses(work)) if (!response.isLooked) response.isPassedOver = true
}

async function shortlistOne({ listing, state }: Work): Promise<void> {
  const [first] = state.responses.filter(isUndecided)
  const call = await listing.author.open()
  if (first) await attempt(() => call('POST /api/responses/:id/shortlist', { params: { id: first.id } }))
}

type ListingMoveName = 'complete' | 'close' | 'unassign_executor'
const moveBy =
  (name: ListingMoveName) =>
  async ({ listing }: Work) => {
    const call = await listing.author.open()
    await attempt(() => call(`POST /api/projects/${name}/:id`, { params: { id: listing.id } }))
  }
const [complete, close, releaseExecutor] = [moveBy('complete'), moveBy('close'), moveBy('unassign_executor')]

async function deleteListing({ listing }: Work): Promise<void> {
  const call = await listing.author.open()
  await attempt(() => call('DELETE /api/projects/delete', { body: { project_id: listing.id } }))
}

async function renew({ world, listing }: Work): Promise<void> {
  const call = await listing.author.open()
  const body = { project_id: listing.id, payment_type: 'project' as const }
  const invoice = await attempt(() => call('POST /pay/generate-payment-robokassa', { body }))
  await payLink(world, invoice?.payment_url)
}

/** Runs the actions of an author on one day. They depend on the age of the listing and on the author's behaviour. */
export async function actOnListing(work: Work): Promise<void> {
  const { age, state, listing } = work
  const { status, isReminded } = state
  const isOpen = status === 'published'
  switch (listing.author.authorBehaviour) {
    case 'chooses':
      if (isOpen && age >= 1) await viewResponses(work)
      if (isOpen && age === 2) await shortlistOne(work)
      if (isOpen && age >= 4) await choose(work)
      if (status === 'in_progress' && age >= 8) await complete(work)
      return
    case 'changes_mind':
      if (isOpen && age >= 3) await choose(work)
      else if (status === 'in_progress' && age === 5) await releaseExecutor(work)
      else if (status === 'in_progress' && age >= 9) await complete(work)
      return
    case 'declines':
      if (isOpen && age >= 1 && age % 2 === 1) await viewResponses(work)
      if (isOpen && age >= 1) await declineAll(work)
      if (isOpen && age >= 12) await close(work)
      return
    case 'answers_reminders':
      if (!isOpen || !isReminded) return
      await viewResponses(work)
      await declineAll(work)
      if (age >= 6) await close(work)
      return
    case 'closes':
      if (isOpen && age >= 7) await close(work)
      return
    case 'deletes':
      if (isOpen && age >= 5) await deleteListing(work)
      return
    case 'renews':
      if (status === 'expired') await renew(work)
      else if (isOpen && age >= 36) await close(work)
      return
    case 'never_answers':
      return
  }
}
