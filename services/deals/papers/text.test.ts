import { expect, test } from 'vitest'
import { composeAct, composeContract, type PaperDeal } from './text.ts'

const deal: PaperDeal = {
  id: 7,
  title: 'Логотип',
  unit: null,
  price: 20_000,
  currency: 'RUB',
  due_at: null,
  chosen_at: '2026-12-31T20:59:59.999Z',
  accepted_at: '2026-12-31T21:00:00.000Z',
  handed_in: null,
  client: null,
  executor: null,
  receipt_url: null,
}
const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ')
const costOf = (changes: Partial<PaperDeal>) => plain(composeContract({ ...deal, ...changes }).clauses[2])
const sumsOf = (changes: Partial<PaperDeal>) => {
  const { rows, clauses } = composeAct({ ...deal, ...changes })
  return [plain(rows[0]?.sum) ?? null, plain(clauses[0])]
}

test('dates are those of Moscow, also in the last second of a year', () => {
  const act = composeAct(deal)
  expect(plain(act.date)).toBe('1 января 2027 г.')
  expect(plain(act.intro)).toContain('по договору № 7 от 31 декабря 2026 года')
  expect(plain(act.clauses[1])).toContain('принял работу 1 января 2027 года')
  const contract = composeContract({ ...deal, due_at: '2027-02-28T20:59:59Z' })
  expect(plain(contract.date)).toBe('31 декабря 2026 г.')
  expect(plain(contract.clauses[1])).toBe('2. Срок работы: до 28 февраля 2027 года.')
})

test('the whole sum stands in figures and in words', () => {
  expect(sumsOf({})).toEqual(['20 000,00 ₽', 'Двадцать тысяч рублей 00 копеек.'])
  expect(costOf({})).toBe('3. Цена работы: 20 000,00 ₽ (Двадцать тысяч рублей 00 копеек).')
  expect(sumsOf({ price: 0 })).toEqual(['0,00 ₽', 'Ноль рублей 00 копеек.'])
  expect(sumsOf({ price: 300.5, currency: 'USD' })).toEqual(['300,50 USD', 'Триста долларов 50 центов.'])
})

test('a price of an hour or of a page is a rate, and the sum stays blank', () => {
  for (const unit of ['за час', 'за страницу']) {
    const [sum, words] = sumsOf({ unit, price: 700 })
    expect(sum).toBeNull()
    expect(words).toMatch(/^Сумма прописью: _+\.$/)
    expect(plain(composeAct({ ...deal, unit, price: 700 }).rows[0]?.work)).toContain(
      `Ставка: 700,00 ₽ ${unit}.`,
    )
    expect(costOf({ unit, price: 700 })).toMatch(
      new RegExp(`^3\\. Цена работы: _+\\. Ставка: 700,00 ₽ ${unit}\\.$`),
    )
  }
})

test('without a price there are blank lines and no rate', () => {
  for (const unit of [null, 'за час']) {
    expect(sumsOf({ unit, price: null })).toEqual([null, expect.stringMatching(/^Сумма прописью: _+\.$/)])
    expect(costOf({ unit, price: null })).toMatch(/^3\. Цена работы: _+\.$/)
    expect(composeAct({ ...deal, unit, price: null }).rows[0]?.work).not.toContain('Ставка')
  }
})

test('what was handed in is shortened part by part, so that none pushes out another', () => {
  const long = (letter: string, count: number) => letter.repeat(count)
  const handed_in = {
    at: '2026-12-30T10:00:00Z',
    text: long('щ', 301),
    link: `https://example.com/${long('a', 2000)}`,
    file_names: long('ф', 300),
  }
  const lines = composeAct({ ...deal, handed_in }).rows[0]?.work.split('\n')
  expect(lines?.map((line) => [line.slice(0, 8), line.length])).toEqual([
    ['Логотип', 7],
    ['Сдано 30', 'Сдано 30 декабря 2026 г.'.length],
    ['щщщщщщщщ', 301],
    ['Ссылка: ', 309],
    ['Файлы: ф', 307],
  ])
  expect(lines?.[2]?.endsWith('щ…')).toBe(true)
  expect(lines?.[4]?.endsWith('ф')).toBe(true)
})
