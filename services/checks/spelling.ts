import { foldPattern } from './skeleton.ts'

// What is written in the place of a letter besides itself, in folded letters.
const drawn: Record<string, string> = {
  ...{
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
  },
  ...{ б: '6b', г: 'r', з: '3', и: 'uй', л: 'l', п: 'n', ч: '4' },
}
const gap = '[ \n\t._*|~/-]{0,2}'

/** A letter as it is written or drawn. */
function drawnLetter(letter: string, more = ''): string {
  const alike = (drawn[letter] ?? '') + more
  return alike ? `[${letter}${alike}]` : letter
}

/** A letter as it is written or drawn, with what may stand behind it. */
export function letterPattern(letter: string, more = ''): string {
  return `(?:${drawnLetter(letter, more)}${gap})`
}

function phrasePattern(phrases: string[], letterOf: (letter: string) => string): RegExp {
  const sources = phrases.map((phrase) =>
    Array.from(foldPattern(phrase), (sign) => {
      if (/\p{L}/u.test(sign)) return letterOf(sign)
      if (sign === '(') return '(?:'
      if (sign === ' ') return '[ \n\t._*|~/-]{0,3}'
      if (sign === '~') return '\\p{L}{0,6}'
      return sign === '…' ? '[^.!?\\n]{0,30}' : sign
    }).join(''),
  )
  return new RegExp(foldPattern(`(?<![\\p{L}\\d])(?:${sources.join('|')})(?![\\p{L}\\d])`), 'g')
}

/**
 * A pattern over folded texts that finds whole words also with signs between their letters and digits in their
 * place. Understands letters, groups, `?`, a space between words, `~` for any ending and `…` for up to thirty
 * characters of the same sentence.
 */
export function spelt(...phrases: string[]): RegExp {
  return phrasePattern(phrases, (letter) => letterPattern(letter))
}

/** The same for whole sentences, which nobody writes with signs between all letters; a tenth of the time to compile. */
export function phrases(...all: string[]): RegExp {
  return phrasePattern(all, (letter) => drawnLetter(letter))
}

/** A pattern over folded texts, in ordinary letters, that begins where a word does. */
export function words(...sources: string[]): RegExp {
  return new RegExp(foldPattern(`(?<![\\p{L}\\d_])(?:${sources.join('|')})(?![\\p{L}\\d])`), 'g')
}
