/** Rules about the papers of a deal that the mini-app and the server share. */

const weights = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8] as const

/** Computes a check digit of a tax number from the digits before it (order of the Federal Tax Service MMV-7-6/435). */
function checkDigit(digits: number[]): number {
  const used = weights.slice(weights.length - digits.length)
  return (digits.reduce((sum, digit, at) => sum + digit * (used[at] ?? 0), 0) % 11) % 10
}

/** True for a Russian tax number (INN) of a company, 10 digits, or of a person, 12 digits, with right check digits. */
export function isTaxNumber(text: string): boolean {
  // No region has the code 00, but the check digits of zeros alone are right.
  if (!/^(?!00)(\d{10}|\d{12})$/.test(text)) return false
  const digits = [...text].map(Number)
  const checked = digits.length === 10 ? [9] : [10, 11]
  return checked.every((at) => digits[at] === checkDigit(digits.slice(0, at)))
}

const receipt =
  /^(?:https:\/\/)?lknpd\.nalog\.ru\/api\/v1\/receipt\/(\d{12})\/([\da-z]{6,20})(?:\/(?:print|json))?\/?$/i

/**
 * Reads the address of a receipt of the self-employed, as the tax service's app "My Tax" shares it.
 * @returns the tax number that the receipt names and the address of its printed form; null for any other address
 */
export function receiptOf(text: string): { tax_number: string; url: string } | null {
  const [, tax_number, id] = receipt.exec(text.trim()) ?? []
  if (!tax_number || !id || !isTaxNumber(tax_number)) return null
  return { tax_number, url: `https://lknpd.nalog.ru/api/v1/receipt/${tax_number}/${id}/print` }
}
