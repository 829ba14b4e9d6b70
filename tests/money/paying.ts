import type { Fault } from '#stand-ins/robokassa/faults.ts'
import { holdsMoney, type Operation } from '#stand-ins/robokassa/operations.ts'
import { declineOperation, payOperation } from '#stand-ins/robokassa/payments.ts'
import type { Actor, Link, Story } from './story.ts'

/** An action of a story. It returns `false` if there was nothing to do. */
export type Act = (story: Story) => Promise<unknown>

const day = 24 * 60 * 60_000

/** Requests a payment link for the current listing. */
export const requestLink =
  (platform: 'ios' | 'tdesktop'): Act =>
  async (story) => {
    if (platform === 'ios') await knowInTelegram(story, story.author)
    const body = { project_id: story.listing_id, payment_type: 'project' as const, platform }
    const invoice = await story.author.call('POST /pay/generate-payment-robokassa', { body })
    story.keep('listing', story.author, invoice)
  }

type LinkAge = 'newest' | 'oldest'

/** Pays for the listing by card. Uses an unpaid payment link if there is one, and requests a new link otherwise. */
export const payByCard =
  (linkAge: LinkAge, ...faults: Omit<Fault, 'inv_id'>[]): Act =>
  async (story) => {
    if (story.unpaid('listing', 'card').length === 0) await requestLink('tdesktop')(story)
    return payCard(story, pickLink(story.unpaid('listing', 'card'), linkAge), faults)
  }

export const payByStars =
  (linkAge: LinkAge): Act =>
  async (story) => {
    if (story.unpaid('listing', 'stars').length === 0) await requestLink('ios')(story)
    return payStars(story, pickLink(story.unpaid('listing', 'stars'), linkAge))
  }

/**
 * Pays with an expired link. The payment page was still open, and a slow bank sends the money after the link expired.
 */
export const payLate =
  (...faults: Omit<Fault, 'inv_id'>[]): Act =>
  async (story) => {
    const now = story.world.shop.clock.now()
    const isOver = ({ operation }: Link) => operation?.expires_at != null && operation.expires_at <= now
    return payCard(story, story.unpaid('listing', 'card').find(isOver), faults)
  }

export const boostByCard =
  (...faults: Omit<Fault, 'inv_id'>[]): Act =>
  async (story) => {
    if (story.unpaid('boost', 'card').length === 0) await askForBoost(story, 'tdesktop')
    return payCard(story, pickLink(story.unpaid('boost', 'card'), 'newest'), faults)
  }

export const boostByStars: Act = async (story) => {
  if (story.unpaid('boost', 'stars').length === 0) await askForBoost(story, 'ios')
  return payStars(story, pickLink(story.unpaid('boost', 'stars'), 'newest'))
}

export const askBoost =
  (platform: 'ios' | 'tdesktop'): Act =>
  (story) =>
    askForBoost(story, platform)

async function askForBoost(story: Story, platform: 'ios' | 'tdesktop'): Promise<boolean> {
  const response_id = story.responses.get(story.boris)
  if (!response_id) return false
  if (platform === 'ios') await knowInTelegram(story, story.boris)
  const body = { response_id, payment_type: 'response' as const, platform }
  const invoice = await story.boris.call('POST /pay/generate-payment-robokassa', { body })
  story.keep('boost', story.boris, invoice)
  return true
}

function pickLink(links: Link[], linkAge: LinkAge): Link | undefined {
  return linkAge === 'oldest' ? links[0] : links.at(-1)
}

async function payCard(
  story: Story,
  link: Link | undefined,
  faults: Omit<Fault, 'inv_id'>[],
): Promise<boolean> {
  const { shop } = story.world
  const operation = link && openPage(story, link)
  if (!operation) return false
  const linkFaults = faults.map((fault) => ({ times: 1, ...fault, inv_id: operation.inv_id }))
  const pendingFaults = shop.faults.list().filter(({ times }) => times !== 0)
  shop.faults.plan([...pendingFaults, ...linkFaults])
  await payOperation(shop, operation)
  link.is_paid = holdsMoney(operation)
  return true
}

/** Returns the open payment page of a link. Opens it again if the first try failed and the link has not expired. */
function openPage({ world: { shop } }: Story, link: Link): Operation | undefined {
  const { operation } = link
  if (!operation || operation.state === 5) return operation
  const now = shop.clock.now()
  if (operation.expires_at !== null && operation.expires_at <= now) return undefined
  link.operation = shop.operations.open(operation, now)
  return link.operation
}

/** The bank refuses the payment by card. */
export const payDeclined: Act = async (story) => {
  if (story.unpaid('listing', 'card').length === 0) await requestLink('tdesktop')(story)
  const link = pickLink(story.unpaid('listing', 'card'), 'newest')
  const operation = link && openPage(story, link)
  if (!operation) return false
  declineOperation(story.world.shop, operation)
  return true
}

async function payStars(story: Story, link: Link | undefined): Promise<boolean> {
  if (!link?.slug) return false
  const { id } = link.payer.account
  const path = `/users/${id}/pay`
  const { status } = await story.world.telegram.post<{ status: string }>(path, { slug: link.slug })
  if (status !== 'paid') return false
  link.is_paid = true
  return true
}

/**
 * Registers a payer at the Telegram stand-in. A payment in Stars needs an account that has started the bot and owns
 * Stars.
 */
async function knowInTelegram({ world, telegram_known }: Story, actor: Actor): Promise<void> {
  const { id, first_name } = actor.account
  if (telegram_known.has(id)) return
  telegram_known.add(id)
  await world.telegram.post('/users', { id, first_name, language_code: 'ru' })
  await world.telegram.patch(`/users/${id}`, { stars: 100_000, started: true })
}

/** Robokassa takes the money, but its result call is lost. */
export const droppedCall = { kind: 'drop' } as const
/** Robokassa suspends the operation for three days and then completes it. */
export const suspendedState = { kind: 'state_80', ms: 3 * day } as const
/** Robokassa credits the money an hour after its result call. */
export const crediting = { kind: 'state_50', ms: day / 24 } as const
/** Robokassa refunds the money by itself. */
export const returnedState = { kind: 'state_60' } as const
