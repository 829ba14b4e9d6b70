import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { markupOf } from '#tests/support/components/markup.tsx'
import { LegalText } from './legal-document.tsx'

test('a line with a dash is a row with its term, any other line a paragraph', () =>
  expect(markupOf(<LegalText text={'После удаления:\n- 90 дней: отказы: все'} />)).toBe(
    '<p class="sub">После удаления:</p>' +
      '<dl class="sub"><dt class="cap muted">90 дней</dt><dd>отказы: все</dd></dl>',
  ))

test.each(['ru', 'en'])('the storage times are ten rows in %s, each with its term', (language) => {
  const file = new URL(`../../contract/texts/${language}/info.json`, import.meta.url)
  const text = String(JSON.parse(readFileSync(file, 'utf8'))['policy.stored.text'])
  const rows = markupOf(<LegalText text={text} />).match(/<dt[^>]*>[^<]+<\/dt><dd>[^<]+<\/dd>/g)
  expect(rows).toHaveLength(10)
  // No paragraph between the rows is longer than three lines of a phone.
  for (const line of text.split('\n').filter((row) => !row.startsWith('- ')))
    expect(line.length).toBeLessThan(200)
})
