import type { Generated } from 'kysely'
import type { Names } from '#contract/languages.ts'
import type { Day, Decimal, Derived, Id, Json, Money, Time } from './columns.ts'
import type { PaymentKind } from './states.ts'

export interface Languages {
  code: string
  /** Configuration of Postgres's full-text search. */
  search: string
  /** True once existing data are indexed in this language. */
  is_indexed: Generated<boolean>
}

export interface Currencies {
  /** Fixed: 1 = RUB, 2 = TON. */
  id: number
  code: string
  symbol: string
  names: Json<Names>
  /** Read by the previous release only, as are those of price terms. */
  name_ru: Derived<string>
  name_en: Derived<string>
  icon_url: string | null
  /** Roubles per unit; for display and sorting only, never for charging. */
  rate_to_base: Decimal
  /** Date of the rate; older than 7 days is not shown. */
  rate_date: Day
}

/** Two levels: groups (no parent) and leaves, to which listings and people belong. */
export interface Categories {
  id: number
  parent_id: number | null
  names: Json<Names>
  /** Read by old clients. */
  name_ru: Derived<string>
  name_en: Derived<string>
  /** Order among siblings. */
  position: number
  /** Closed for new choices since this time. */
  closed_at: Time | null
  /** Since this time the names are the staff's and not overwritten by the code's. */
  edited_at: Time | null
}

/** Unit of a price: a project, an hour, 1,000 characters. */
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

/** One row: a counter of changes of names and rates shown on cards. */
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

/** Prices of the platform; the latest row with a past `valid_from` applies. */
export interface Tariffs {
  id: Id
  product: PaymentKind
  /** Null = every category without a row of its own. */
  category_id: number | null
  /** Days of the placement; null for a boost. */
  period_days: number | null
  amount: Money
  currency: Generated<string>
  valid_from: Time
}

/** Prices of a speciality's orders, in kopecks; no row while too few orders would reveal single prices. */
export interface CategoryPrices {
  category_id: number
  low: Money
  middle: Money
  high: Money
  prices: number
  people: number
  counted_at: Time
}
