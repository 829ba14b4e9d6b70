import { expect, test } from 'vitest'
import { markupOf, textOf } from '#tests/support/components/markup.tsx'
import { AgreedSums, type OwnNumbers, ResponseNumbers } from './own-numbers.tsx'

const currency = {
  id: 1,
  code: 'RUB',
  symbol: '₽',
  name: 'Рубль',
  icon_url: null,
  rate_to_base: 1,
  rate_date: null,
}
const month = (sum: number, at: number) => ({ month: `2026-0${at + 6}`, sum })
const agreed = (sums: number[], changes: Partial<OwnNumbers['agreed']> = {}) => ({
  total: sums.reduce((total, sum) => total + sum, 0),
  currency,
  is_converted: false,
  unpriced: 0,
  months: sums.map(month),
  ...changes,
})

test('sums by month are in thousands once one has five digits, and are said whole', () => {
  const text = textOf(<AgreedSums agreed={agreed([38_000, 0, 96_400])} />)
  expect(text).toMatch(/тыс. ₽ 134\s400\s₽ 38 июн 0 июл 96 авг Сумма в сделках/)
  expect(text).not.toMatch(/без суммы|других валютах|≈/)
  expect(markupOf(<AgreedSums agreed={agreed([38_000, 0])} />)).toMatch(
    /aria-label="По месяцам: июнь — 38\s000\s₽, июль — 0\s₽"/,
  )
  expect(textOf(<AgreedSums agreed={agreed([9999, 500])} />)).toMatch(
    /Договорились на ₽ .*9\s999 июн 500 июл/,
  )
  expect(textOf(<AgreedSums agreed={agreed([1_500_000, 0])} />)).toMatch(/млн ₽ .*1,5 июн 0 июл/)
  expect(markupOf(<AgreedSums agreed={agreed([0, 0])} />)).not.toContain('NaN')
})

test('a converted sum is said to be one, and deals without a sum are counted', () => {
  const text = textOf(<AgreedSums agreed={agreed([53_090.46, 0], { is_converted: true, unpriced: 2 })} />)
  expect(text).toMatch(/≈\s53\s090,5\s₽|≈\s53\s090,50\s₽/)
  expect(text).toContain('пересчитаны по последнему известному курсу')
  expect(text).toContain('2 сделки без суммы')
})

const numbers: OwnNumbers = {
  deals: 5,
  agreed: agreed([1, 2]),
  responses: { sent: 48, seen: 41, answered: 22, chosen: 5 },
  chosen_percent: { own: 10, usual: { value: 7, people: 214 } },
  reply_minutes: { own: 40, usual: { value: 120, people: 96 } },
}

test('a comparison shows both values, a tick and the number of people', () => {
  const card = <ResponseNumbers numbers={numbers} category="Дизайн интерфейсов" />
  const text = textOf(card)
  expect(text).toMatch(/48 отправлено 41 прочитано 22 с ответом 5 выбрали/)
  expect(text).toMatch(/Вас выбирают 10\s% у 214 человек обычно 7\s%/)
  expect(text).toMatch(/Первый ответ заказчику 40\sминут у 96 человек обычно 2\sчаса/)
  expect(text).toContain('обычно в категории «Дизайн интерфейсов»')
  expect(text).not.toContain('Сравним')
  // Widths of the bars and places of the ticks. The longer of both takes 62.5 %.
  const lengths = [...markupOf(card).matchAll(/(?:width:|left:clamp\(4px, )([\d.]+)%/g)]
  expect(lengths.map(([, percent]) => Math.round(Number(percent)))).toEqual([63, 44, 21, 63])
})

test('without enough people there is no tick, and one line says when there will be', () => {
  const none = { chosen_percent: { own: 10, usual: null }, reply_minutes: { own: null, usual: null } }
  const card = <ResponseNumbers numbers={{ ...numbers, ...none }} category="Дизайн" />
  expect(markupOf(card)).not.toContain('clamp(')
  expect(textOf(card).match(/Сравним/g)).toHaveLength(1)
  expect(textOf(card)).toContain('хотя бы у 20 человек')
  expect(textOf(card)).toContain('Покажем, когда будет выполненный заказ')
  expect(textOf(card)).not.toContain('обычно в категории')
  expect(textOf(<ResponseNumbers numbers={{ ...numbers, ...none }} category={null} />)).toContain(
    'Сравним, когда в профиле будет категория',
  )
  const one = { ...numbers, reply_minutes: { own: null, usual: { value: 30, people: 20 } } }
  const text = textOf(<ResponseNumbers numbers={one} category="Дизайн" />)
  expect(text).toMatch(/у 20 человек обычно 30\sминут/)
})
