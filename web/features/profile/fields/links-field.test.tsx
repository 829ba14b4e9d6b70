import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { translations } from '#web/client/i18n-runtime.ts'
import type { ProfileDraft } from '#web/features/profile/draft/draft.ts'
import { LinksField } from './links-field.tsx'

// Stubs the boot state, which the start script leaves on `window` for the mini-app's modules.
vi.hoisted(() => {
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('window', {
    otklik: { launch: { initData: '', userId: 1 }, startedAt: 0, login: null, firstData: null },
    localStorage: storage,
  })
})

beforeAll(() => {
  for (const area of ['app', 'people', 'rest']) {
    const file = new URL(`../../../../contract/texts/ru/${area}.json`, import.meta.url)
    translations.add('ru', JSON.parse(readFileSync(file, 'utf8')))
  }
  translations.setLanguage('ru')
})

const rowOf = (name: string, url: string, errors: Record<string, string> = {}) =>
  renderToStaticMarkup(
    <LinksField
      draft={{ portfolio_links: [{ key: 'a', id: 1, name, url }] } as ProfileDraft}
      errors={errors}
      onChange={() => {}}
    />,
  )

test('a link that is filled in is a folded row with its name and host', () => {
  const html = rowOf('Портфолио', 'https://www.behance.net/sokolova')
  expect(html).toContain('aria-expanded="false"')
  expect(html).toMatch(/Портфолио<.*behance\.net</)
  expect(html).not.toContain('<input')
})

test.each([
  ['a new link', '', '', {}],
  ['a link without https', 'Портфолио', 'behance.net/a', {}],
  ['a link that the server refused', 'Портфолио', 'https://behance.net/a', { 'link_url-a': 'Проверьте' }],
])('%s shows its fields', (_, name, url, errors) => {
  const html = rowOf(name, url, errors)
  expect(html).toContain('aria-expanded="true"')
  expect(html.match(/<input/g)).toHaveLength(2)
})
