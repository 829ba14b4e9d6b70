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
  /** 1-5; the first two of who did the work, the next two of who ordered it. Null in reviews of older clients. */
  quality: number | null
  term: number | null
  task: number | null
  payment: number | null
  communication: number | null
  /** The answer of whom it is about. */
  reply_text: string | null
  replied_at: Time | null
  /** Null until both sides have written or the time is over. */
  published_at: Time | null
  /** Taken away by staff; it is shown nowhere and counts no more. */
  removed_at: Time | null
  created_at: WrittenAt
}

/** Works in both directions: neither of the two sees the other. */
export interface UserBlocks {
  user_id: number
  blocked_id: number
  created_at: WrittenAt
}

/** Whose listings somebody does not want to see; the author notices nothing. */
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
  /** The filters of the list call. */
  filters: Json<Record<string, unknown>>
  is_notify: Generated<boolean>
  /** How soon it tells of what is new. */
  frequency: Generated<SearchFrequency>
  created_at: WrittenAt
}

/** Each reason has the one column that says what is not told any more. */
export interface NotForMe {
  user_id: number
  listing_id: number
  reason: NotForMeReason
  /** Orders of it that only the speciality matches. */
  category_id: number | null
  /** In minor units of the base currency, for orders paid like the one it was said about. */
  below: Money | null
  payment_format: PaymentFormat | null
  /** Orders with less time than this. */
  days: number | null
  /** All orders until then. */
  until: Time | null
  created_at: WrittenAt
}

/** What a freelancer is recommended today, best first; the arrays of ids, bands, reasons and whys run side by side. */
export interface Collections {
  user_id: number
  kind: ListingKind
  /** Names the profile and the day by which it was ranked; another name is another ranking. */
  ranked_for: string
  /** Whatever was listed until then has been weighed. */
  weighed_until: Time
  listing_ids: number[]
  bands: number[]
  reasons: string[]
  /** What a card says besides its reason, a JSON of `CollectionWhy` each; empty in what an older release has ranked. */
  whys: Generated<string[]>
  /** Places, from 1, of what fits best and of first listings: they stand in for what is over among the first ten. */
  reserve: Generated<number[]>
  ranked_at: Time
  /** What was listed since, the newest first: `[id, band, reason, why]` each. */
  added: Generated<Json<[number, number, string, object | null][]>>
}

/** Somebody whom the author of a listing has asked to respond. */
export interface Invitations {
  id: Id
  listing_id: number
  user_id: number
  state: Generated<InvitationState>
  /** Of so many who fitted. */
  among: number
  created_at: WrittenAt
  seen_at: Time | null
  ended_at: Time | null
  end_reason: InvitationEnd | null
  /** Of the author. */
  words: string | null
  /** Of the invited, who said "not now". */
  decline_reason: InviteDecline | null
}

/** Public keys that documents were signed with, in base64. */
export interface DocumentKeys {
  id: string
  public_key: string
  created_at: WrittenAt
}
