import { expect, test } from 'vitest'
import { markupOf } from '#tests/support/components/markup.tsx'
import { ResponseTimeline } from '#web/features/responses/own/response-timeline.tsx'
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
  expect(text.match(/Заказчик выбрал другого исполнителя/g)).toHaveLength(1)
  expect(text).toContain('Отправлен 52 000 ₽, 4-е место')
  expect(text).toMatch(/Не выбрали 9 мар Сайт.* Не выбрали 9 мар/)
  expect(text).toContain('Возьмусь на этой неделе')
  expect(html.match(/2026-03-09/g)).toHaveLength(2)
})

test.each([
  ['declined', 'author_declined', 'price', 'Отклонён 9 мар Сайт Причина отказа: дорого.'],
  ['withdrawn', 'withdrawn', null, 'Отозван'],
  ['not_chosen', 'not_renewed', null, 'Размещение закончилось'],
  ['declined', 'author_declined', null, 'Отклонён 9 мар Сайт Возьмусь'],
  ['not_chosen', null, null, 'Не выбрали'],
] as const)(
  'a response that is %s for the reason %s tells it',
  (status, end_reason, decline_reason, said) => {
    expect(draw({ status, end_reason, decline_reason }).text).toContain(said)
  },
)

test('an employer chooses a candidate, not a freelancer', () => {
  const vacancy = { id: 8, kind: 'vacancy', title: 'Поддержка', status: 'completed', category_id: 102 }
  const { text } = draw({ project: null, vacancy } as unknown as Partial<ResponseHistory>)
  expect(text).toContain('Работодатель выбрал другого кандидата.')
  expect(text).not.toContain('исполнителя')
})

test('an ended response leads to the search in its category, even when nothing similar is open', () => {
  expect(draw({}).html).toContain('href="/search/orders?category=102"')
  expect(draw({ status: 'shown', ended_at: null, end_reason: null }).html).not.toContain('/search/')
})
