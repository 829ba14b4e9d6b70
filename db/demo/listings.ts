import type { ListingKind, ListingStatus, ResponseStatus } from '#contract/lifecycle.ts'
import type { Experience, JobType, PaymentFormat } from '#contract/options.ts'
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
  details?: Record<string, string>
  responses: DemoResponse[]
  favorites: number[]
  chat?: { from: number; hours_ago: number; text: string }[]
  reviews?: { author: number; subject: number; rating: number; text: string }[]
}

const neverPublished: ListingStatus[] = ['draft', 'awaiting_payment', 'moderation', 'rejected']
const placementDays = 30

/** @returns id of the new listing, or undefined if an earlier seeding added it */
export async function addListing(
  tx: Tx,
  kind: ListingKind,
  listing: DemoListing,
  time: DemoTime,
): Promise<number | undefined> {
  const author_id = time.person(listing.author)
  const content_hash = `demo:${listing.key}`
  const knownListings = await tx
    .selectFrom('listings')
    .select('id')
    .where('author_id', '=', author_id)
    .where('content_hash', '=', content_hash)
    .executeTakeFirst()
  if (knownListings) return undefined

  const { status, payment_format, job_type, experience, is_remote, language, title, category_id } = listing
  // Older clients wrote skills as tags, so tags count as skills too.
  const skills = skillNames([...listing.skills, ...listing.tags])
  const created_at = time.hoursAgo(listing.hours_ago + 1)
  const isPublished = !neverPublished.includes(status)
  const { id } = await tx
    .insertInto('listings')
    .values({
      kind,
      author_id,
      content_hash,
      status,
      payment_format,
      job_type,
      experience,
      is_remote,
      language,
      skills,
      title,
      category_id,
      created_at,
      location: listing.location ?? null,
      price: listing.price ?? null,
      min_stake: listing.min_stake ?? null,
      max_stake: listing.max_stake ?? null,
      currency_id: listing.currency_id ?? 1,
      price_base: priceBase(listing),
      response_stake: kind === 'order' && isPublished ? time.boost : 0,
      urgent: listing.urgent ?? false,
      deadline: listing.deadline_days === undefined ? null : time.endOfDay(listing.deadline_days),
      tags: await tagIds(tx, listing.tags),
      executor_id: listing.executor === undefined ? null : time.person(listing.executor),
      responses_count: listing.responses.filter((response) => response.status !== 'withdrawn').length,
      placement_period: placementDays,
      published_at: isPublished ? time.hoursAgo(listing.hours_ago) : null,
      expires_at: isPublished ? time.hoursAgo(listing.hours_ago - placementDays * 24) : null,
      hidden_reason: listing.hidden_reason ?? null,
      rejection_reason: listing.rejection_reason ?? null,
      rejected_at: status === 'rejected' ? time.hoursAgo(listing.hours_ago) : null,
      completed_at: status === 'completed' ? time.hoursAgo(listing.hours_ago / 3) : null,
      updated_at: time.hoursAgo(listing.hours_ago),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (kind === 'order')
    await tx.insertInto('orders').values({ listing_id: id, subtitle: listing.text }).execute()
  else
    await tx
      .insertInto('vacancies')
      .values({ listing_id: id, description: listing.text, ...listing.details })
      .execute()
  if (listing.views > 0)
    await tx.insertInto('listing_views').values({ listing_id: id, views_count: listing.views }).execute()
  return id
}

function priceBase(listing: DemoListing): number | null {
  const price = listing.price ?? listing.max_stake ?? listing.min_stake
  const currency = currencies.find((one) => one.id === (listing.currency_id ?? 1))
  return price === undefined || !currency ? null : Math.round(price * Number(currency.rate_to_base))
}

async function tagIds(tx: Tx, names: string[]): Promise<number[]> {
  const rows = await tx
    .insertInto('tags')
    .values(names.map((name) => ({ name })))
    .onConflict((on) => on.column('name_key').doUpdateSet((eb) => ({ name: eb.ref('tags.name') })))
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}
