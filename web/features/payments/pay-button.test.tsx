import { readFileSync } from 'node:fs'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { translations } from '#web/client/i18n-runtime.ts'
import { queryClient } from '#web/client/query.ts'
import type { Listing } from '#web/features/listings/types.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { PayButton } from './pay-button.tsx'
import { statusOf } from './queries.ts'

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
  for (const area of ['app', 'rest']) {
    const file = new URL(`../../../contract/texts/ru/${area}.json`, import.meta.url)
    translations.add('ru', JSON.parse(readFileSync(file, 'utf8')))
  }
  translations.setLanguage('ru')
})
beforeEach(() => queryClient.clear())

const listing = { id: 7, kind: 'order', category_id: 3, placement_period: 30, status: 'expired' } as Listing
const renderButtons = () =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <PayButton
          isAhead
          listing={listing}
          me={{ id: 1 } as Me}
          label={(price) => `Продлить · ${price}`}
          otherWay="Другая карта или СБП"
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )

test('while the price loads, both buttons keep their texts and none of them spins', () => {
  const markup = renderButtons()
  expect(markup).not.toContain('aria-busy')
  expect(markup.match(/ disabled=/g)).toHaveLength(2)
  expect(markup.replace(/<[^>]*>/g, '|')).toMatch(/\|Продлить\|.*\|Другая карта или СБП\|/)
})

test('the text has the price once it is known', () => {
  queryClient.setQueryData(statusOf(1, listing).queryKey, { price: 2500, is_free: false } as never)
  expect(
    renderButtons()
      .replaceAll('\u00a0', ' ')
      .replace(/<[^>]+>/g, ''),
  ).toContain('Продлить · 2 500 ₽')
})
