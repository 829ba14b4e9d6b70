import { expect, test } from 'vitest'
import type { ScoringFacts } from './ranking-facts.ts'
import { bandOf, extraCardFacts, isFitting, type ScoringPerson, scoreListing } from './score.ts'

const morning = Date.parse('2026-11-20T00:00:00Z')
const person: ScoringPerson = {
  ...{ category_id: 101, group_id: 1, skills: new Set(['figma', 'unity']), city: 'казань', years: 4 },
  ...{ is_only_remote: true, ui_language: 'ru', fresh_since: morning },
}
const plain: ScoringFacts = {
  ...{
    author_id: 7,
    category_id: null,
    group_id: null,
    skills: [],
    city: null,
    is_remote: false,
    language: null,
  },
  ...{ experience_min: null, experience_max: null, urgent: false, listed_at: morning - 1 },
  ...{ is_first: false, answer_minutes: null, is_well_paid: false },
}
const skill = (name: string) => ({ name, key: name.toLowerCase() })
const weighed = (fields: Partial<ScoringFacts>, who: Partial<ScoringPerson> = {}, isUnwanted = false) =>
  scoreListing({ ...person, ...who }, { ...plain, ...fields }, isUnwanted)
const own = { category_id: 101, group_id: 1 }

// Expected points of a listing for each criterion. The help page and the table of weights must contain the same points.
test.each([
  ['nothing', {}, 0, 'popular'],
  ['the own speciality', own, 60, 'speciality'],
  ['another of its group', { category_id: 102, group_id: 1 }, 30, 'group'],
  ['one of another group', { category_id: 201, group_id: 2 }, 0, 'popular'],
  ['a skill', { skills: [skill('Figma'), skill('Go')] }, 15, 'skills'],
  [
    'two, of which the speciality is heavier',
    { ...own, skills: [skill('Figma'), skill('Unity')] },
    90,
    'speciality',
  ],
  [
    'two, which stand before the group that weighs as much',
    { category_id: 102, group_id: 1, skills: [skill('Unity'), skill('Figma')] },
    60,
    'skills',
  ],
  ['the own city', { city: 'казань' }, 6, 'city'],
  ['years at the lower end', { experience_min: 4, experience_max: 6 }, 5, 'popular'],
  ['years at the upper end', { experience_min: 1, experience_max: 4 }, 5, 'popular'],
  ['too few years', { experience_min: 5, experience_max: 6 }, 0, 'popular'],
  ['too many years', { experience_min: 1, experience_max: 3 }, 0, 'popular'],
  ['remote work', { is_remote: true }, 5, 'popular'],
  ['what was listed since yesterday morning', { listed_at: morning }, 5, 'popular'],
  ['an author who answers soon', { answer_minutes: 180 }, 4, 'popular'],
  ['the own language', { language: 'ru' }, 4, 'popular'],
  ['another language', { language: 'en' }, 0, 'popular'],
  ['urgency', { urgent: true }, 3, 'popular'],
] as const)('%s', (_, fields, points, reason) => {
  expect(weighed(fields as Partial<ScoringFacts>)).toMatchObject({ points, reason })
})

test('no more than three skills count, and all of them are named', () => {
  const names = ['A', 'B', 'C', 'D']
  const { points, skills } = weighed({ skills: names.map(skill) }, { skills: new Set(['a', 'b', 'c', 'd']) })
  expect([points, skills]).toEqual([45, names])
})

test('what is like the unwanted loses points, and stands in a lower band', () => {
  const both = [weighed(own, {}, true), weighed({}, {}, true)]
  expect(both.map(({ points }) => points)).toEqual([15, -45])
  expect(both.map(bandOf)).toEqual([1, -4])
})

test('who has no speciality, city or years is not like a listing that has none', () => {
  const nobody = { category_id: null, group_id: null, city: null, years: null, is_only_remote: false }
  expect(weighed({ is_remote: true }, nobody).points).toBe(0)
})

test('what fits is of the speciality, of its group or asks for a skill', () => {
  const reasons = ['speciality', 'skills', 'group', 'city', 'popular'] as const
  expect(reasons.filter((reason) => isFitting({ reason }))).toEqual(['speciality', 'skills', 'group'])
})

test('a card says the first skill, and nothing where there is nothing to say', () => {
  const says = (fields: Partial<ScoringFacts>) => extraCardFacts(weighed(fields), { ...plain, ...fields })
  const nothing = { skill: null, answer_minutes: null, is_first: false, is_well_paid: false }
  expect(says({})).toBeNull()
  expect(says({ skills: [skill('Go'), skill('Unity'), skill('Figma')] })).toEqual({
    ...nothing,
    skill: 'Unity',
  })
  for (const one of [{ answer_minutes: 0 }, { is_first: true }, { is_well_paid: true }])
    expect(says(one)).toEqual({ ...nothing, ...one })
})
