import type { Generated } from 'kysely'
import type { Names } from '#contract/languages.ts'
import type { Day, Decimal, Derived, Id, Json, Money, Time } from './columns.ts'
import type { PaymentKind } from './states.ts'

export interface Languages {
  code: string
  /** The configuration of full-text search that reads its words. */
  search: string
  /** Whether everything that was here before it is found by its words too. */
  is_indexed: Generated<boolean>
}

export interface Currencies {
  /** Fixed: 1 = RUB, 2 = TON. */
  id: number
  code: string
  symbol: string
  names: Json<Names>
  /** Read by the release before alone, and so are those of price terms. */
  name_ru: Derived<string>
  name_en: Derived<string>
  icon_url: string | null
  /** Roubles for one unit; for display and sorting only, never for charging. */
  rate_to_base: Decimal
  /** Day of that rate; older than 7 days is not shown. */
  rate_date: Day
}

/** Two levels: groups (no parent) and the leaves that listings and people belong to. */
export interface Categories {
  id: number
  parent_id: number | null
  names: Json<Names>
  /** What old clients read. */
  name_ru: Derived<string>
  name_en: Derived<string>
  /** Order among siblings. */
  position: number
  /** Since when nobody chooses it any more. */
  closed_at: Time | null
  /** Since then the names are the staff's, not those that come with the code. */
  edited_at: Time | null
}

/** What a price is for: a project, an hour, 1,000 characters. */
export interface PriceTerms {
  id: number
  names: Json<Names>
  name_ru: Derived<string>
  name_en: Derived<string>
  descriptions: Json<Names>
  description_ru: Derived<string | null>
  description_en: Derived<string | null>
  position: number
}

/** One row: how often the names and rates that cards show have changed. */
export interface ReferenceChanges {
  is_only: Generated<boolean>
  changes: Generated<number>
}

export interface Tags {
  id: Id
  name: string
  /** The name with case and spaces folded; unique. */
  name_key: Derived<string>
}

/** What the platform charges; the latest row with `valid_from` in the past rules. */
export interface Tariffs {
  id: Id
  product: PaymentKind
  /** Null = every category without its own row. */
  category_id: number | null
  /** Days of the placement; null for a boost. */
  period_days: number | null
  amount: Money
  currency: Generated<string>
  valid_from: Time
}

/** What orders of a speciality cost, in kopecks; no row while they are too few to hide in. */
export interface CategoryPrices {
  category_id: number
  low: Money
  middle: Money
  high: Money
  prices: number
  people: number
  counted_at: Time
}
