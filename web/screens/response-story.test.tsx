import { expect, test } from 'vitest'
import { markupOf } from '#tests/support/components/markup.tsx'
import { ResponseTimeline } from '#web/features/responses/own/response-timeline.tsx'
import { timeline } from '#web/features/responses/own/statuses.ts'
import type { ResponseHistory } from '#web/features/responses/queries.ts'
import { SimilarListings } from './response-story.tsx'

function draw(response: Partial<ResponseHistory>) {
  const story = {
    id: 5,
    status: 'not_chosen',
    response_type: 200,
    created_at: '2026-03-01T10:00:00Z',
    seen_at: '2026-03-02T10:00:00Z',
    shortlisted_at: null,
    ended_at: '2026-03-09T10:00:00Z',
    price: 52_000,
    currency: { code: 'RUB', symbol: '₽' },
    response_text: 'Возьмусь на этой неделе',
    place: 4,
    end_reason: 'chosen_other',
    decline_reason: null,
    project: { id: 7, kind: 'order', title: 'Сайт', status: 'in_progress', category_id: 102 },
    vacancy: null,
    similar: [],
    similar_count: 0,
    ...response,
  } as unknown as ResponseHistory
  const html = markupOf(
    <>
      <ResponseTimeline story={story} />
      <SimilarListings story={story} />
    </>,
  )
  return { html, text: html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ') }
}

test('an ended response says why once, with its price, its place and the date of its end', () => {
  const { html, text } = draw({})
  expect(html).toMatch(/<h1 class="[^"]*title[^"]*">Ваш отклик<\/h1>/)
  expect(text).not.toContain('Заказчик выбрал')
  expect(text).toContain('Отправлен 52 000 ₽, 4-й в списке заказчика')
  expect(text).toMatch(/Выбрали другого 9 мар Сайт.* Выбрали другого 9 мар/)
  expect(text).toContain('Возьмусь на этой неделе')
  expect(html.match(/2026-03-09/g)).toHaveLength(2)
})

test.each([
  ['declined', 'author_declined', 'price', 'Отклонён 9 мар Сайт Причина отказа: дорого.'],
  ['withdrawn', 'withdrawn', null, 'Отозван'],
  ['not_chosen', 'not_renewed', null, 'Размещение закончилось'],
  ['declined', 'author_declined', null, 'Отклонён 9 мар Сайт Возьмусь'],
  ['not_chosen', null, null, 'Выбрали другого'],
] as const)(
  'a response that is %s for the reason %s tells it',
  (status, end_reason, decline_reason, said) => {
    expect(draw({ status, end_reason, decline_reason }).text).toContain(said)
  },
)

test('the steps of a response on the page of its listing have the names of its status', () => {
  const stepsOf = (status: ResponseHistory['status'], end_reason: ResponseHistory['end_reason'] = null) =>
    timeline({ status, end_reason }).steps.at(-1)
  expect(stepsOf('not_chosen', 'chosen_other')).toBe('myResponses.status.not_chosen')
  expect(stepsOf('not_chosen', 'listing_closed')).toBe('myResponses.status.closed')
  expect(stepsOf('declined', 'author_declined')).toBe('myResponses.status.declined')
  expect(timeline({ status: 'no_show', end_reason: null })).toMatchObject({
    steps: ['responseStep.sent', 'myResponses.status.no_show', 'responseStep.decision'],
    now: 1,
  })
})

test('an ended response leads to the search in its category, even when nothing similar is open', () => {
  expect(draw({}).html).toContain('href="/search/orders?category=102"')
  expect(draw({ status: 'shown', ended_at: null, end_reason: null }).html).not.toContain('/search/')
})
