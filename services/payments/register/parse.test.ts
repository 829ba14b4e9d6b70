import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { AppError } from '#contract/errors.ts'
import { readRegister } from './parse.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string) =>
  readRegister(bytes(text)).map(({ key, at, ...rest }) => ({ ...rest, at: at.toISOString() }))

function refusal(text: string): unknown {
  try {
    readRegister(bytes(text))
  } catch (error) {
    const { code, details } = error as AppError
    return { code, ...details }
  }
}

const paid = { type: 'payment', op_key: null, currency: 'RUB', fee: null }

test('a file of the cabinet in windows-1251, with a head, a total and a cancelled operation', () => {
  const file = readFileSync(new URL('fixtures/cabinet-1251.csv', import.meta.url))
  const found = readRegister(file).map(({ key, at, ...rest }) => ({ ...rest, at: at.toISOString() }))
  expect(found).toEqual([
    { ...paid, invoice_id: 1001, amount: 250_000, fee: 9_750, at: '2026-03-01T07:15:30.000Z' },
    { ...paid, invoice_id: 1002, amount: 250_050, fee: 9_752, at: '2026-03-01T08:00:00.000Z' },
    { ...paid, type: 'refund', invoice_id: 1001, amount: 250_000, at: '2026-03-02T06:30:00.000Z' },
  ])
})

test.each([
  ['commas and quoted sums', 'InvId,OutSum,Date\n1001,"2 500,00",2026-03-01T10:15:30\n'],
  ['a byte order mark and another order', '\ufeffДата;Сумма;Номер заказа\n01.03.2026 10:15:30;2500;1001\n'],
  ['tabs', 'Номер счета\tСумма\tДата\n1001\t2500.00\t2026-03-01 10:15:30+03:00\n'],
  [
    'capitals, ё and unknown columns',
    'НОМЕР СЧЁТА;Город;СУММА;ДАТА\n1001;Омск;2 500,00 ₽;2026-03-01T07:15:30Z\n',
  ],
])('%s', (_, text) => {
  expect(read(text)).toEqual([{ ...paid, invoice_id: 1001, amount: 250_000, at: '2026-03-01T07:15:30.000Z' }])
})

/** Headings of each column in every form that the provider and its exports write. */
const headings = {
  invoice: 'номер счета|номер заказа|№ счета|№ заказа|счет|InvId|InvoiceID|inv_id|order',
  amount: 'сумма|сумма операции|сумма платежа|сумма заказа|OutSum|amount',
  at: 'дата|дата операции|дата и время|дата платежа|дата проведения|date|StateDate',
  op_key: 'OpKey|op_key|ключ операции|идентификатор операции|ID операции|OperationID',
  currency: 'валюта|валюта операции|currency|OutCurrency',
  type: 'тип операции|тип|операция|вид операции|type|OperationType',
  status: 'статус|состояние|status|state',
}
const usual = { invoice: 'InvId', amount: 'OutSum', at: 'Date' }
const cells: Record<string, string> = {
  invoice: '1001',
  amount: '2500',
  at: '01.03.2026 10:15:30',
  op_key: 'a-key',
  currency: 'USD',
  type: 'Возврат',
  status: 'Отменена',
}

const meant: Record<string, object> = {
  op_key: { op_key: 'a-key' },
  currency: { currency: 'USD' },
  type: { type: 'refund' },
  at: { at: '2026-03-01T07:15:30.000Z' },
}

test.each(
  Object.entries(headings).flatMap(([column, all]) =>
    all.split('|').map((heading) => [heading, column] as const),
  ),
)('the heading “%s” is the column %s', (heading, column) => {
  const row = { ...usual, [column]: heading }
  const text = [Object.values(row), Object.keys(row).map((name) => cells[name])]
  const file = `${text.map((line) => line.join(';')).join('\n')}\n`
  // A register whose only operation is cancelled contains no movement of money, so it is refused.
  if (column === 'status') expect(refusal(file)).toMatchObject({ code: 'register_unreadable', total: 1 })
  else expect(read(file)).toMatchObject([{ ...paid, invoice_id: 1001, amount: 250_000, ...meant[column] }])
})

