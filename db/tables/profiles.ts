import type { Generated } from 'kysely'
import type { Derived, Id, Money, WrittenAt } from './columns.ts'
import type { LanguageLevel, SocialNetwork } from './states.ts'

export interface UserSkills {
  id: Id
  user_id: number
  name: string
  /** The name with case and spaces folded; unique per person. */
  name_key: Derived<string>
}

export interface UserServices {
  id: Id
  user_id: number
  name: string
  description: string | null
  price: Money | null
  currency_id: Generated<number>
  price_term_id: number | null
  created_at: WrittenAt
}

export interface UserPortfolioLinks {
  id: Id
  user_id: number
  name: string
  /** https only. */
  url: string
  created_at: WrittenAt
}

/** A picture of a portfolio. */
export interface UserWorks {
  file_id: number
  user_id: number
  /** Order, ascending. */
  place: number
  title: string
  /** Short description. */
  about: string | null
  /** https only. */
  link: string | null
  created_at: WrittenAt
}

export interface UserSocialLinks {
  user_id: number
  network: SocialNetwork
  /** Normalized handle or address; whatsapp is a phone and stays private. */
  value: string
}

export interface UserLanguages {
  user_id: number
  /** ISO 639-1. */
  code: string
  level: LanguageLevel | null
}
