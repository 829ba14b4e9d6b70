import { z } from 'zod'
import { languages } from '../languages.ts'
import { limits } from '../limits.ts'
import { cleanName } from '../names.ts'

/**
 * Tolerant parsers of single fields: existing clients send numbers and booleans as text, prices with spaces and a
 * comma, and dates in two formats.
 */

/** A boolean, also as text or number. `z.coerce.boolean()` would turn the text "false" into true. */
export const Flag = z.union([
  z.boolean(),
  z.stringbool(),
  z.literal(0).transform(() => false),
  z.literal(1).transform(() => true),
])

const money = /^\d{1,11}([.,]\d{1,2})?$/

/** An amount in major units ("2 500,50" or 2500.5), parsed to minor units (1/100). */
export const Money = z
  .union([z.number(), z.string()])
  .transform((value, context) => {
    const text = String(value).replace(/[\s\u00a0\u202f]/g, '')
    if (!money.test(text)) {
      context.addIssue({ code: 'custom', message: 'amount' })
      return z.NEVER
    }
    return Math.round(Number(text.replace(',', '.')) * 100)
  })
  .pipe(z.int().max(limits.price.max * 100))

/** Trimmed text; its length is counted in code points, as in Postgres. Too long texts are refused, not cut. */
export function text(min: number, max: number) {
  return z
    .string()
    .transform((value) => value.trim())
    .refine((value) => {
      const length = [...value].length
      return length >= min && length <= max && (min === 0 || hasWords(value))
    }, `length ${min}-${max}`)
    .refine(isStorable, 'characters')
}

/** True if the text has visible characters. */
export const hasWords = (value: string) => /[^\s\p{Cf}]/u.test(value)

const isStorable = (value: string) => !value.includes('\0') && value.isWellFormed()

/** A name, title or tag in one line. Invisible characters are removed before the length is checked. */
export function name(min: number, max: number) {
  return z.string().refine(isStorable, 'characters').transform(cleanName).pipe(text(min, max))
}

/** Characters that make a URL look different from its target: blanks, backslashes, invisible ones. */
const deceptiveCharacters = /[\s\\\p{Cc}\p{Cf}\p{Cs}]/u

/** An https URL of at most 2048 characters without credentials; other alphabets in the host become punycode. */
export const Link = z
  .string()
  .trim()
  .max(limits.link.max)
  .transform((value, context) => {
    const url = deceptiveCharacters.test(value) ? null : URL.parse(value)
    const isPlain = url?.protocol === 'https:' && !url.username && !url.password
    if (isPlain && url.href.length <= limits.link.max) return url.href
    context.addIssue({ code: 'custom', message: 'https address' })
    return z.NEVER
  })

const russianDate = /^(\d{2})\.(\d{2})\.(\d{4})$/
const dateOnly = /^\d{4}-\d{2}-\d{2}$/
/** A date without a time means the end of that day in Moscow, which is UTC+3 all year. */
const endOfDay = 'T23:59:59+03:00'

/** A time in ISO 8601, or a date as 2026-11-28 or 28.11.2026. `new Date(text)` would swap day and month. */
export const TimeOrDate = z.string().transform((value, context) => {
  const russian = russianDate.exec(value.trim())
  const day = russian ? `${russian[3]}-${russian[2]}-${russian[1]}` : value.trim()
  const iso = dateOnly.test(day) ? `${day}${endOfDay}` : day
  const isValid = /^\d{4}-\d{2}-\d{2}T/.test(iso) && !Number.isNaN(Date.parse(iso))
  if (!isValid || (dateOnly.test(day) && new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day)) {
    context.addIssue({ code: 'custom', message: 'date' })
    return z.NEVER
  }
  return new Date(iso).toISOString()
})

export const Language = z.enum(languages)

/** Accepts one value or a list, because old filters mix both. */
export function oneOrMany<T extends z.ZodType>(item: T) {
  return z.union([z.array(item).max(100), item.transform((value) => [value])])
}

/** Placeholders that the specification's clients show for an empty value and may send back. */
const emptyPattern = /^(|not (specified|set)|не указан[аоы]?|не задан[аоы]?)$/i

/** True for values that existing clients send for "no value": null, an empty text, or a placeholder. */
export function isEmptyValue(value: unknown): boolean {
  return value === null || (typeof value === 'string' && emptyPattern.test(value.trim()))
}

export const EmptyValue = z
  .string()
  .trim()
  .regex(emptyPattern)
  .meta({ examples: [''] })

/** Accepts null, an empty text or a placeholder as null. */
export function emptyAsNull<T extends z.ZodType>(field: T) {
  return z.union([EmptyValue.transform(() => null), field.nullable()])
}

/** An optional field: if it is absent or empty, the stored value does not change. */
export function emptyAsUnchanged<T extends z.ZodType>(field: T) {
  return z.union([field, z.union([z.null(), EmptyValue]).transform(() => undefined)]).optional()
}
