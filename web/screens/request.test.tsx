import { expect, test } from 'vitest'
import { markupOf, speak, textOf } from '#tests/support/components/markup.tsx'
import type { ServiceRequest } from '#web/features/services/requests/queries.ts'
import { RequestView } from './request.tsx'

const person = (id: number, full_name: string) => ({
  id,
  full_name,
  avatar_url: null,
  rating: 4.9,
  posted_count: 12,
  is_verified: true,
})
const sent = { step: 'sent', at: '2026-11-26T09:00:00Z', by: 'client', price: 12_000, days: 5 }
const countered = { step: 'countered', at: '2026-11-27T09:00:00Z', by: 'freelancer', price: 18_000, days: 7 }

const requestOf = (changes: object) =>
  ({
    id: 7,
    service_id: 3,
    service_name: 'Разбор экрана заказа',
    state: 'offered',
    order_status: 'offered',
    side: 'freelancer',
    waits_for: 'freelancer',
    client: person(1, 'Кофейни «Зерно»'),
    freelancer: person(2, 'Алина Соколова'),
    price: 12_000,
    days: 5,
    currency: { id: 1, code: 'RUB', symbol: '₽' },
    unit: { id: 1, name: 'за проект', description: '' },
    list_price: 12_000,
    list_days: 5,
    is_seen: true,
    offered_at: '2026-11-26T09:00:00Z',
    ends_at: '2026-12-03T09:00:00Z',
    ended_at: null,
    answers: [{ question: 'Ссылка на приложение', answer: 't.me/zerno_bot/menu' }],
    files: [],
    counter_reason: null,
    decline_reason: null,
    reply_minutes: 60,
    story: [sent],
    acts: ['accept', 'counter', 'decline'],
    room_id: null,
    ...changes,
  }) as unknown as ServiceRequest

const otherPrice = {
  state: 'countered',
  waits_for: 'client',
  price: 18_000,
  days: 7,
  counter_reason: 'Экранов три, а не один',
  story: [sent, countered],
}
const said = (changes: object) => textOf(<RequestView request={requestOf(changes)} />)

test('a freelancer reads the terms, the answers and the last day, and has three answers', () => {
  const text = said({})
  expect(text).toMatch(/Запрос на услугу.*Разбор экрана заказа.*Кофейни «Зерно».*12 заказов/)
  expect(text).toMatch(/12 000 ₽ цена услуги 5 дней после согласия/)
  expect(text).toMatch(/Ссылка на приложение t\.me\/zerno_bot\/menu/)
  expect(text).toMatch(/Ответьте до 3 декабря\. Потом запрос закроется сам/)
  expect(text).toMatch(/Другая цена Принять Отказаться/)
  expect(text).not.toContain('Отозвать')
})

test('a client reads that the answer is awaited until a day, and can only withdraw', () => {
  const html = markupOf(<RequestView request={requestOf({ side: 'client', acts: ['withdraw'] })} />)
  const text = html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  expect(text).toMatch(/Ваш запрос.*Алина Соколова.*отвечает за 1 час/)
  expect(text).toMatch(/Шаг исполнителя Ждём ответа Алина Соколова может ответить до 3 декабря/)
  expect(text).toMatch(/Запрос отправлен 12 000 ₽, 5 дней .*Ответ исполнителя До 3 декабря/)
  expect(text).toMatch(/Отозвать запрос\s*$/)
  expect(html).toContain('aria-label="Написать"')
  for (const act of ['Принять', 'Отказаться', 'Согласиться', 'Не подходит']) expect(text).not.toContain(act)
})

test('another price stands beside that of the service with its reason, and the client answers it', () => {
  const acts = ['accept', 'withdraw']
  const html = markupOf(<RequestView request={requestOf({ ...otherPrice, side: 'client', acts })} />)
  expect(html.replace(/\s/g, ' ')).toMatch(/<b>18 000 ₽<\/b><s>12 000 ₽<\/s>/)
  const text = said({ ...otherPrice, side: 'client', acts })
  expect(text).toMatch(/Ваш шаг Предлагает другую цену 18 000 ₽ 12 000 ₽ · 7 дней .*Экранов три/)
  expect(text).toMatch(/Ваш ответ До 3 декабря/)
  expect(text).toMatch(/Не подходит Согласиться\s*$/)
  const ofFreelancer = said({ ...otherPrice, acts: ['decline'] })
  expect(ofFreelancer).toMatch(/Шаг заказчика Вы предложили другую цену/)
  expect(ofFreelancer).toMatch(/Отказаться\s*$/)
  expect(ofFreelancer).not.toMatch(/Согласиться|Принять/)
})

