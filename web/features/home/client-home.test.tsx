import { expect, test } from 'vitest'
import { markupOf, piecesOf } from '#tests/support/components/markup.tsx'
import { queryClient } from '#web/client/query.ts'
import { statusOf } from '#web/features/payments/queries.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { CreateButtons, OwnListing } from './client-home.tsx'
import type { Home } from './queries.ts'
import { PersonTile } from './recommended.tsx'
import { WaitingList } from './waiting-list.tsx'

test.each<[Home['posted_kinds'], string]>([
  [[], '|Создать заказ|'],
  [['order'], '|Создать заказ|'],
  [['vacancy'], '|Создать вакансию|Заказ|'],
  [['vacancy', 'order'], '|Создать вакансию|Заказ|'],
  [['order', 'vacancy'], '|Создать заказ|Вакансия|'],
])('a client who posted %j is offered the last kind first', (kinds, text) => {
  expect(piecesOf(<CreateButtons kinds={kinds} />)).toBe(text)
})

type OwnListingProps = Parameters<typeof OwnListing>[0]['listing']

const own = (part: Partial<OwnListingProps>): OwnListingProps => ({
  id: 7,
  kind: 'vacancy',
  title: 'Бариста',
  status: 'published',
  created_at: '2026-03-01T10:00:00Z',
  published_at: '2026-03-01T10:00:00Z',
  expires_at: null,
  min_price: 450,
  max_price: 450,
  currency: { id: 1, code: 'RUB', symbol: '₽', name: 'Рубль' } as OwnListingProps['currency'],
  payment_format: null,
  due_at: null,
  chosen_at: null,
  executor_name: null,
  ...part,
})

test.each<[Partial<OwnListingProps>, RegExp]>([
  [{ payment_format: 'hourly' }, /\|450\s₽ в час\|/],
  [{ payment_format: 'fixed' }, /\|450\s₽ в месяц\|/],
  [{ kind: 'order', payment_format: 'hourly' }, /\|450\s₽ в час\|/],
  [{ kind: 'order', payment_format: 'fixed' }, /\|450\s₽\|/],
  [{ payment_format: 'hourly', min_price: null, max_price: null }, /\|По договорённости\|/],
])('a price on the home screen says what it is for (%#)', (part, text) => {
  expect(piecesOf(<OwnListing listing={own(part)} />)).toMatch(text)
})

test('a recommended person without pictures has the skills in their place, and not a second time', () => {
  const person = {
    id: 3,
    full_name: 'Светлана Юдина',
    rating: null,
    category: { id: 1, name: 'Копирайтинг' },
    skills: ['Копирайтинг', 'SEO-тексты', 'Редактура', 'Перевод'],
    works: [],
    price_from: null,
  } as unknown as Parameters<typeof PersonTile>[0]['person']
  const work = { file_id: 1, title: 'Работа', url: '/1.webp' }
  const tileText = (works: unknown[]) =>
    piecesOf(<PersonTile person={{ ...person, works: works as typeof person.works }} />)
  expect(tileText([])).toMatch(/\|SEO-тексты\|Редактура\|Перевод\|Копирайтинг\|$/)
  expect(tileText([1, 2, 3].map((file_id) => ({ ...work, file_id })))).toMatch(/\|Копирайтинг, SEO-тексты\|$/)
})

test('another price for a service waits by its name, and leads to the request as the sent one does', () => {
  const item = {
    listing_kind: 'order',
    listing_id: 7,
    title: 'Разбор экрана',
    kind: 'countered',
    since: new Date(Date.now() - 6 * 3_600_000).toISOString(),
    count: 0,
    room_id: null,
    category_id: 3,
    placement_period: 30,
  } as const
  const home = { waiting: [item], waiting_total: 1 } as unknown as Home
  const html = markupOf(<WaitingList home={home} me={{ id: 1 } as Me} />)
  expect(html).toContain('href="/request/7"')
  expect(piecesOf(<WaitingList home={home} me={{ id: 1 } as Me} />)).toMatch(
    /Другая цена: ждёт ответа\|Разбор экрана\|6\sч\|/,
  )
  const sent = own({ id: 8, kind: 'order', status: 'offered', executor_name: 'Алина' })
  expect(markupOf(<OwnListing listing={sent} />)).toContain('href="/request/8"')
  expect(piecesOf(<OwnListing listing={sent} />)).toMatch(/Запрос отправлен.*Алина/)
  expect(markupOf(<OwnListing listing={own({ id: 8, kind: 'order' })} />)).toContain('href="/order/8"')
})

test('what waits for a payment names its sum, and no time that reads as a deadline', () => {
  const place = {
    listing_kind: 'order',
    category_id: 3,
    placement_period: 30,
    count: 0,
    room_id: null,
  } as const
  const since = new Date(Date.now() - 6 * 3_600_000).toISOString()
  const waiting = [
    { ...place, listing_id: 1, title: 'Меню', kind: 'payment', since },
    { ...place, listing_id: 2, title: 'Листовки', kind: 'expiring', since },
    { ...place, listing_id: 3, title: 'Бот', kind: 'handed_in', since },
  ] as const
  queryClient.setQueryData(statusOf(1, { ...place, kind: 'order' }).queryKey, { price: 2500 } as never)
  const text = piecesOf(
    <WaitingList
      home={{ waiting: [...waiting], waiting_total: 3 } as unknown as Home}
      me={{ id: 1 } as Me}
    />,
  )
  expect(text).toMatch(/Оплатите размещение\|Меню\|2\s500\s₽\|/)
  expect(text).toMatch(/Продлите размещение\|Листовки\|2\s500\s₽\|/)
  expect(text).toMatch(/Работа сдана\|Бот\|6\sч\|/)
})
