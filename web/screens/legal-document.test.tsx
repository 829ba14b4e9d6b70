import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

// Stubs the boot state, which the start script leaves on `window` for the mini-app's modules.
vi.hoisted(() => {
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('window', {
    otklik: { launch: { initData: '', userId: 1 }, startedAt: 0, login: null, firstData: null },
    localStorage: storage,
  })
})
const { LegalText } = await import('./legal-document.tsx')

test('a line with a dash is a row with its term, any other line a paragraph', () =>
  expect(renderToStaticMarkup(<LegalText text={'После удаления:\n- 90 дней: отказы: все'} />)).toBe(
    '<p class="sub">После удаления:</p>' +
      '<dl class="sub"><dt class="cap muted">90 дней</dt><dd>отказы: все</dd></dl>',
  ))

test.each(['ru', 'en'])('the storage times are ten rows in %s, each with its term', (language) => {
  const file = new URL(`../../contract/texts/${language}/info.json`, import.meta.url)
  const text = String(JSON.parse(readFileSync(file, 'utf8'))['policy.stored.text'])
  const rows = renderToStaticMarkup(<LegalText text={text} />).match(/<dt[^>]*>[^<]+<\/dt><dd>[^<]+<\/dd>/g)
  expect(rows).toHaveLength(10)
  // No paragraph between the rows is longer than three lines of a phone.
  for (const line of text.split('\n').filter((row) => !row.startsWith('- ')))
    expect(line.length).toBeLessThan(200)
})
