import { expect, test } from 'vitest'
import { changesOf, emptyVacancy, filledTerms, toApiFields } from './vacancy-draft.ts'

const typedDraft = {
  ...emptyVacancy,
  title: ' Верстальщик ',
  description: 'Два проекта в месяц',
  category: '3',
  rate: '180 000',
}

test('a vacancy sends its rate as a number and an empty text as null', () => {
  expect(toApiFields({ ...typedDraft, requirements: ' Знать CSS ', location: ' ' })).toMatchObject({
    title: 'Верстальщик',
    category_id: 3,
    work_format: 'monthly',
    hourly_rate: 180_000,
    requirements: 'Знать CSS',
    responsibilities: null,
    location: null,
    experience: null,
  })
})

test('an edit of a vacancy sends only changed fields', () => {
  expect(changesOf(typedDraft, { ...typedDraft, title: 'Верстальщик', rate: '180000' })).toEqual({})
  expect(changesOf(typedDraft, { ...typedDraft, keepsOpen: true, conditions: 'Удалённо' })).toEqual({
    keep_open: true,
    conditions: 'Удалённо',
  })
})

test('the fold of the form names the terms that were changed, and the long texts in one word', () => {
  expect(filledTerms({ ...emptyVacancy, title: 'Верстальщик', rate: '5' })).toEqual([])
  const changes = { skills: ['CSS'], isRemote: true, requirements: 'CSS', conditions: 'ДМС' }
  expect(filledTerms({ ...emptyVacancy, ...changes })).toEqual([
    'create.skills',
    'create.place',
    'vacancyForm.details',
  ])
})
