import type { DeclineReason, ListingKind, ListingStatus, ResponseStatus } from '#contract/lifecycle.ts'
import type { Experience, JobType, PaymentFormat } from '#contract/options.ts'
import type { ReviewAxis } from '#contract/review-axes.ts'
import type { Tx } from '../index.ts'
import { currencies } from '../reference/lists.ts'
import { skillNames } from '../reference/skills.ts'
import type { HiddenReason } from '../tables.ts'
import type { DemoTime } from './time.ts'

export type DemoResponse = {
  user: number
  status: ResponseStatus
  hours_ago: number
  text: string
  price?: number
  currency_id?: number
  boosted?: boolean
  with_resume?: boolean
  /** When the author chose, shortlisted or declined it; without it, the market does not say. */
  answered_hours_ago?: number
  decline_reason?: DeclineReason
}

type DemoReview = {
  author: number
  subject: number
  text: string
  /** Stars of a client that knows no axes. */
  rating?: number
  axes?: Partial<Record<ReviewAxis, number>>
  hours_ago?: number
}

/** Course of finished work, as hours before the seeding, and the words with which the work was handed in. */
type DemoDeal = {
  chosen_hours_ago: number
  handed_in_hours_ago: number
  completed_hours_ago: number
  work: string
}

/**
 * A listing of the demo as its JSON file describes it. People are named by Telegram id, times count from the time of
 * the seeding, and money is in minor units.
 */
export type DemoListing = {
  key: string
  author: number
  status: ListingStatus
  category_id: number
  title: string
  text: string
  hours_ago: number
  deadline_days?: number
  payment_format: PaymentFormat
  job_type: JobType
  price?: number
  min_stake?: number
  max_stake?: number
  currency_id?: number
  experience: Experience
  is_remote: boolean
  location?: string
  language: string
  urgent?: boolean
  tags: string[]
  skills: string[]
  views: number
  executor?: number
  rejection_reason?: string
  hidden_reason?: HiddenReason
  details?: Partial<Record<string, string>>
  responses: DemoResponse[]
  favorites: number[]
  chat?: { from: number; hours_ago: number; text: string }[]
  reviews?: DemoReview[]
  deal?: DemoDeal
}

export type MarketListing = { kind: ListingKind; listing: DemoListing }
export type AddedListing = MarketListing & { id: number }

const neverPublished: ListingStatus[] = ['draft', 'awaiting_payment', 'moderation', 'rejected']
const placementDays = 30

/**
 * Adds listings that no earlier seeding has added.
 * @returns the added ones with their ids, in the given order
 */
export async function addListings(tx: Tx, market: MarketListing[], time: DemoTime): Promise<AddedListing[]> {
  const known = await tx
    .selectFrom('listings')
    .select('content_hash')
    .where('content_hash', 'like', 'demo:%')
    .execute()
  const knownHashes = new Set(known.map((row) => row.content_hash))
  const newListings = market.filter(({ listing }) => !knownHashes.has(hashOf(listing)))
  if (newListings.length === 0) return []
  const tags = await addTags(tx, [...new Set(newListings.flatMap(({ listing }) => listing.tags))])
  const rows = await tx
    .insertInto('listings')
    .values(newListings.map(({ kind, listing }) => toRow(kind, listing, tags, time)))
    .returning('id')
    .execute()
  const added = newListings.map((one, n) => ({ ...one, id: rows[n]?.id as number }))
  await addTexts(tx, added, time)
  return added
}

const hashOf = (listing: DemoListing) => `demo:${listing.key}`

