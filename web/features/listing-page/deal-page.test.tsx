import { expect, test } from 'vitest'
import type { ListingStatus } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { markupOf, textOf } from '#tests/support/components/markup.tsx'
import { query, queryClient, sessionQuery } from '#web/client/query.ts'
import { DealTicket } from '#web/features/deals/card/deal-ticket.tsx'
import type { DealView } from '#web/features/deals/use-deal.ts'
import DealPage, { DealBar } from './deal-page.tsx'

type Stage = DealView['deal']['stage']

/** A deal at this stage, as one of its sides sees it. */
function viewOf(
  isClient: boolean,
  stage: Stage,
  telegram_link: string | null = 'https://t.me/anna',
): DealView {
  const status: ListingStatus = stage === 'work' || stage === 'handed_in' ? 'in_progress' : 'completed'
  const person = { id: isClient ? 2 : 1, full_name: 'Борис Титов', rating: null, telegram_link }
  const roubles = { code: 'RUB', symbol: '₽' }
  const steps: unknown[] = []
  const deal = {
    stage,
    steps,
    price: 40_000,
    currency: roubles,
    unit: null,
    due_at: null,
    chosen_at: '2026-03-01T10:00:00Z',
    handed_in_at: null,
    returned_at: null,
    accepted_at: null,
    reviewed_at: null,
    released_from: null,
    accepts_at: null,
    reminds_at: null,
  }
  const order = {
    id: 7,
    kind: 'order',
    title: 'Сайт кофейни',
    status,
    is_owner: isClient,
    is_favorite: false,
    client_id: 1,
    executor_id: 2,
    author: person,
    executor: person,
    responses_count: 1,
    review_until: null,
    own_review: null,
    deal,
  }
  return { order, deal, isClient, other: person } as unknown as DealView
}

/** Names of the buttons and links, in order. */
const namesOf = (html: string) =>
  [...html.matchAll(/<(button|a)\b([^>]*)>(.*?)<\/\1>/g)].map(
    ([, , attributes = '', content = '']) =>
      /aria-label="([^"]*)"/.exec(attributes)?.[1] ?? content.replace(/<[^>]*>/g, '').trim(),
  )

/** Names in the action bar. */
const namesIn = (isClient: boolean, stage: Stage, telegram_link?: string | null): string[] =>
  namesOf(markupOf(<DealBar view={viewOf(isClient, stage, telegram_link)} />))

const stages = ['work', 'handed_in', 'accepted', 'reviewed'] as const

test.each(stages)('the executor has share, Telegram and favourite while the deal is %s', (stage) => {
  expect(namesIn(false, stage)).toEqual(['Поделиться', 'Перейти в TG', 'В избранное'])
  expect(namesIn(false, stage, null)).toEqual(['Поделиться', 'Написать', 'В избранное'])
})

test.each<[Stage, string[]]>([
  ['work', ['Поделиться', 'Принять без сдачи']],
  ['handed_in', ['Поделиться', 'Вернуть', 'Принять']],
  ['accepted', ['Поделиться', 'Повторить заказ', 'Удалить']],
  ['reviewed', ['Поделиться', 'Повторить заказ', 'Удалить']],
])('the client has share and the acts of the step while the deal is %s', (stage, expected) => {
  expect(namesIn(true, stage)).toEqual(expected)
})

test.each(stages)('at the stage %s the client has a menu, and the page has no signed history', (stage) => {
  const html = markupOf(
    <DealPage view={viewOf(true, stage)}>
      <p />
    </DealPage>,
  )
  expect(namesOf(html)).toContain('Ещё')
  expect(html).not.toMatch(/историю?\s+сделки/i)
})

test('early acceptance says whether the work was never handed in or came back', () => {
  const view = viewOf(true, 'work')
  const returned = { ...view, deal: { ...view.deal, returned_at: '2026-03-03T10:00:00Z' } }
  expect(namesOf(markupOf(<DealBar view={view} />))).toContain('Принять без сдачи')
  expect(namesOf(markupOf(<DealBar view={returned} />))).toContain('Принять как есть')
})

test('once both reviews are published, the page of the deal shows them', () => {
  const reviewQuery = (id: number) =>
    query('GET /api/users/:id/reviews', { params: { id }, query: { per_page: limits.page.max } }).queryKey
  const reviews = (listing_id: number, text: string) =>
    ({
      items: [
        { listing_id: 3, rating: 1, text: 'О другом' },
        { listing_id, rating: 4, text },
      ],
    }) as never
  queryClient.setQueryData(sessionQuery.queryKey, { user: { id: 1 } } as never)
  queryClient.setQueryData(reviewQuery(1), reviews(7, 'Понятная задача'))
  queryClient.setQueryData(reviewQuery(2), reviews(7, 'Быстро и точно'))
  const html = markupOf(
    <DealPage view={viewOf(true, 'reviewed')}>
      <p />
    </DealPage>,
  )
  const words = html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  expect(words).toMatch(/Отзыв о вас Понятная задача Ваш отзыв Быстро и точно/)
  expect(words).not.toContain('О другом')
  expect(html.match(/aria-label="Оценка 4 из 5"/g)).toHaveLength(2)
  queryClient.clear()
})

test('each step of a finished deal has its date, also if the work was accepted without a hand-in', () => {
  const view = viewOf(true, 'reviewed')
  const deal = { ...view.deal, accepted_at: '2026-03-05T10:00:00Z', reviewed_at: '2026-03-07T10:00:00Z' }
  const html = markupOf(<DealTicket view={{ ...view, deal }} />)
  const notes = [...html.matchAll(/<small[^>]*>([^<]*)<\/small>/g)].map(([, note]) => note)
  expect(notes.map((note) => note?.replace(/\s/g, ' '))).toEqual([
    '1 мар',
    '1 мар',
    '5 мар',
    '5 мар',
    '7 мар',
  ])
})

test('the date of a deal is its deadline, also after the work was handed in', () => {
  const view = viewOf(true, 'handed_in')
  const deal = { ...view.deal, due_at: '2026-03-18T10:00:00Z', handed_in_at: '2026-03-16T10:00:00Z' }
  expect(textOf(<DealTicket view={{ ...view, deal }} />)).toMatch(/до 18\sмарта\s+сдано в\sсрок/)
})

test('the price of an hour is said to be one', () => {
  const view = viewOf(true, 'work')
  const ticket = (unit: string | null) =>
    textOf(<DealTicket view={{ ...view, deal: { ...view.deal, unit } }} />)
  expect(ticket(null)).toMatch(/40\s000\s₽ цена согласована/)
  expect(ticket('за час')).toMatch(/40\s000\s₽ за час · цена согласована/)
})

test('the executor has one button for the chat', () => {
  const chats = (telegram_link: string | null) =>
    namesOf(markupOf(<DealTicket view={viewOf(false, 'work', telegram_link)} />)).filter(
      (name) => name === 'Написать',
    )
  expect(chats('https://t.me/anna')).toHaveLength(1)
  // The bar below has it.
  expect(chats(null)).toHaveLength(0)
})
