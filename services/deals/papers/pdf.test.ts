import { globSync } from 'node:fs'
import { type Font, openSync } from 'fontkit'
import { getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { isPrintable } from '#contract/paper-letters.ts'
import { drawPaper } from './pdf.ts'
import { composeAct, type PaperDeal } from './text.ts'

const deal: PaperDeal = {
  id: 7,
  title: 'Логотип',
  unit: null,
  price: 20_000,
  currency: 'RUB',
  due_at: null,
  chosen_at: '2026-11-01T10:00:00Z',
  accepted_at: '2026-11-05T10:00:00Z',
  handed_in: null,
  client: { name: 'ООО «Зерно»', tax_number: '7707083893' },
  executor: { name: 'Соколова Алина Игоревна', tax_number: '500100732259' },
  receipt_url: 'https://lknpd.nalog.ru/api/v1/receipt/500100732259/20a1b2c3d4/print',
}

type Item = { str: string; transform: number[] }

/** Draws an act and reads it with another library: its pages with their texts, each with its distance from the top. */
async function pagesOf(changes: Partial<PaperDeal> = {}) {
  const bytes = await drawPaper(composeAct({ ...deal, ...changes }), new Date('2026-11-05T12:00:00Z'))
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const pages: { str: string; top: number }[][] = []
  for (let at = 1; at <= pdf.numPages; at += 1) {
    const { items } = await (await pdf.getPage(at)).getTextContent()
    const texts = (items as Item[]).filter(({ str }) => str?.trim())
    pages.push(texts.map(({ str, transform }) => ({ str, top: 842 - (transform[5] ?? 0) })))
  }
  return { bytes, pdf, pages, texts: pages.map((page) => page.map(({ str }) => str).join(' ')) }
}

test('both fonts have every character that a paper may contain', () => {
  const files = globSync('node_modules/@expo-google-fonts/pt-serif/{400Regular,700Bold}/*.ttf')
  expect(files).toHaveLength(2)
  for (const file of files) {
    const font = openSync(file) as Font
    for (let code = 0; code < 0x30000; code += 1) {
      const isSurrogate = code >= 0xd800 && code < 0xe000
      if (isSurrogate || !isPrintable(String.fromCodePoint(code))) continue
      const composed = String.fromCodePoint(code).normalize('NFC').codePointAt(0) ?? 0
      expect(font.hasGlyphForCodePoint(composed), composed.toString(16)).toBe(true)
    }
  }
})

test('a short act is one page with its language, title and embedded fonts, and its text stands in the order of reading', async () => {
  const { bytes, pdf, texts } = await pagesOf()
  expect(texts).toHaveLength(1)
  expect(texts[0]).not.toContain('Страница')
  const { info } = await pdf.getMetadata()
  expect(info).toMatchObject({ Title: 'АКТ № 7 сдачи-приёмки выполненных работ', Language: 'ru-RU' })
  const raw = bytes.toString('latin1')
  expect(raw).toContain('/DisplayDocTitle true')
  expect(raw.match(/\/FontFile2/g)).toHaveLength(2)
  const order = [
    'АКТ',
    'Заказчик ООО',
    'Работа',
    'Логотип',
    'Итого',
    'Двадцать тысяч',
    'Чек:',
    'подпись',
    'Это заготовка',
  ]
  const places = order.map((words) => texts[0]?.indexOf(words))
  expect(places).toEqual(places.toSorted((one, other) => (one ?? 0) - (other ?? 0)))
  expect(places).not.toContain(-1)
  // The address of the receipt can be copied from one line.
  expect(texts[0]).toContain('20a1b2c3d4/print')
})

test('the longest act has numbered pages, and no row is parted from its head or cut off', async () => {
  const { pages, texts } = await pagesOf({
    title: 'Щ'.repeat(100),
    handed_in: {
      at: '2026-11-04T10:00:00Z',
      text: 'щ'.repeat(500),
      link: `https://example.com/${'w'.repeat(2000)}`,
      file_names: `${'ж'.repeat(290)}конец.png`,
    },
    client: { name: 'Ш'.repeat(120), tax_number: '7707083893' },
    executor: { name: 'Щ'.repeat(120), tax_number: '500100732259' },
  })
  expect(texts).toHaveLength(3)
  const table = texts.find((text) => text.includes('Сдано')) ?? ''
  expect(table).toContain('Работа')
  expect(table).toContain('Итого')
  expect(table).toMatch(/конец\.png/)
  for (const [at, page] of pages.entries()) {
    expect(texts[at]).toContain(`Страница ${at + 1} из 3`)
    expect(Math.max(...page.map(({ top }) => top))).toBeLessThan(842)
  }
})

test('a signature has its line below the longest name and tax number', async () => {
  const { pages } = await pagesOf({ executor: { name: 'Щ'.repeat(120), tax_number: '500100732259' } })
  const texts = pages.flat()
  const numbers = texts.filter(({ str }) => /^ИНН/.test(str)).map(({ top }) => top)
  const signs = texts.filter(({ str }) => str === 'подпись').map(({ top }) => top)
  expect(signs).toHaveLength(2)
  expect(Math.min(...signs)).toBeGreaterThan(Math.max(...numbers) + 20)
})

test('the highest price stands on one line of its column', async () => {
  const { pages } = await pagesOf({ price: 9_999_999_999.99, currency: 'USDT' })
  const sums = pages.flat().filter(({ str }) => str.replaceAll('\u00a0', ' ') === '9 999 999 999,99 USDT')
  expect(sums).toHaveLength(2)
})