function toRow(kind: ListingKind, listing: DemoListing, tags: Map<string, number>, time: DemoTime) {
  const { status, payment_format, job_type, experience, is_remote, language, title, category_id, deal } =
    listing
  const isPublished = !neverPublished.includes(status)
  const completedHoursAgo = deal?.completed_hours_ago ?? listing.hours_ago / 3
  return {
    kind,
    status,
    payment_format,
    job_type,
    experience,
    is_remote,
    language,
    title,
    category_id,
    author_id: time.person(listing.author),
    content_hash: hashOf(listing),
    // Older clients wrote skills as tags, so tags count as skills too.
    skills: skillNames([...listing.skills, ...listing.tags]),
    created_at: time.hoursAgo(listing.hours_ago + 1),
    location: listing.location ?? null,
    price: listing.price ?? null,
    min_stake: listing.min_stake ?? null,
    max_stake: listing.max_stake ?? null,
    currency_id: listing.currency_id ?? 1,
    price_base: priceBase(listing),
    response_stake: kind === 'order' && isPublished ? time.boost : 0,
    urgent: listing.urgent ?? false,
    deadline: listing.deadline_days === undefined ? null : time.endOfDay(listing.deadline_days),
    tags: listing.tags.map((tag) => tags.get(tag.toLowerCase()) as number),
    executor_id: listing.executor === undefined ? null : time.person(listing.executor),
    responses_count: listing.responses.filter((response) => response.status !== 'withdrawn').length,
    placement_period: placementDays,
    published_at: isPublished ? time.hoursAgo(listing.hours_ago) : null,
    expires_at: isPublished ? time.hoursAgo(listing.hours_ago - placementDays * 24) : null,
    chosen_at: deal ? time.hoursAgo(deal.chosen_hours_ago) : null,
    handed_in_at: deal ? time.hoursAgo(deal.handed_in_hours_ago) : null,
    hidden_reason: listing.hidden_reason ?? null,
    rejection_reason: listing.rejection_reason ?? null,
    rejected_at: status === 'rejected' ? time.hoursAgo(listing.hours_ago) : null,
    completed_at: status === 'completed' ? time.hoursAgo(completedHoursAgo) : null,
    updated_at: time.hoursAgo(deal ? completedHoursAgo : listing.hours_ago),
  }
}

/** Adds what listings say, how often they were seen, and the steps of finished work. */
async function addTexts(tx: Tx, added: AddedListing[], time: DemoTime): Promise<void> {
  const orders = added.filter(({ kind }) => kind === 'order')
  const vacancies = added.filter(({ kind }) => kind === 'vacancy')
  const views = added.filter(({ listing }) => listing.views > 0)
  const deals = added.flatMap(({ id, listing: { deal, executor } }) =>
    deal && executor ? { id, deal, executor } : [],
  )
  if (orders.length)
    await tx
      .insertInto('orders')
      .values(orders.map(({ id, listing }) => ({ listing_id: id, subtitle: listing.text })))
      .execute()
  if (vacancies.length)
    await tx
      .insertInto('vacancies')
      .values(
        vacancies.map(({ id, listing }) => ({
          listing_id: id,
          description: listing.text,
          ...listing.details,
        })),
      )
      .execute()
  if (views.length)
    await tx
      .insertInto('listing_views')
      .values(views.map(({ id, listing }) => ({ listing_id: id, views_count: listing.views })))
      .execute()
  if (deals.length)
    await tx
      .insertInto('deal_steps')
      .values(
        deals.map(({ id, deal, executor }) => ({
          listing_id: id,
          author_id: time.person(executor),
          kind: 'hand_in' as const,
          step_text: deal.work,
          created_at: time.hoursAgo(deal.handed_in_hours_ago),
        })),
      )
      .execute()
}

function priceBase(listing: DemoListing): number | null {
  const price = listing.price ?? listing.max_stake ?? listing.min_stake
  const currency = currencies.find((one) => one.id === (listing.currency_id ?? 1))
  return price === undefined || !currency ? null : Math.round(price * Number(currency.rate_to_base))
}

/** @returns ids by name in lower case */
async function addTags(tx: Tx, names: string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const rows = await tx
    .insertInto('tags')
    .values(names.map((name) => ({ name })))
    .onConflict((on) => on.column('name_key').doUpdateSet((eb) => ({ name: eb.ref('tags.name') })))
    .returning(['id', 'name'])
    .execute()
  return new Map(rows.map((row) => [row.name.toLowerCase(), row.id]))
}
