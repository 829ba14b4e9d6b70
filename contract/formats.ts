/** Creating a formatter takes a hundred times as long as using it, so formatters are cached. */
const numbers = new Map<string, Intl.NumberFormat>()
const dates = new Map<string, Intl.DateTimeFormat>()

export function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return cachedFormat(numbers, locale, options, () => new Intl.NumberFormat(locale, options))
}

export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return cachedFormat(dates, locale, options, () => new Intl.DateTimeFormat(locale, options))
}

function cachedFormat<T>(cache: Map<string, T>, locale: string, options: object, create: () => T): T {
  const name = JSON.stringify([locale, options])
  const cachedEntry = cache.get(name)
  if (cachedEntry) return cachedEntry
  const format = create()
  cache.set(name, format)
  return format
}
