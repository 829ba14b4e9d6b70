/** Making a format takes a hundred times as long as using it, so each is made once. */
const numbers = new Map<string, Intl.NumberFormat>()
const dates = new Map<string, Intl.DateTimeFormat>()

export function numberFormat(locale: string, look: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return kept(numbers, locale, look, () => new Intl.NumberFormat(locale, look))
}

export function dateFormat(locale: string, look: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return kept(dates, locale, look, () => new Intl.DateTimeFormat(locale, look))
}

function kept<T>(made: Map<string, T>, locale: string, look: object, make: () => T): T {
  const name = JSON.stringify([locale, look])
  const known = made.get(name)
  if (known) return known
  const format = make()
  made.set(name, format)
  return format
}
