import { expect, test } from 'vitest'
import { filtersOf, noFilters } from '#web/features/search/params/search-params.ts'
import { searchOf } from './saved-filters.ts'

test('a saved search opens with everything that was chosen', () => {
  const search = {
    ...noFilters,
    text: 'логотип',
    category: '201',
    sort: 'newest' as const,
    from: '5000',
    to: '',
    currency: '2',
    chosen: { ...noFilters.chosen, competition: ['low'], marks: ['is_remote'] },
  }
  const filters = JSON.parse(JSON.stringify(filtersOf(search)))
  expect(searchOf({ filters })).toEqual(search)
})

test('filters of another client come one by one, and unknown ones are left out', () => {
  const found = searchOf({
    filters: { category_id: 201, experience: 'y1_2', tags: ['бот'], is_urgent: false },
  })
  expect(found).toMatchObject({ category: '201', chosen: { experience: ['y1_2'], marks: [] } })
})
