import { readFileSync } from 'node:fs'
import { type Half, halfOf } from '../texts.ts'

/** Market and questions of the search; the README says how they came about. */

const doors = { o: 'orders', v: 'vacancies', p: 'people', i: 'inline', s: 'skills', c: 'categories' } as const
const kinds = { '~': 'mistake', '=': 'no mistake', '.': 'other form' } as const

export type Question = {
  language: 'ru' | 'en'
  kind: (typeof kinds)[keyof typeof kinds]
  door: (typeof doors)[keyof typeof doors]
  typed: string
  /** Keys of the market, or names of skills and categories, that must be found; empty if nothing must be. */
  expected: string[]
  half: Half
}

const linesOf = (name: string) =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('# '))

function readQuestions(language: Question['language']): Question[] {
  return linesOf(`${language}.txt`).map((line) => {
    const [, kind, door, typed = '', expected = ''] = /^(.) (.) (.+) => (.+)$/.exec(line) ?? []
    return {
      language,
      kind: kinds[kind as keyof typeof kinds],
      door: doors[door as keyof typeof doors],
      typed,
      expected: expected === '-' ? [] : expected.split(', '),
      half: halfOf(`${door} ${typed}`),
    }
  })
}

export const questions = [...readQuestions('ru'), ...readQuestions('en')]

const rows = linesOf('market.txt').map((line) => {
  const [kind = '', ...parts] = [line[0], ...line.slice(2).split(' | ')]
  return { kind, parts }
})

export const marketListings = rows
  .filter(({ kind }) => kind !== 'p')
  .map(({ kind, parts: [key = '', title = '', text = '', skills = ''] }) => ({
    kind: kind === 'o' ? ('order' as const) : ('vacancy' as const),
    key,
    title,
    text,
    skills: skills.split(', '),
  }))

export const marketPeople = rows
  .filter(({ kind }) => kind === 'p')
  .map(({ parts: [key = '', full_name = '', city = '', description = '', skills = ''] }) => ({
    key,
    full_name,
    city,
    description,
    skills: skills.split(', '),
  }))
