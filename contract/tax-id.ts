/**
 * Weights of the digits of an ИНН in the sum for the check digit. For a number with fewer digits the last weights are
 * used.
 */
const weights = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]

/**
 * Returns the check digit that follows these digits of an ИНН. Source: order of the Federal Tax Service on the
 * structure of the ИНН
 */
function checkDigit(digits: number[]): number {
  const digitWeights = weights.slice(-digits.length)
  return (digits.reduce((sum, digit, at) => sum + digit * (digitWeights[at] ?? 0), 0) % 11) % 10
}

/**
 * True for a valid ИНН. An ИНН of a company has 10 digits, and the last is a check digit. An ИНН of a person has 12
 * digits, and the last two are check digits.
 */
export function isTaxId(text: string): boolean {
  // No region has the code 00, but the check digits of a number of zeros are valid.
  if (!/^(?!00)(\d{10}|\d{12})$/.test(text)) return false
  const digits = Array.from(text, Number)
  const checkPositions = digits.length === 10 ? [9] : [10, 11]
  return checkPositions.every((position) => checkDigit(digits.slice(0, position)) === digits[position])
}
