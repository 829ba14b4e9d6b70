import type { Generated } from 'kysely'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { Id, Json, Time, WrittenAt } from './columns.ts'

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
  /** Null until both sides have written or the time is over. */
  published_at: Time | null
  created_at: WrittenAt
}

/** Works in both directions: neither of the two sees the other. */
export interface UserBlocks {
  user_id: number
  blocked_id: number
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
  created_at: WrittenAt
}
