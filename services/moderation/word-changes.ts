/** A run of words of two versions of a text, and what became of it. */
export type Piece = { text: string; is: 'same' | 'removed' | 'added' }

/** Words of a text between which nothing is compared any more: longer parts count as written anew. */
const comparable = 1500

/** Words with the spaces after them, so that they make up the text again. */
function wordsOf(text: string): string[] {
  return text.match(/^\s+|\S+\s*/gu) ?? []
}

const isSame = (one: string | undefined, other: string | undefined) =>
  one !== undefined && other !== undefined && one.trim() === other.trim()

/** Both versions as one text, word by word: what stayed, what left and what came. */
export function compareWords(before: string, after: string): Piece[] {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  let head = 0
  while (isSame(old[head], now[head])) head++
  let tail = 0
  while (tail < Math.min(old.length, now.length) - head && isSame(old.at(-1 - tail), now.at(-1 - tail)))
    tail++
  const pieces: Piece[] = []
  const add = (is: Piece['is'], text: string) => {
    const last = pieces.at(-1)
    if (last?.is === is) last.text += text
    else if (text) pieces.push({ is, text })
  }
  add('same', now.slice(0, head).join(''))
  for (const { is, text } of compareMiddle(
    old.slice(head, old.length - tail),
    now.slice(head, now.length - tail),
  ))
    add(is, text)
  add('same', now.slice(now.length - tail).join(''))
  return pieces
}

/** By the longest common subsequence of words. */
function compareMiddle(old: string[], now: string[]): Piece[] {
  if (old.length > comparable || now.length > comparable) return [...gone(old), ...come(now)]
  const known = new Map<string, number>()
  const [before, after] = [numbered(old, known), numbered(now, known)]
  const width = now.length + 1
  const common = new Uint16Array((old.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] ?? 0
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      common[i * width + j] =
        before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const pieces: Piece[] = []
  let [i, j] = [0, 0]
  let left: string[] = []
  let came: string[] = []
  const flush = () => {
    pieces.push(...gone(left), ...come(came))
    left = []
    came = []
  }
  while (i < old.length || j < now.length) {
    if (isSame(old[i], now[j])) {
      flush()
      pieces.push({ is: 'same', text: now[j] ?? '' })
      i++
      j++
    } else if (j >= now.length || (i < old.length && at(i + 1, j) >= at(i, j + 1))) left.push(old[i++] ?? '')
    else came.push(now[j++] ?? '')
  }
  flush()
  return pieces
}

/** Words as numbers, the same for the same word: they are compared millions of times. */
function numbered(words: string[], known: Map<string, number>): number[] {
  return words.map((word) => {
    const shown = word.trim()
    const number = known.get(shown) ?? known.size
    known.set(shown, number)
    return number
  })
}

const gone = (words: string[]): Piece[] => (words.length ? [{ is: 'removed', text: words.join('') }] : [])
const come = (words: string[]): Piece[] => (words.length ? [{ is: 'added', text: words.join('') }] : [])

/** How much of the longer version is not in the other, in percent; a changed text is never 0. */
export function changedShare(pieces: Piece[]): number {
  const count = (...kinds: Piece['is'][]) =>
    pieces.filter(({ is }) => kinds.includes(is)).reduce((sum, { text }) => sum + wordsOf(text).length, 0)
  const longer = Math.max(count('same', 'removed'), count('same', 'added'))
  const changed = Math.max(count('removed'), count('added'))
  return changed === 0 ? 0 : Math.max(1, Math.round((100 * changed) / longer))
}
