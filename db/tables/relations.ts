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
  /** 1-5. */
  rating: number
  review_text: string | null
  /** 1-5; quality and term rate the executor, task and payment the client. Null in reviews of older clients. */
  quality: number | null
  term: number | null
  task: number | null
  payment: number | null
  communication: number | null
  /** Reply of the reviewed person. */
  reply_text: string | null
  replied_at: Time | null
  /** Null until both sides have written or the time is up. */
  published_at: Time | null
  /** Removed by staff; not shown or counted. */
  removed_at: Time | null
  created_at: WrittenAt
}

/** Works in both directions: neither of the two sees the other. */
export interface UserBlocks {
  user_id: number
  blocked_id: number
  created_at: WrittenAt
}

/** Authors whose listings a person hides; the author does not learn it. */
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
  /** Filters of the list call. */
  filters: Json<Record<string, unknown>>
  is_notify: Generated<boolean>
  /** Frequency of notifications about new results. */
  frequency: Generated<SearchFrequency>
  created_at: WrittenAt
}

/** Hidden listings. Each reason fills the one column that says what else is hidden. */
export interface NotForMe {
  user_id: number
  listing_id: number
  reason: NotForMeReason
  /** Orders of this category, if only the speciality matches. */
  category_id: number | null
  /** Orders below this price (minor units of the base currency) with the same payment format. */
  below: Money | null
  payment_format: PaymentFormat | null
  /** Orders with fewer days than this. */
  days: number | null
  /** All orders until this time. */
  until: Time | null
  created_at: WrittenAt
}

/** A freelancer's recommendations of the day, best first; ids, bands, reasons and whys are parallel arrays. */
export interface Collections {
  user_id: number
  kind: ListingKind
  /** Key of the profile and day of the ranking; another key needs a new ranking. */
  ranked_for: string
  /** Listings up to this time are included. */
  weighed_until: Time
  listing_ids: number[]
  bands: number[]
  reasons: string[]
  /** Details of each reason, as JSON of `CollectionWhy`; empty in rankings of older releases. */
  whys: Generated<string[]>
  /** 1-based positions of spare items that replace closed ones in the first ten. */
  reserve: Generated<number[]>
  ranked_at: Time
}

/** A person invited to respond to a listing. */
export interface Invitations {
  id: Id
  listing_id: number
  user_id: number
  state: Generated<InvitationState>
  /** Number of people who fitted. */
  among: number
  created_at: WrittenAt
  seen_at: Time | null
  ended_at: Time | null
  end_reason: InvitationEnd | null
  /** Text of the author. */
  words: string | null
  /** Reason of the invited person for "not now". */
  decline_reason: InviteDecline | null
}

/** Public keys of document signatures, base64. */
export interface DocumentKeys {
  id: string
  public_key: string
  created_at: WrittenAt
}