test('a price that is not for the whole work has its unit wherever it stands', () => {
  const unit = { id: 2, name: 'за час', description: '' }
  expect(said({ unit })).toContain('12 000 ₽ за час · цена услуги')
  const text = said({ ...otherPrice, unit, side: 'client', acts: ['accept', 'withdraw'] })
  expect(text).toMatch(/другую цену 18 000 ₽ за час 12 000 ₽ · 7 дней/)
  expect(text).toMatch(/Запрос отправлен 12 000 ₽ за час, 5 дней .*Другая цена 18 000 ₽ за час, 7 дней/)
  expect(said({ unit, ...ended, state: 'lapsed', story: endOf('lapsed') })).toContain(
    '12 000 ₽ за час, 5 дней',
  )
  expect(said({ unit, list_price: null, price: null })).not.toContain('за час')
})

const ended = { waits_for: null, ended_at: '2026-11-28T09:00:00Z', acts: [] }
const endOf = (step: string) => [
  sent,
  { step, at: '2026-11-28T09:00:00Z', by: null, price: null, days: null },
]
const lateEnd = [sent, countered, ...endOf('lapsed').slice(1)]
const refusedEnd = [sent, countered, ...endOf('withdrawn').slice(1)]

test.each([
  [
    'declined',
    endOf('declined'),
    'Отклонён .*Алина Соколова не берёт этот заказ',
    'Отклонён .*Вы отказались',
  ],
  ['withdrawn', endOf('withdrawn'), 'Вы закрыли запрос', 'Кофейни «Зерно» больше не ждёт ответа'],
  [
    'withdrawn',
    refusedEnd,
    'Закрыт.*Вы не согласились на другую цену.*Цена не подошла',
    'Закрыт.*Заказчик не согласился на вашу цену.*Цена не подошла',
  ],
  ['lapsed', endOf('lapsed'), 'Ответа не было семь дней', 'Вы не ответили за семь дней'],
  ['lapsed', lateEnd, 'Вы не ответили на другую цену', 'Заказчик не ответил на вашу цену'],
  ['declined', endOf('freelancer_left'), 'профиля исполнителя больше нет', 'профиля исполнителя больше нет'],
  ['withdrawn', endOf('client_left'), 'профиля заказчика больше нет', 'профиля заказчика больше нет'],
  ['withdrawn', endOf('removed'), 'Модератор закрыл запрос.*Платить', 'Модератор закрыл запрос.*Отвечать'],
])('a request that is %s says so to both sides, with the next step', (state, story, client, freelancer) => {
  const text = said({ ...ended, state, story, side: 'client' })
  expect(text).toMatch(new RegExp(client))
  expect(text).toMatch(/Похожие услуги Создать заказ с этим описанием/)
  const ofFreelancer = said({ ...ended, state, story })
  expect(ofFreelancer).toMatch(new RegExp(freelancer))
  expect(ofFreelancer).toMatch(/Ваша услуга.*Найти заказ/)
  for (const words of [text, ofFreelancer]) expect(words).not.toMatch(/До 3 декабря|Ответьте|request\./)
})

test('a refusal tells its reason, if there is one', () => {
  const request = { ...ended, state: 'declined', story: endOf('declined'), side: 'client' }
  expect(said({ ...request, decline_reason: 'busy' })).toContain('Причина: Нет времени')
  expect(said({ ...request, decline_reason: null })).not.toContain('Причина')
})

test('an accepted request leads to its order', () => {
  const request = requestOf({ ...ended, state: 'accepted', story: endOf('accepted'), room_id: 5 })
  expect(markupOf(<RequestView request={request} />)).toContain('href="/order/7"')
})

test('staff read both sides and have no answer to give', () => {
  const text = said({ side: null, acts: [] })
  expect(text).toMatch(/Алина Соколова.*Кофейни «Зерно».*t\.me\/zerno_bot\/menu/)
  expect(text).not.toMatch(/Принять|Отказаться|Отозвать|Ответьте/)
})

test('every text of a request exists in English', () => {
  speak('en')
  try {
    for (const changes of [{}, otherPrice, { ...ended, state: 'lapsed', story: lateEnd }])
      for (const side of ['client', 'freelancer'])
        expect(said({ ...changes, side })).not.toMatch(/request\.[a-z]/)
  } finally {
    speak('ru')
  }
})
