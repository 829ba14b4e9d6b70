import { skills } from '#db/reference/skills.ts'
import { words } from './plain.ts'

/** Names of skills that are common words, currencies or parts of others; in a chat they say nothing. */
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

/** A Russian word of a key in any of its cases. */
function inflected(word: string): string {
  const safe = word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  if (!/^[а-я-]{4,}$/u.test(word)) return safe
  return `${safe.replace(/(?:ый|ий|ая|ое|ие|ия|[аеийоуыьюя])$/u, '')}(?:[аеиоуыьюяй]\\p{L}{0,2})?`
}

/** As it is said in chats beside the spellings of the vocabulary. */
const chat: Record<string, string[]> = {
  'Mini Apps': ['миниапп', 'мини апп', 'mini app'],
  'Интеграции API': ['апи'],
  Tilda: ['тилда'],
  Прототипы: ['prototype'],
  Подкасты: ['podcast'],
  'Маркетинговая стратегия': ['marketing strategy'],
}

const patterns = skills.flatMap(({ name, keys }) =>
  [...keys, ...(chat[name] ?? [])]
    .map((key) => key.replaceAll('ё', 'е'))
    .filter((key) => !ambiguous.has(key))
    .map((key) => ({ name, pattern: words(key.split(/[ -]/).map(inflected).join('[ -]?'), 'gu') })),
)

/** Skills of the vocabulary that a text names, in its order; a longer name hides those inside it. */
export function findSkills(plain: string): string[] {
  const found = patterns.flatMap(({ name, pattern }) =>
    [...plain.matchAll(pattern)].map(({ index, 0: said }) => ({
      name,
      from: index,
      to: index + said.length,
    })),
  )
  // In this order a name stands behind those that hide it.
  const inOrder = found.toSorted((one, other) => one.from - other.from || other.to - one.to)
  let outer = { from: -1, to: -1 }
  const whole = inOrder.filter((one) => {
    const isHidden = outer.to > one.to || (outer.to === one.to && outer.from < one.from)
    if (one.to > outer.to) outer = one
    return !isHidden
  })
  return [...new Set(whole.map(({ name }) => name))]
}
