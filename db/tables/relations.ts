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
  /** Time of publication. Null until both sides have written a review, or until the time for reviews is over. */
  published_at: Time | null
  /** Time when staff removed the review. A removed review is neither shown nor counted. */
  removed_at: Time | null
  created_at: WrittenAt
}

/** Blocks between people. A block works in both directions: neither of the two people sees the other. */
export interface UserBlocks {
  user_id: number
  blocked_id: number
  created_at: WrittenAt
}

/** Authors whose listings a person hides. The author is not told. */
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
  /** Filters of the saved search, in the form in which the calls that list orders or vacancies accept them. */
  filters: Json<Record<string, unknown>>
  is_notify: Generated<boolean>
  /** Frequency of notifications about new results. */
  frequency: Generated<SearchFrequency>
  created_at: WrittenAt
}

/**
 * Listings that a person has hidden. Depending on the reason, one of the columns says what else is hidden or shown
 * less.
 */
export interface NotForMe {
  user_id: number
  listing_id: number
  reason: NotForMeReason
  /**
   * Category whose orders are shown less. The person is still notified of an order that matches a saved search or fits
   * the person in two ways.
   */
  category_id: number | null
  /** Price in kopecks. Orders with a lower price and the same payment format are shown less. */
  below: Money | null
  payment_format: PaymentFormat | null
  /** Number of days. Orders that leave less time than this for the work are shown less. */
  days: number | null
  /** Time until which no orders are sent to the person. */
  until: Time | null
  created_at: WrittenAt
}

/**
 * A freelancer's recommended listings of the day, best first. The arrays `listing_ids`, `bands`, `reasons` and `whys`
 * have the same order.
 */
export interface Collections {
  user_id: number
  kind: ListingKind
  /** Key made of the person's profile and the day. The recommendations are computed again when the key has changed. */
  ranked_for: string
  /** Time up to which new listings were considered for the recommendations. */
  weighed_until: Time
  listing_ids: number[]
  bands: number[]
  reasons: string[]
  /**
   * Details of each recommendation's reason, as JSON of `CollectionWhy`. Empty if an older release computed the
   * recommendations.
   */
  whys: Generated<string[]>
  /**
   * Positions in the array `listing_ids`, from 1, of spare listings. A spare listing replaces a closed listing among
   * the first ten.
   */
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
