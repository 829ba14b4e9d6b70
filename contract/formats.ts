/** Creating a formatter costs a hundred times as much as using it, so formatters are cached. */
const numbers = new Map<string, Intl.NumberFormat>()
const dates = new Map<string, Intl.DateTimeFormat>()

export function numberFormat(locale: string, look: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return cached(numbers, locale, look, () => new Intl.NumberFormat(locale, look))
}

export function dateFormat(locale: string, look: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return cached(dates, locale, look, () => new Intl.DateTimeFormat(locale, look))
}

function cached<T>(cache: Map<string, T>, locale: string, look: object, make: () => T): T {
  const name = JSON.stringify([locale, look])
  const known = cache.get(name)
  if (known) return known
  const format = make()
  cache.set(name, format)
  return format
}
