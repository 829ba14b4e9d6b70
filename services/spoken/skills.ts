import { skills } from '#db/reference/skills.ts'
import { words } from './plain.ts'

/**
 * Names of skills that are also common words, currencies or parts of other words. Such a name in a chat message does
 * not prove that the skill is meant.
 */
const ambiguous = new Set([
  ...[
    'го',
    'go',
    'ps',
    'ae',
    'pm',
    'make',
    'next',
    'node',
    'express',
    'spring',
    'ton',
    'тон',
    'табло',
    'research',
  ],
  ...[
    'sd',
    'nest',
    'git',
    'rust',
    'раст',
    'contracts',
    'identity',
    'нода',
    'вью',
    'амо',
    'соцсети',
    'security',
    'editing',
    'hr',
  ],
])

/** Regular expression for a Russian word in all its case forms. */
function inflected(word: string): string {
  const safe = word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  if (!/^[а-я-]{4,}$/u.test(word)) return safe
  return `${safe.replace(/(?:ый|ий|ая|ое|ие|ия|[аеийоуыьюя])$/u, '')}(?:[аеиоуыьюяй]\\p{L}{0,2})?`
}

/** Spellings of skills that people use in chats, beside those of the vocabulary. */
const chatSpellings: Record<string, string[]> = {
  'Mini Apps': ['миниапп', 'мини апп', 'mini app'],
  'Интеграции API': ['апи'],
  Tilda: ['тилда'],
  Прототипы: ['prototype'],
  Подкасты: ['podcast'],
  'Маркетинговая стратегия': ['marketing strategy'],
}

const patterns = skills.flatMap(({ name, keys }) =>
  [...keys, ...(chatSpellings[name] ?? [])]
    .map((key) => key.replaceAll('ё', 'е'))
    .filter((key) => !ambiguous.has(key))
    .map((key) => ({ name, pattern: words(key.split(/[ -]/).map(inflected).join('[ -]?'), 'gu') })),
)

/**
 * Skills of the vocabulary that a text names, in order of appearance. A name of a skill inside a longer name does not
 * count.
 */
export function findSkills(plain: string): string[] {
  const matches = patterns.flatMap(({ name, pattern }) =>
    [...plain.matchAll(pattern)].map(({ index, 0: said }) => ({
      name,
      from: index,
      to: index + said.length,
    })),
  )
  // Matches are sorted by their start. If two matches start at the same character, the longer name comes first.
  const sorted = matches.toSorted((one, other) => one.from - other.from || other.to - one.to)
  let outer = { from: -1, to: -1 }
  const longest = sorted.filter((one) => {
    const isHidden = outer.to > one.to || (outer.to === one.to && outer.from < one.from)
    if (one.to > outer.to) outer = one
    return !isHidden
  })
  return [...new Set(longest.map(({ name }) => name))]
}
