// A live payment has six decimals, a test one two: more than two may only be zeros.
const sum = /^(0|[1-9]\d{0,8})(?:\.(\d{1,2})0{0,4})?$/

/** Kopecks of a sum as Robokassa writes it; undefined for a sign, space, exponent or a part of a kopeck. */
export function parseSum(text: string): number | undefined {
  const match = sum.exec(text)
  if (!match?.[1]) return undefined
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** Roubles with a dot and two decimals. */
export function formatSum(kopecks: number): string {
  return `${Math.trunc(kopecks / 100)}.${String(kopecks % 100).padStart(2, '0')}`
}
