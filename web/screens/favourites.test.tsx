import { expect, test } from 'vitest'
import { markupOf } from '#tests/support/components/markup.tsx'
import { queryClient } from '#web/client/query.ts'
import { favouriteOrders, favouritePeople } from '#web/features/favorites/queries.ts'
import FavouritesScreen from './favourites.tsx'

test('a segment has the number of its favourites, but no zero and no number that is not loaded', () => {
  const empty = (total: number) => ({
    pages: [{ items: [], total, next_cursor: null }],
    pageParams: [undefined],
  })
  queryClient.setQueryData(favouriteOrders().queryKey, empty(3) as never)
  queryClient.setQueryData(favouritePeople().queryKey, empty(0) as never)
  const html = markupOf(<FavouritesScreen />)
  const segments = [...html.matchAll(/<button[^>]*role="radio"[^>]*>(.*?)<\/button>/g)].map(([, text = '']) =>
    text.replace(/<[^>]*>/g, '').trim(),
  )
  expect(segments).toEqual(['Заказы 3', 'Вакансии', 'Люди'])
})
