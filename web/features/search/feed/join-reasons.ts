/** Number of characters that a card on a screen of 390 px shows in one line beside the icon. */
const lineLength = 42

/** Joins two reasons. The second one is left out if both together take more than one line. */
export function joinReasons(main: string | null, second: string | null): string {
  if (!main || !second) return main || second || ''
  const both = `${main}, ${second}`
  return both.length > lineLength ? main : both
}
