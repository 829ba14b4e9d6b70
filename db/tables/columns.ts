import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Moment in UTC, ISO 8601 text: `2026-01-31T10:00:00.5Z`. Written as the same text. */
export type Time = string
/** Calendar day, `2026-01-31`. */
export type Day = string
/** Minor units (1/100) of the currency named beside it: kopecks, cents, 0.01 TON. */
export type Money = number
/** Exact decimal as text. */
export type Decimal = string
/** Read as a value, written as `JSON.stringify(value)` (the driver would turn an array into a Postgres array). */
export type Json<T> = ColumnType<T, string, string>

/** Primary key counted by the database. */
export type Id = Generated<number>
/** Primary key of append-only tables: cannot be given. */
export type SealedId = GeneratedAlways<number>
/** Random or time-ordered uuid made by the database when none is given. */
export type Uuid = Generated<string>
/** Time of writing; give it from the product's clock where tests move that clock. */
export type WrittenAt = Generated<Time>
/** A state: given at first or the default, then written by the one function that moves it. */
export type Moved<S> = ColumnType<S, S | undefined, never>
/** Computed by the database from other columns, never written. */
export type Derived<T> = GeneratedAlways<T>
