import { expect, test } from 'vitest'
import { readBrief } from './brief.ts'

const today = new Date('2026-11-23T00:00:00Z')

test('a message becomes the fields of an order', () => {
  const text = 'Нужен бот на aiogram для записи, до 50 тысяч, к пятнице. Срочно! Удалённо'
  expect(readBrief(text, today)).toEqual({
    title: 'Бот на aiogram для записи',
    category_id: 201,
    price: { min: null, max: 50_000, code: 'RUB' },
    payment: 'fixed',
    deadline: '2026-11-27',
    is_remote: true,
    is_urgent: true,
    skills: ['aiogram'],
  })
})

test('what is not said stays open', () => {
  expect(readBrief('спасибо, до встречи', today)).toMatchObject({
    category_id: null,
    price: null,
    payment: 'fixed',
    deadline: null,
    is_remote: null,
    is_urgent: false,
    skills: [],
  })
})

test.each([
  ['логотип, от 100 до 150 тыс', { min: 100_000, max: 150_000, code: 'RUB' }],
  ['логотип, 1,5 млн руб', { min: 1_500_000, max: 1_500_000, code: 'RUB' }],
  ['логотип, тысяч 15-20', { min: 15_000, max: 20_000, code: 'RUB' }],
  ['a logo, $800-1000', { min: 800, max: 1000, code: 'USD' }],
  ['тексты на 8 тысяч слов', null],
  ['каталог на 300 товаров', null],
])('%s: the price', (text, price) => {
  expect(readBrief(text, today).price).toEqual(price)
})

test.each([
  ['логотип к понедельнику', '2026-11-30'],
  ['логотип до 10.01', '2027-01-10'],
  ['логотип за две недели', '2026-12-07'],
  ['логотип до конца месяца', '2026-11-30'],
  ['a logo by Dec 10', '2026-12-10'],
  ['логотип для сайта с версией 8.2', null],
])('%s: the day', (text, deadline) => {
  expect(readBrief(text, today).deadline).toBe(deadline)
})

test.each([
  ['до 26.11', '2026-11-26', '2026-11-26'],
  ['до 25.11', '2026-11-26', '2027-11-25'],
  ['к 1 декабря', '2026-12-01', '2026-12-01'],
  ['до 26.11.2026', '2026-11-26', '2026-11-26'],
  ['на этой неделе', '2026-11-29', '2026-11-29'],
  ['на этой неделе', '2026-11-28', '2026-11-29'],
  ['до конца недели', '2026-11-30', '2026-12-06'],
  ['к выходным', '2026-11-27', '2026-11-27'],
  ['к выходным', '2026-11-28', '2026-12-04'],
  ['к понедельнику', '2026-11-29', '2026-11-30'],
  ['до конца месяца', '2026-11-30', '2026-11-30'],
  ['до нового года', '2026-12-31', '2026-12-31'],
  ['за 24 часа', '2026-11-23', '2026-11-24'],
  ['за 36 часов', '2026-11-23', '2026-11-25'],
  ['через 1,5 месяца', '2026-11-23', '2027-01-07'],
])('%s, said on %s, is %s', (words, said_on, deadline) => {
  expect(readBrief(`логотип ${words}`, new Date(`${said_on}T00:00:00Z`)).deadline).toBe(deadline)
})

test('a refusal of haste is no haste', () => {
  expect(readBrief('логотип, не срочно', today).is_urgent).toBe(false)
})

test('a long text costs little', () => {
  const start = performance.now()
  for (const part of ['1 ', 'до ', 'тысяч ', '5-', 'а', 'нужен ', '$'])
    readBrief(part.repeat(4096 / part.length), today)
  expect(performance.now() - start).toBeLessThan(2000)
})

test('what is wanted is read where it stands at the beginning, however much follows', () => {
  const asked = 'Нужен логотип для кофейни, бюджет 15 000 ₽, срок до 5 декабря.'
  const { deadline, price, title } = readBrief(asked, today)
  const long = readBrief(`${asked}\n${'Подробности в файле. '.repeat(3000)}`, today)
  expect([long.deadline, long.price, long.title]).toEqual([deadline, price, title])
})

test.each([
  ['spaces between two letters', 'ж', ' ', 'ж'],
  ['line breaks', '', '\n', 'ж'],
  ['letters without an end', '', 'ж', ''],
  ['numbers', 'бюджет ', '1', ' '],
  ['groups of numbers', 'бюджет ', '1 ', 'руб'],
  ['dashes', '', '- ', ''],
  ['words for numbers', '', 'сто ', 'рублей'],
  ['openings', '', 'привет, ', 'нужен сайт'],
  ['marks', '', '!', ''],
  ['hashes', '', '#ж ', ''],
  ['words about money', '', 'бюджет ', ''],
  ['days', '', 'до 5 ', ''],
])('a message of 60,000 signs is read in the time of one of 30,000: %s', (_name, before, unit, after) => {
  const cpuOf = (length: number) => {
    const text = `${before}${unit.repeat(length / unit.length)}${after}`
    const times = Array.from({ length: 5 }, () => {
      const { user } = process.cpuUsage()
      readBrief(text, today)
      return process.cpuUsage().user - user
    })
    return times.sort((one, other) => one - other)[2] ?? 0
  }
  // CPU times are in microseconds. Times below 50 ms are too short to compare their ratio.
  expect(cpuOf(60_000)).toBeLessThan(Math.max(2.5 * cpuOf(30_000), 50_000))
})
