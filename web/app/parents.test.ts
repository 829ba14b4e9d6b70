import '#tests/support/components/boot.ts'

import { expect, test } from 'vitest'
import { queryClient } from '#web/client/query.ts'
import { collection, findInLists, listingPage } from '#web/features/listings/queries.ts'
import { parentPath } from './parents.ts'

const listing = (kind: 'order' | 'vacancy', id: number, facts: object = {}) =>
  ({ kind, id, title: `${kind} ${id}`, is_owner: false, is_responded: false, ...facts }) as never

test('a listing is found in cached lists by kind and id', () => {
  queryClient.setQueryData(collection().queryKey, {
    user_category_name: null,
    projects: [listing('order', 1)],
    vacancies: [listing('vacancy', 1)],
    freelancers: [],
  })
  queryClient.setQueryData(['POST /api/projects', 'pages', {}], {
    pages: [{ items: [] }, { items: [listing('order', 7)] }],
  })
  expect(findInLists('vacancy', 1)).toMatchObject({ title: 'vacancy 1' })
  expect(findInLists('order', 7)).toMatchObject({ title: 'order 7' })
  expect(findInLists('vacancy', 7)).toBeUndefined()
})

test.each([
  ['/chat/5', '/chat'],
  ['/order/3/responses', '/order/3'],
  ['/order/3', '/search/personal'],
  ['/order/4', '/listings'],
  ['/order/5', '/responses?kind=orders'],
  ['/vacancy/4', '/responses?kind=vacancies'],
  ['/order/create', '/listings'],
  ['/responses/6', '/responses?kind=orders'],
  ['/user/9', '/search/freelancer'],
  ['/service/9', '/search/freelancer?show=services'],
  ['/profile/notifications', '/profile'],
  ['/admin-panel/review/8', '/admin-panel'],
  ['/about', '/search/personal'],
])('back from %s, opened by a link, leads to %s', (path, parent) => {
  queryClient.setQueryData(listingPage('order', 4).queryKey, listing('order', 4, { is_owner: true }))
  queryClient.setQueryData(listingPage('vacancy', 4).queryKey, listing('vacancy', 4, { is_responded: true }))
  queryClient.setQueryData(listingPage('order', 5).queryKey, listing('order', 5, { is_responded: true }))
  expect(parentPath(path)).toBe(parent)
})
