import type { Generated } from 'kysely'
import type { InvitationEnd, InvitationState, InviteDecline } from '#contract/invitations.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { NotForMeReason } from '#contract/not-for-me.ts'
import type { PaymentFormat, SearchFrequency } from '#contract/options.ts'
import type { Id, Json, Money, Time, WrittenAt } from './columns.ts'

export interface FavoriteListings {
  user_id: number
  listing_id: number
  created_at: WrittenAt
}

export interface FavoriteUsers {
  user_id: number
  favorite_id: number
  created_at: WrittenAt
}

export interface Reviews {
  id: Id
  listing_id: number
  author_id: number
  subject_id: number
  /** Overall stars, 1-5. */
  rating: number
  review_text: string | null
  /**
   * Stars by axis, 1-5. Quality and term rate the executor, task and payment the client, communication rates either.
   * Null in reviews of older clients.
   */
  quality: number | null
  term: number | null
  task: number | null
  payment: number | null
  communication: number | null
  /** Reply of the reviewed person. */
  reply_text: string | null
  replied_at: Time | null
  /** Time of publication; null until both sides have written a review or the time for it is up. */
  published_at: Time | null
  /** Time when staff removed the review; since then it is not shown or counted. */
  removed_at: Time | null
  created_at: WrittenAt
}

/** Blocks between people. They work in both directions: neither of the two sees the other. */
export interface UserBlocks {
  user_id: number
  blocked_id: number
  created_at: WrittenAt
}

/** Authors whose listings a person hides. The author does not learn it. */
export interface HiddenAuthors {
  user_id: number
  author_id: number
  created_at: WrittenAt
}

export interface SavedSearches {
  id: Id
  user_id: number
  kind: ListingKind
  name: string
  /** Filters as the call of the list takes them. */
  filters: Json<Record<string, unknown>>
  is_notify: Generated<boolean>
  /** Frequency of notifications about new results. */
  frequency: Generated<SearchFrequency>
  created_at: WrittenAt
}

/**
 * Listings that a person has hidden. The reason decides which of the columns says what else is hidden or shown less.
 */
export interface NotForMe {
  user_id: number
  listing_id: number
  reason: NotForMeReason
  /** Category whose orders are shown less, if only the person's speciality matches. */
  category_id: number | null
  /** Price in minor units of the base currency: orders below it with the same payment format are shown less. */
  below: Money | null
  payment_format: PaymentFormat | null
  /** Number of days: orders with less time than this are shown less. */
  days: number | null
  /** Time until which the person is sent no orders at all. */
  until: Time | null
  created_at: WrittenAt
}

/**
 * A freelancer's recommendations of the day, best first. The arrays of ids, bands, reasons and whys have the same
 * order.
 */
export interface Collections {
  user_id: number
  kind: ListingKind
  /** Key made of the person's profile and the day. If it has changed, the recommendations are computed again. */
  ranked_for: string
  /** Time up to which new listings were considered. */
  weighed_until: Time
  listing_ids: number[]
  bands: number[]
  reasons: string[]
  /** Details of each reason, as JSON of `CollectionWhy`; empty if an older release computed the row. */
  whys: Generated<string[]>
  /** Positions, from 1, of spare listings that replace closed ones among the first ten. */
  reserve: Generated<number[]>
  ranked_at: Time
}

/** Invitations of people to respond to a listing. */
export interface Invitations {
  id: Id
  listing_id: number
  user_id: number
  state: Generated<InvitationState>
  /** Number of people who fitted the listing when the person was invited. */
  among: number
  created_at: WrittenAt
  seen_at: Time | null
  ended_at: Time | null
  end_reason: InvitationEnd | null
  /** Text that the author wrote to the invited person. */
  words: string | null
  /** Reason that the invited person gave for "not now". */
  decline_reason: InviteDecline | null
}

/** Public keys, in base64, that verify the signatures of exported documents. */
export interface DocumentKeys {
  id: string
  public_key: string
  created_at: WrittenAt
}