test('a date alone is midnight in Moscow, however it is written', () => {
  for (const date of ['2026-03-01', '01.03.2026'])
    expect(read(`InvId;OutSum;Date\n1001;2500;${date}\n`)).toMatchObject([{ at: '2026-02-28T21:00:00.000Z' }])
})

test('unreadable lines are listed, and the file is refused', () => {
  const text = [
    'Номер счета;Сумма;Дата;Тип операции;Статус',
    '1001;2500,00;01.03.2026 10:00;Оплата;Успешно',
    'abc;2500,00;01.03.2026 10:00;Оплата;Успешно',
    '1002;2,500.00;01.03.2026 10:00;Оплата;Успешно',
    '',
    '1003;2500,00;31.02.2026 10:00;Оплата;Успешно',
    '1004;2500,00;01.03.2026 10:00;Перемещение;Успешно',
    '1005;2500,00;01.03.2026 10:00;Оплата;Загадочно',
    '1006;0;01.03.2026 10:00;Оплата;Успешно',
  ].join('\n')
  expect(refusal(text)).toEqual({
    code: 'register_unreadable',
    total: 6,
    lines: [
      { line: 3, column: 'invoice' },
      { line: 4, column: 'amount' },
      { line: 6, column: 'at' },
      { line: 7, column: 'type' },
      { line: 8, column: 'status' },
      { line: 9, column: 'amount' },
    ],
  })
})

test.each([
  ['another table', 'Имя;Возраст\nАнна;30\n'],
  ['no operation', 'Номер счета;Сумма;Дата\n'],
  ['a quote that never ends', 'Номер счета;Сумма;Дата\n1001;"2500;01.03.2026\n'],
  ['nothing', ' '],
  ['what no text is', '\0\u0001PNG'],
])('%s is no register', (_, text) => {
  expect(refusal(text)).toMatchObject({ code: 'register_unreadable' })
})

test('lines above the heading that name only some of its columns are no heading', () => {
  const text = 'Дата;01.03.2026\nСумма;2500\nНомер счета;Сумма;Дата\n1001;2500;01.03.2026 10:15:30\n'
  expect(read(text)).toMatchObject([{ invoice_id: 1001, amount: 250_000 }])
})

test('more rows than a register may have are refused', () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => `${index + 1};1;01.03.2026`)
  // The row with the headings counts towards the maximum number of rows.
  expect(read(['Номер счета;Сумма;Дата', ...rows.slice(1)].join('\n'))).toHaveLength(19_999)
  expect(refusal(['Номер счета;Сумма;Дата', ...rows].join('\n'))).toMatchObject({ code: 'too_large' })
})

test('equal operations of a file stay two and keep their keys in the next file', () => {
  const line = '1001;2500,00;01.03.2026 10:00'
  const keys = (...lines: string[]) =>
    readRegister(bytes(['Номер счета;Сумма;Дата', ...lines].join('\n'))).map(({ key }) => key)
  const both = keys(line, line)
  expect(new Set(both).size).toBe(2)
  expect(keys('1002;1;01.03.2026', line, line).slice(1)).toEqual(both)
})

test.each([
  ['a fee', 'InvId;OutSum;Date;Комиссия\n1001;2500;2026-03-01T10:15:30Z;97,50\n', 9_750],
  ['a fee with a minus', 'InvId;OutSum;Date;Комиссия\n1001;2500;2026-03-01T10:15:30Z;-97,50\n', 9_750],
  ['what was credited', 'InvId;Сумма;Date;К зачислению\n1001;2500;2026-03-01T10:15:30Z;2402,50\n', 9_750],
  ['no fee', 'InvId;OutSum;Date;Комиссия\n1001;2500;2026-03-01T10:15:30Z;0\n', 0],
  ['an empty cell', 'InvId;OutSum;Date;Комиссия\n1001;2500;2026-03-01T10:15:30Z;\n', null],
])('the fee of a line: %s', (_, text, fee) => {
  expect(read(text)).toMatchObject([{ amount: 250_000, fee }])
})

test('a return has no fee', () => {
  const text = 'InvId;OutSum;Date;Тип;Комиссия\n1001;2500;2026-03-01T10:15:30Z;Возврат;97,50\n'
  expect(read(text)).toMatchObject([{ type: 'refund', fee: null }])
})
