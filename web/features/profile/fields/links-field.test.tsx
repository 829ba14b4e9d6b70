import { expect, test } from 'vitest'
import { markupOf } from '#tests/support/components/markup.tsx'
import type { ProfileDraft } from '#web/features/profile/draft/draft.ts'
import { LinksField } from './links-field.tsx'

const rowOf = (name: string, url: string, errors: Record<string, string> = {}) =>
  markupOf(
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
