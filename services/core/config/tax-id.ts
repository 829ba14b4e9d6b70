/** What each digit counts for in the control digit behind it; the shorter lists are the ends of this one. */
const weights = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]

/** The control digit of the digits before it. Source: order of the Federal Tax Service on the structure of the ИНН */
function control(digits: number[]): number {
  const own = weights.slice(-digits.length)
  return (digits.reduce((sum, digit, at) => sum + digit * (own[at] ?? 0), 0) % 11) % 10
}

/** Whether a text is an ИНН: of a company (10 digits, the last proves the others) or of a person (12, the last two). */
export function isTaxId(text: string): boolean {
  if (!/^(\d{10}|\d{12})$/.test(text)) return false
  const digits = Array.from(text, Number)
  const proofs = digits.length === 10 ? [9] : [10, 11]
  return proofs.every((at) => control(digits.slice(0, at)) === digits[at])
}
