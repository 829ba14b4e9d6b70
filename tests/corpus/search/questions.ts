import { readFileSync } from 'node:fs'
import { type Half, halfOf } from '../texts.ts'

/** Markets and questions of the search; the README says how they came about. */

const doors = {
  o: 'orders',
  v: 'vacancies',
  p: 'people',
  u: 'services',
  i: 'inline',
  s: 'skills',
  c: 'categories',
} as const
const kinds = { '~': 'mistake', '=': 'no mistake', '.': 'other form' } as const

export type Question = {
  language: 'ru' | 'en'
  kind: (typeof kinds)[keyof typeof kinds]
  door: (typeof doors)[keyof typeof doors]
  typed: string
  /** Keys of the market, or names of skills and categories, that must be found; empty if nothing must be. */
  expected: string[]
  /** Keys and names that may not be found. */
  avoided: string[]
  half: Half
}

const linesOf = (name: string) =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('# '))
const listOf = (text = '-') => (text === '-' ? [] : text.split(', '))

function readQuestions(file: string, language: Question['language']): Question[] {
  return linesOf(file).map((line) => {
    const [, kind, door, typed = '', expected, avoided] =
      /^(.) (.) (.+) => (.+?)(?: !> (.+))?$/.exec(line) ?? []
    return {
      language,
      kind: kinds[kind as keyof typeof kinds],
      door: doors[door as keyof typeof doors],
      typed,
      expected: listOf(expected),
      avoided: listOf(avoided),
      half: halfOf(`${door} ${typed}`),
    }
  })
}

function readMarket(file: string) {
  const rows = linesOf(file).map((line) => ({ kind: line[0], parts: line.slice(2).split(' | ') }))
  const partsOf = (kinds: string) => rows.filter(({ kind = '' }) => kinds.includes(kind))
  return {
    listings: partsOf('ov').map(({ kind, parts: [key = '', title = '', text = '', skills = ''] }) => ({
      kind: kind === 'o' ? ('order' as const) : ('vacancy' as const),
      key,
      title,
      text,
      skills: skills.split(', '),
    })),
    people: partsOf('p').map(
      ({ parts: [key = '', full_name = '', city = '', description = '', skills = ''] }) => ({
        key,
        full_name,
        city,
        description,
        skills: skills.split(', '),
      }),
    ),
    services: partsOf('s').map(({ parts: [key = '', person = '', name = '', description = ''] }) => ({
      key,
      person,
      name,
      description,
    })),
  }
}
export type MarketRows = ReturnType<typeof readMarket>

/** A market with what is asked of it. */
const corpusOf = (prefix: string) => ({
  market: readMarket(`${prefix}market.txt`),
  questions: [...readQuestions(`${prefix}ru.txt`, 'ru'), ...readQuestions(`${prefix}en.txt`, 'en')],
})

/** The questions by which the rules were made, and those that somebody asked from outside. */
export const corpora = { inside: corpusOf(''), outside: corpusOf('outside-') }
