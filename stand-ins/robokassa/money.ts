/** Parses an amount such as "2500", "2500.5" or "2500.000000" to kopecks; undefined for other texts. */
export function parseSum(text: string | undefined): number | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,2})0{0,4})?$/.exec(text ?? '')
  if (!match?.[1]) return undefined
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

export function formatSum(kopecks: number, decimals: number): string {
  const cents = String(kopecks % 100).padStart(2, '0')
  return `${Math.trunc(kopecks / 100)}.${cents.padEnd(decimals, '0')}`
}
