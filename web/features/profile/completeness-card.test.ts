import { expect, test } from 'vitest'
import type { Me } from '#web/features/session/use-me.ts'
import { completenessOf } from './completeness-card.tsx'

const empty = {
  category_id: null,
  skills: [],
  description: null,
  years_of_experience: null,
  services: [],
  works: [],
  portfolio_links: [],
  portfolio_file: null,
  user_resume_url: null,
  user_resume_file: null,
  languages_info: [],
  city: null,
  avatar_url: null,
} as unknown as Me

test('an empty profile suggests the category first', () =>
  expect(completenessOf(empty)).toEqual({ percent: 0, next: 'speciality' }))

test('each part counts once: a resume is a link or a file', () => {
  const link = { ...empty, category_id: 201, user_resume_url: 'https://example.com/cv' }
  expect(completenessOf(link)).toEqual({ percent: 20, next: 'skills' })
  expect(completenessOf({ ...link, user_resume_file: '/files/a' }).percent).toBe(20)
})

test('zero years of experience count as filled', () =>
  expect(completenessOf({ ...empty, years_of_experience: 0 }).percent).toBe(10))
