import { expect, test, vi } from 'vitest'
import { markupOf, piecesOf, textOf } from '#tests/support/components/markup.tsx'
import type { Service } from '#web/features/services/queries.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { ClosedCard, TakenDownCard } from './closed-card.tsx'
import { Gallery } from './gallery.tsx'
import { linesOf } from './lines.ts'
import { ServiceBar } from './service-bar.tsx'
import { ServiceHead } from './service-head.tsx'

vi.mock('#web/telegram/index.ts', () => ({ haptic: () => {} }))

const service = {
  id: 7,
  name: 'Разбор экрана',
  price: 12_000,
  currency: { code: 'RUB', symbol: '₽' },
  unit: { name: 'за проект' },
  days: 5,
  ordered_count: 9,
  is_closed: false,
  closed_until: null,
  takedown_reason: null,
  is_owner: false,
  my_request_id: null,
  refusal: null,
  freelancer: { id: 3, full_name: 'Алина', is_favorite: false },
} as unknown as Service
const me = { id: 4, is_verified: true } as Me

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')
const bar = (facts: Partial<Service>) => markupOf(<ServiceBar service={{ ...service, ...facts }} me={me} />)

test('the terms say unit, days and how often it was ordered, as far as they are known', () => {
  const head = (facts: Partial<Service>) =>
    plain(piecesOf(<ServiceHead service={{ ...service, ...facts }} />))
  expect(head({})).toContain('|12 000 ₽ ')
  expect(head({})).toContain('|За проект|готово за 5 дней|заказали 9 раз|')
  expect(head({ days: 1, ordered_count: 2 })).toContain('|готово за 1 день|заказали 2 раза|')
  const agreed = head({ price: null, days: null, ordered_count: 0 })
  expect(agreed).toContain('|По договорённости')
  expect(agreed).not.toMatch(/проект|готово|заказали/)
})

test('a client orders at the price, or reads why that is not possible now', () => {
  expect(plain(bar({}))).toContain('Заказать · 12 000 ₽')
  expect(plain(bar({ price: null }))).toMatch(/>Заказать</)
  expect(plain(bar({ refusal: 'verification_required' }))).toContain('Заказать · 12 000 ₽')
  expect(bar({ is_closed: true, refusal: 'service_closed' })).toMatch(
    /disabled=""[^>]*>.*Сейчас не беру заказы/,
  )
  for (const refusal of ['requests_full', 'too_many_service_requests'] as const)
    expect(bar({ refusal })).toContain('Пока нельзя заказать')
  const requested = bar({ my_request_id: 12, refusal: 'already_requested', is_closed: true })
  expect(requested).toContain('href="/request/12"')
  expect(requested).toContain('Ваш запрос')
  expect(requested).not.toContain('Заказать')
})

test('the owner edits the service and does not order it or keep it', () => {
  const own = bar({ is_owner: true, refusal: 'own_service' })
  expect(own).toContain('href="/profile/edit?service=7"')
  expect(own).not.toMatch(/Заказать|избранн/i)
  expect(bar({})).toMatch(/избранн/i)
})

test('a closed service says until when; its owner opens it, and closes an open one', () => {
  const card = (facts: Partial<Service>) => plain(textOf(<ClosedCard service={{ ...service, ...facts }} />))
  expect(card({})).toBe('')
  expect(card({ is_owner: true })).toContain('Не брать заказы')
  const closed = { is_closed: true, closed_until: '2026-12-05T09:00:00Z' }
  expect(card(closed)).toMatch(/Сейчас не беру заказы .*Снова с 5 декабря/)
  expect(card(closed)).not.toContain('Снова брать')
  expect(card({ ...closed, is_owner: true })).toMatch(/Снова с 5 декабря .*Снова брать заказы/)
})

test('the owner of a service that was taken down reads why, writes to support, and shares it with nobody', () => {
  const card = markupOf(<TakenDownCard reason="Контакты в тексте." />)
  expect(plain(card)).toContain('Причина: Контакты в тексте. Услугу видите только вы.')
  expect(plain(card)).toContain('Написать в поддержку')
  const own = { is_owner: true, refusal: 'own_service' } as const
  expect(bar(own)).toContain('Поделиться')
  const down = bar({ ...own, takedown_reason: 'Контакты в тексте' })
  expect(down).not.toContain('Поделиться')
  expect(down).toContain('href="/profile/edit?service=7"')
})

test('one picture has no number, and no picture no row', () => {
  const picture = (file_id: number) => ({
    file_id,
    title: `Работа ${file_id}`,
    colour: '#fff',
    file_url: '/f',
  })
  const gallery = (count: number) =>
    markupOf(<Gallery pictures={Array.from({ length: count }, (_, n) => picture(n)) as never} />)
  expect(gallery(0)).toBe('')
  expect(gallery(1)).not.toContain('1 из')
  expect(gallery(4)).toContain('1 из 4')
})

test('each line of the text is a point, without the signs that people write before it', () => {
  expect(linesOf('- Логотип\n\n • Две правки \n* Файлы\n—Печать\n24 часа')).toEqual([
    'Логотип',
    'Две правки',
    'Файлы',
    'Печать',
    '24 часа',
  ])
  expect(linesOf(' \n')).toEqual([])
})
