import { expect, test, vi } from 'vitest'
import { piecesOf } from '#tests/support/components/markup.tsx'
import { ListingPage } from '#web/features/listing-page/listing-page.tsx'
import type { Listing } from '#web/features/listings/types.ts'
import { Byline } from './byline.tsx'

// The queue of responses is a store of the browser, which cannot be rendered on a server.
vi.mock('#web/features/responses/received/waiting-responses.ts', async (load) => ({
  ...(await load<object>()),
  useWaitingResponse: () => undefined,
}))

type AuthorRecord = NonNullable<Listing['author_record']>

const author = { id: 2, full_name: 'Мастерская «Глина»', rating: 5, is_verified: false } as Listing['author']
const newcomer = (closed: number): AuthorRecord => ({ closed, figures: null, paid_placements: 1 })
const answering = (wait_minutes: number | null): AuthorRecord => ({
  closed: 11,
  figures: { hired: 8, answers: { percent: 85, answered: 96, responses: 112, wait_minutes } },
  paid_placements: 12,
})

const lineOf = (record: AuthorRecord | null) =>
  piecesOf(<Byline kind="order" author={author} author_record={record} />)

test.each([
  [newcomer(1), 'закрыто 1 объявление'],
  [newcomer(2), 'закрыто 2 объявления'],
  [answering(null), 'закрыто 11 объявлений'],
  [answering(20), 'отвечает за 1 час'],
  [answering(180), 'отвечает за 3 часа'],
  [answering(3 * 24 * 60), 'отвечает за 3 дня'],
])('the line under a listing names one fact of the author (%#)', (record, fact) => {
  const line = lineOf(record)
  expect(line).toContain('Мастерская «Глина»')
  expect(line).toContain('5,0')
  expect(line).toContain(`|${fact}|`)
})

test('an author who has closed nothing yet has no such fact', () => {
  expect(lineOf(newcomer(0))).not.toMatch(/закрыт|заказчик/)
})

test.each([
  ['order', 'заказчик'],
  ['vacancy', 'работодатель'],
] as const)('an author of an %s without rating and fact is named by the role', (kind, role) => {
  const stranger = { ...author, rating: null }
  expect(piecesOf(<Byline kind={kind} author={stranger} author_record={newcomer(0)} />)).toContain(
    `|${role}|`,
  )
})

test('the author stands below the task', () => {
  const listing = {
    id: 7,
    kind: 'order',
    title: 'Логотип',
    status: 'published',
    is_active: true,
    is_owner: false,
    is_responded: false,
    author,
    author_record: newcomer(2),
    responses: [],
    skills: [],
    tags: [],
    currency: { code: 'RUB', symbol: '₽' },
    price: 25_000,
    created_at: '2026-03-01T10:00:00Z',
  } as unknown as Listing
  const pieces = piecesOf(
    <ListingPage listing={listing} me={{ id: 1 } as never} sheet={() => null}>
      <p>Задача</p>
    </ListingPage>,
  )
  const [beforeTask = '', afterTask = ''] = pieces.split('|Задача|')
  expect(beforeTask).not.toContain(author.full_name)
  expect(afterTask).toContain('закрыто 2 объявления')
})
