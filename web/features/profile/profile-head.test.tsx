import { expect, test } from 'vitest'
import { markupOf } from '#tests/support/components/markup.tsx'
import { queryClient } from '#web/client/query.ts'
import { ownResponses } from '#web/features/responses/queries.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { ProfileFigures } from './profile-head.tsx'

const me = {
  id: 1,
  is_client: false,
  rating: null,
  rating_count: 0,
  completed_count: 3,
  posted_count: 0,
  created_at: '2026-03-01T10:00:00.000Z',
} as Me
const render = (person: Partial<Me> = {}) => markupOf(<ProfileFigures me={{ ...me, ...person }} />)

test('the number of responses is a placeholder until it is loaded', () => {
  const loadingHtml = render()
  expect(loadingHtml).toContain('data-skeleton')
  expect(loadingHtml).not.toContain('0 откликов')

  const page = { items: [], next_cursor: null, total: { current: 3, archived: 1 } }
  for (const kind of ['order', 'vacancy'] as const) {
    expect(render()).toContain('data-skeleton')
    queryClient.setQueryData(ownResponses(kind).queryKey, {
      pages: [page],
      pageParams: [undefined],
    } as never)
  }
  const loadedHtml = render()
  expect(loadedHtml).not.toContain('data-skeleton')
  expect(loadedHtml).toContain('8 откликов')
  expect(loadedHtml).toContain('>3 выполнено<')
  expect(loadedHtml).not.toMatch(/оценок|Новичок/)
})

test('a person without ratings and orders reads that they are a newcomer, and no zero', () => {
  const html = render({ completed_count: 0 })
  expect(html).toMatch(/Новичок.*с 2026 года/)
  expect(html).not.toMatch(/>0|оценок|выполнено/)
  expect(render({ is_client: true, posted_count: 2 })).toContain('2 объявления')
})
