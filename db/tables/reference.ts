import type { Generated } from 'kysely'
import type { Names } from '#contract/languages.ts'
import type { Day, Decimal, Derived, Id, Json, Money, Time } from './columns.ts'
import type { PaymentKind } from './states.ts'

export interface Languages {
  code: string
  /** Name of Postgres's configuration for full-text search in the language. */
  search: string
  /** True once existing rows are indexed for search in the language. */
  is_indexed: Generated<boolean>
}

/** Words of the titles of published listings, counted anew every hour. They correct mistyped search words. */
export interface SearchWords {
  /** Lower case, as most titles write it. */
  word: string
  /** Number of published listings whose titles have the word. */
  listings: number
}

export interface Currencies {
  /** Fixed ids: 1 = RUB, 2 = TON. */
  id: number
  code: string
  symbol: string
  names: Json<Names>
  /** Names of the currency in two columns, which only the previous release reads. */
  name_ru: Derived<string>
  name_en: Derived<string>
  icon_url: string | null
  /** Roubles per unit of the currency, for display and sorting only, never for charging. */
  rate_to_base: Decimal
  /** Date of the exchange rate. A rate older than 7 days is not shown. */
  rate_date: Day
}

/** Categories in two levels: groups without a parent, and specialities. Listings and people have specialities. */
export interface Categories {
  id: number
  parent_id: number | null
  names: Json<Names>
  /** Names of the category in two columns, which old clients read. */
  name_ru: Derived<string>
  name_en: Derived<string>
  /** Place among the categories with the same parent. */
  position: number
  /** Time since which nobody can choose the category any more. */
  closed_at: Time | null
  /** Time when staff last changed the names. From then on, a new release does not overwrite the names. */
  edited_at: Time | null
}

/** Units of a service's price: a project, an hour, 1,000 characters. */
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

/** Counter of changes of the names and exchange rates that cards show. The table has a single row. */
export interface ReferenceChanges {
  is_only: Generated<boolean>
  changes: Generated<number>
}

export interface Tags {
  id: Id
  name: string
  /** Name of the tag without differences in case and spaces; unique among the tags. */
  name_key: Derived<string>
}

/** Prices of the platform. The valid price is the one with the latest `valid_from` that is not in the future. */
export interface Tariffs {
  id: Id
  product: PaymentKind
  /** Category that the price is for; null means every category without a price of its own. */
  category_id: number | null
  /** Days of the placement; null for a boost. */
  period_days: number | null
  amount: Money
  currency: Generated<string>
  valid_from: Time
}

/**
 * Usual prices of a speciality's orders, in kopecks. A speciality with few orders has no row, because the numbers would
 * reveal single prices.
 */
export interface CategoryPrices {
  category_id: number
  low: Money
  middle: Money
  high: Money
  prices: number
  people: number
  counted_at: Time
}
