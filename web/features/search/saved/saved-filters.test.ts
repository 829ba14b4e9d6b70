import { expect, test } from 'vitest'
import { noFilters, toApiFilters } from '#web/features/search/params/search-params.ts'
import { toOrderSearch } from './saved-filters.ts'

test('a saved search restores all filters', () => {
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
  const filters = JSON.parse(JSON.stringify(toApiFilters(search)))
  expect(toOrderSearch({ filters })).toEqual(search)
})

test('single values are accepted, and unknown filters are skipped', () => {
  const search = toOrderSearch({
    filters: { category_id: 201, experience: 'y1_2', tags: ['бот'], is_urgent: false },
  })
  expect(search).toMatchObject({ category: '201', chosen: { experience: ['y1_3'], marks: [] } })
})
