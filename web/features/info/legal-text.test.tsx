import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LegalText } from './legal-text.tsx'

/** Headings and points of a text, without its markup. */
const partsOf = (text: string) =>
  [...renderToStaticMarkup(<LegalText text={text} />).matchAll(/<(p|dt|dd)[^>]*>([^<]+)</g)].map(
    ([, tag, words]) => `${tag} ${words}`,
  )

test('a line with a dash is a heading with its points, any other line a paragraph', () =>
  expect(partsOf('После удаления:\n- 90 дней: Отказы: все; Отметка')).toEqual([
    'p После удаления:',
    'dt 90 дней',
    'dd Отказы: все',
    'dd Отметка',
  ]))

test.each(['ru', 'en'])(
  'the storage times are six headings in %s, each once and with whole points',
  (language) => {
    const file = new URL(`../../../contract/texts/${language}/info.json`, import.meta.url)
    const text = String(JSON.parse(readFileSync(file, 'utf8'))['policy.stored.text'])
    const parts = partsOf(text)
    const headings = parts.filter((part) => part.startsWith('dt '))
    expect(new Set(headings).size).toBe(6)
    expect(headings).toHaveLength(6)
    const points = parts.filter((part) => part.startsWith('dd '))
    for (const point of points) expect(point).toMatch(/^dd \p{Lu}/u)
    // No paragraph between the rows is longer than three lines of a phone.
    for (const line of text.split('\n').filter((row) => !row.startsWith('- ')))
      expect(line.length).toBeLessThan(200)
  },
)
