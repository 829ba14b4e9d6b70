import { expect, test } from 'vitest'
import { findSuspicious } from './look.ts'

const kindsIn = (text: string) => [...new Set(findSuspicious(text).map(({ kind }) => kind))]

test.each([
  '2200 7001 2345 6781',
  '4276380012345679',
  '4276-3800-1234-5679',
  '4276•3800•1234•5679',
  '4 2 7 6 3 8 0 0 1 2 3 4 5 6 7 9',
  '４２７６ ３８００ １２３４ ５６７９',
])('%s is a card', (number) => {
  expect(kindsIn(`перевод сюда: ${number}, спасибо`)).toContain('scam')
})

test.each([
  // A number with a wrong check digit is no card number.
  'номер 4276 3800 1234 5678',
  // The texts below contain amounts, an account number, an article number, dates and times. None is a card number.
  'бюджет 100 000 - 150 000 рублей',
  'счёт 4276380012345679 в 1С',
  'артикул 2200700123456781',
  'с 01.12.2026 по 15.12.2026, 10:00 - 18:00',
])('%s is none', (text) => {
  expect(kindsIn(text)).not.toContain('scam')
})

test('what is said about an offer is no offer', () => {
  for (const text of ['Казино нет, игра о городе', 'Не казино', 'Аренда аккаунтов запрещена правилами'])
    expect(kindsIn(text)).toEqual([])
})
