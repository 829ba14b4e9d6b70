import { expect, test } from 'vitest'
import { readPrice } from './price.ts'

test.each([
  ['52000', 5_200_000, undefined],
  ['52 000 ₽', 5_200_000, 'RUB'],
  ['52\u00a0000\u00a0₽', 5_200_000, 'RUB'],
  ['₽52 000', 5_200_000, 'RUB'],
  ['52 тысячи', 5_200_000, undefined],
  ['52 тыс. руб.', 5_200_000, 'RUB'],
  ['52к', 5_200_000, undefined],
  ['52k rub', 5_200_000, 'RUB'],
  ['1,5 млн рублей', 150_000_000, 'RUB'],
  ['400 TON', 40_000, 'TON'],
  ['400тон', 40_000, 'TON'],
  ['$500', 50_000, 'USD'],
  ['499.90 usd', 49_990, 'USD'],
  ['80 usdt', 8000, 'USDT'],
  ['0,5 ton', 50, 'TON'],
])('%s is a price', (text, price, code) => {
  expect(readPrice(text)).toEqual({ price, code })
})

test.each([
  '',
  'договоримся',
  '0',
  '-5',
  '52-60 тысяч',
  'за 3 дня 5000',
  '5000 за всё',
  '5000 руб usd',
  '5 млн млн',
  '1,234.56',
  '99999999999',
  '100 лир',
])('%s is none', (text) => {
  expect(readPrice(text)).toBeNull()
})
