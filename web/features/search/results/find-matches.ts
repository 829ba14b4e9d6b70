/** Normalises a text like the search does: case is ignored, and «ё» equals «е». */
const normaliseLetters = (text: string) => text.toLowerCase().replaceAll('ё', 'е')

/** Returns the positions of the search words in a text, each as [begin, end]. */
export function findMatches(text: string, search: string): [number, number][] {
  const words = normaliseLetters(search)
    .split(/\s+/)
    .filter((word) => word.length > 1)
  const lower = normaliseLetters(text)
  return words.flatMap((word) => {
    const positions: [number, number][] = []
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length))
      positions.push([at, at + word.length])
    return positions
  })
}
