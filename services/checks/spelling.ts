import { foldPattern } from './skeleton.ts'

// Characters that people write in place of a letter, as they look after `fold`.
const substitutes: Record<string, string> = {
  a: '4@',
  b: '8',
  c: '$s',
  e: '3',
  g: '9',
  i: '1l!|',
  l: '1i|',
  o: '0',
  s: '5$',
  t: '7',
  z: '2',
  h: 'n',
  б: '6b',
  г: 'r',
  з: '3',
  и: 'uй',
  л: 'l',
  п: 'n',
  ч: '4',
}
const gap = '[ \n\t._*|~/-]{0,2}'

/** Returns a pattern for a letter or one of the characters that people write in place of it. */
function drawnLetter(letter: string, extraSubstitutes = ''): string {
  const alike = (substitutes[letter] ?? '') + extraSubstitutes
  return alike ? `[${letter}${alike}]` : letter
}

/** Returns a pattern for a letter, or a character that people write in place of it, and the separators after it. */
export function letterPattern(letter: string, extraSubstitutes = ''): string {
  return `(?:${drawnLetter(letter, extraSubstitutes)}${gap})`
}

function phrasePattern(phrases: string[], letterOf: (letter: string) => string): RegExp {
  const sources = phrases.map((phrase) =>
    Array.from(foldPattern(phrase), (char) => {
      if (/\p{L}/u.test(char)) return letterOf(char)
      if (char === '(') return '(?:'
      if (char === ' ') return '[ \n\t._*|~/-]{0,3}'
      if (char === '~') return '\\p{L}{0,6}'
      return char === '…' ? '[^.!?\\n]{0,30}' : char
    }).join(''),
  )
  return new RegExp(foldPattern(`(?<![\\p{L}\\d])(?:${sources.join('|')})(?![\\p{L}\\d])`), 'g')
}

/**
 * Builds a pattern for texts after `fold`. It finds whole words despite separators and substituted digits. Syntax:
 * letters, groups, `?`, a space between words, `~` for any ending, `…` for up to thirty characters within a sentence.
 */
export function disguisedWords(...phrases: string[]): RegExp {
  return phrasePattern(phrases, (letter) => letterPattern(letter))
}

/**
 * Builds a pattern like `disguisedWords`, but allows no separators between letters. The pattern is for whole sentences
 * and compiles ten times faster.
 */
export function phrases(...all: string[]): RegExp {
  return phrasePattern(all, (letter) => drawnLetter(letter))
}

/** Builds a pattern that finds whole words in a text after `fold`. */
export function words(...sources: string[]): RegExp {
  return new RegExp(foldPattern(`(?<![\\p{L}\\d_])(?:${sources.join('|')})(?![\\p{L}\\d])`), 'g')
}
