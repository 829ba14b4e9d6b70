import { numberFormat } from '#contract/formats.ts'
import type { Language } from '#contract/languages.ts'
import { spaces } from './money.ts'

function signsOf(language: Language) {
  const parts = numberFormat(language).formatToParts(12_345.5)
  const signOf = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)?.value ?? ''
  return { group: signOf('group'), decimal: signOf('decimal') }
}

/** Shows an amount in an input with groups of digits: `28 000`, in English `28,000`. Any other text stays as it is. */
export function groupDigits(language: Language, text: string): string {
  const { group, decimal } = signsOf(language)
  const [, whole, fraction] = /^(\d+)(?:[.,](\d*))?$/.exec(text.replace(spaces, '')) ?? []
  if (whole === undefined) return text
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, group)
  return fraction === undefined ? groups : groups + decimal + fraction
}

/** Removes the signs between groups of digits from the text of an input. */
export const withoutGroups = (language: Language, text: string): string =>
  text.replace(spaces, '').replaceAll(signsOf(language).group, '')

/**
 * Reads the text of an input that shows groups of digits. `typed` is what was typed last: a comma that stands at its end
 * begins the decimals, although in English the commas before it stand between groups.
 */
export function readGrouped(language: Language, text: string, typed: string): string {
  const [tail = ''] = text.endsWith(typed) ? (/[.,]\d{0,2}$/.exec(typed) ?? []) : []
  const whole = withoutGroups(language, text.slice(0, text.length - tail.length))
  return tail === '' ? whole : `${whole}.${tail.slice(1)}`
}

/** Pattern of an input that shows groups of digits: at most ten digits, and two decimals. */
export function amountPattern(language: Language): string {
  const { group, decimal } = signsOf(language)
  return `[\\d\\s${group}]{1,13}([${decimal}]\\d{1,2})?`
}
