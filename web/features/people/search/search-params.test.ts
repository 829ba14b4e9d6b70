import { expect, test } from 'vitest'
import {
  countPeopleFilters,
  noPeopleFilters,
  type PeopleSearch,
  peopleFilters,
  readPeopleSearch,
  writePeopleSearch,
} from './search-params.ts'

const full: PeopleSearch = {
  text: 'бот',
  isExact: true,
  sort: 'newest',
  category: '201',
  experience: ['y3_6'],
  flags: ['is_free', 'is_verified'],
  rating: '4.5',
  city: 'Казань',
  skills: ['Figma', 'UX'],
}

test('a search survives a round trip through the URL', () =>
  expect(readPeopleSearch(writePeopleSearch(full))).toEqual(full))

test('a default search leaves the URL empty', () =>
  expect(writePeopleSearch({ text: '', sort: 'rating', ...noPeopleFilters }).toString()).toBe(''))

test('a link with the bucket of experience that is no longer offered chooses the one around it', () =>
  expect(readPeopleSearch(new URLSearchParams('experience=y1_2')).experience).toEqual(['y1_3']))

test('invalid values in the URL are dropped', () => {
  const search = readPeopleSearch(
    new URLSearchParams('sort=best&category=x&experience=y9&rating=6&status=rich'),
  )
  expect(search).toEqual({ text: '', isExact: false, sort: 'rating', ...noPeopleFilters })
})

test('only set filters are sent', () =>
  expect(peopleFilters(full)).toMatchObject({
    category_id: 201,
    is_free: true,
    is_verified: true,
    city: 'Казань',
  }))

test('each selected value counts', () => expect(countPeopleFilters(full)).toBe(8))
