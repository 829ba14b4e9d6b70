/** Number of characters that a card on a screen of 390 px shows in one line beside the icon. */
const lineLength = 42

/** Joins up to two reasons, skipping empty ones. The second is left out if both together take more than one line. */
export function joinReasons(...reasons: (string | 0 | false | null | undefined)[]): string {
  const given = reasons.filter(Boolean)
  const both = given.join(', ')
  return both.length > lineLength ? String(given[0]) : both
}
