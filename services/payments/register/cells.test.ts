import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCurrency, readInvoice, readMoment, readStatus, readSum, readType } from './cells.ts'

test.each([
  ['2500', 250_000],
  ['2 500,00', 250_000],
  ['2\u00a0500,5', 250_050],
  ['2\u202f500.05 ₽', 250_005],
  ['1,99 руб.', 199],
  ['1.99RUB', 199],
  ['-2 500,00', -250_000],
  ['−0,01', -1],
  ['1,500000', 150],
  ['999999999', 99_999_999_900],
])('the sum %j is %i kopecks', (text, kopecks) => {
  expect(readSum(text)).toBe(kopecks)
})

test.each(['', 'даром', '1,234', '1.2.3', '2,500.00', '1000000000', '--1', '5 USD'])(
  '%j is no sum',
  (text) => {
    expect(readSum(text)).toBeUndefined()
  },
)

test.each([
  ['1001', 1001],
  [' № 1001 ', 1001],
  ['2147483647', 2_147_483_647],
  ['2147483648', undefined],
  ['0', undefined],
  ['-5', undefined],
  ['1e3', undefined],
  ['', undefined],
])('the invoice %j is %j', (text, invoice) => {
  expect(readInvoice(text)).toBe(invoice)
})

test.each([
  ['01.03.2026', '2026-02-28T21:00:00.000Z'],
  ['01.03.2026 10:15', '2026-03-01T07:15:00.000Z'],
  ['01.03.2026\u00a010:15:30', '2026-03-01T07:15:30.000Z'],
  ['2026-03-01', '2026-02-28T21:00:00.000Z'],
  ['2026-03-01 10:15', '2026-03-01T07:15:00.000Z'],
  ['2026-03-01T10:15:30.5', '2026-03-01T07:15:30.500Z'],
  ['2026-03-01T10:15:30Z', '2026-03-01T10:15:30.000Z'],
  ['2026-03-01T10:15:30+05:00', '2026-03-01T05:15:30.000Z'],
  ['29.02.2028', '2028-02-28T21:00:00.000Z'],
])('the moment %j is %s', (text, iso) => {
  expect(readMoment(text)?.toISOString()).toBe(iso)
})

test.each([
  '',
  'вчера',
  '31.02.2026',
  '2026-02-31',
  '1.3.2026',
  '01.13.2026',
  '2026-03-01T25:00',
  '03/01/2026',
])('%j is no moment', (text) => {
  expect(readMoment(text)).toBeUndefined()
})

const types = {
  payment: '|Оплата|Платёж|Покупка|продажа|Приход|Зачисление средств|Payment|sale|Purchase',
  refund: 'Возврат|отмена платежа|Refund|return|Chargeback',
}
test.each(Object.entries(types).flatMap(([type, all]) => all.split('|').map((text) => [text, type])))(
  'the type %j is a %s',
  (text, type) => {
    expect(readType(text)).toBe(type)
  },
)
test('another type is not readable', () => {
  expect(readType('Перемещение')).toBeUndefined()
  expect(readType('Частичная оплата')).toBeUndefined()
})

const statuses = {
  true: '|Успешно|Исполнена|Выполнено|Завершён|Оплачен|Проведена|Зачислено|Возвращён|Success|complete|Done|Paid|OK|100',
  false:
    'Отменена|Отклонён|Ошибка|Не оплачен|Неуспешно|В обработке|Ожидает|Инициирован|Создан|Просрочен|cancelled|Failed|pending|waiting|Declined|expired|5|10|20|50|60|80',
}
test.each(Object.entries(statuses).flatMap(([moved, all]) => all.split('|').map((text) => [text, moved])))(
  'the status %j means that money moved: %s',
  (text, moved) => {
    expect(String(readStatus(text))).toBe(moved)
  },
)
test.each(['Загадочно', '500', '99'])('the status %j is not readable', (text) => {
  expect(readStatus(text)).toBeUndefined()
})

test('a currency is roubles however they are written, else its code', () => {
  for (const text of ['', '₽', 'руб', 'Руб.', 'рубли', 'рубль', 'RUB', 'rur', '643'])
    expect(readCurrency(text)).toBe('RUB')
  expect(readCurrency(' usd ')).toBe('USD')
  for (const text of ['€', 'US', 'доллар', '840']) expect(readCurrency(text)).toBeUndefined()
})

const wallClock = new Intl.DateTimeFormat('sv', {
  timeZone: 'Europe/Moscow',
  dateStyle: 'short',
  timeStyle: 'medium',
})

test('what a clock in Moscow shows is read as its moment, and a day without a time as its midnight', () => {
  const moment = fc
    .tuple(fc.integer({ min: 0, max: 12 * 366 }), fc.constantFrom(-1, 0, 1, 75_599, 75_600, 75_601))
    .map(([days, seconds]) => new Date(Date.UTC(2024, 0, 1 + days) + seconds * 1000))
  fc.assert(
    fc.property(moment, (at) => {
      const [date = '', time = ''] = wallClock.format(at).split(' ')
      const [year, month, day] = date.split('-')
      const turned = `${day}.${month}.${year}`
      for (const text of [`${date} ${time}`, `${date}T${time}`, `${turned} ${time}`])
        expect([text, readMoment(text)]).toEqual([text, at])
      for (const text of [date, turned]) {
        const midnight = readMoment(text)
        expect([text, midnight && wallClock.format(midnight)]).toEqual([text, `${date} 00:00:00`])
      }
    }),
    { numRuns: 1000 },
  )
})

test('a sum is read to the kopeck, with any spaces and either sign of decimals', () => {
  const writing = fc.record({
    kopecks: fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }),
    space: fc.constantFrom('', ' ', '\u00a0', '\u202f'),
    point: fc.constantFrom(',', '.'),
    minus: fc.constantFrom('-', '−'),
    currency: fc.constantFrom('', ' ₽', ' руб.', 'RUB'),
  })
  fc.assert(
    fc.property(writing, ({ kopecks, space, point, minus, currency }) => {
      const whole = String(Math.floor(Math.abs(kopecks) / 100)).replace(/\B(?=(?:\d{3})+$)/g, space)
      const rest = String(Math.abs(kopecks) % 100).padStart(2, '0')
      const text = `${kopecks < 0 ? minus : ''}${whole}${point}${rest}${currency}`
      expect([text, readSum(text)]).toEqual([text, kopecks])
      // A sum with a third decimal that is not zero is unreadable.
      expect(readSum(`${whole}${point}${rest}1`)).toBeUndefined()
    }),
    { numRuns: 1000 },
  )
})
