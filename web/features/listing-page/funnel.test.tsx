import { readFileSync } from 'node:fs'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { translations } from '#web/client/i18n-runtime.ts'
import type { ListingFunnel } from './funnel.tsx'

// Stubs the boot state, which the start script leaves on `window` for the mini-app's modules.
vi.hoisted(() => {
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('window', {
    otklik: { launch: { initData: '', userId: 1 }, startedAt: 0, login: null, firstData: null },
    localStorage: storage,
  })
})
const { FunnelBars, FunnelDays } = await import('./funnel.tsx')

beforeAll(() => {
  for (const area of ['app', 'rest', 'deals']) {
    const file = new URL(`../../../contract/texts/ru/${area}.json`, import.meta.url)
    translations.add('ru', JSON.parse(readFileSync(file, 'utf8')))
  }
  translations.setLanguage('ru')
})

/** Returns the widths of the funnel's bars and the positions of its markers, in percent. */
function widthsOf(total: ListingFunnel['total'], usual: ListingFunnel['usual'] = null) {
  const html = renderToStaticMarkup(<FunnelBars funnel={{ kind: 'order', total, usual } as ListingFunnel} />)
  return [...html.matchAll(/(?:width:|left:clamp\(4px, )([\d.]+)%/g)].map(([, percent]) =>
    Math.round(Number(percent)),
  )
}

test('the largest step has the whole width, whichever it is', () => {
  expect(widthsOf({ shown: 10, opened: 1, favourited: 0, responded: 10 })).toEqual([100, 40, 0, 100])
  // A funnel with more responses (by link and bot) than card views stays inside the card.
  expect(Math.max(...widthsOf({ shown: 3, opened: 1, favourited: 1, responded: 12 }))).toBe(100)
  const usual = { listings: 9, shown: 5, opened: 4, favourited: 40, responded: 2 }
  expect(Math.max(...widthsOf({ shown: 3, opened: 1, favourited: 1, responded: 2 }, usual))).toBe(100)
})

const renderText = (content: ReactNode) =>
  renderToStaticMarkup(content)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

test('each percentage names its base, and the views by day add up to the number in the funnel', () => {
  const total = { shown: 1200, opened: 48, favourited: 12, responded: 6 }
  const funnel = { kind: 'order', total, usual: null } as ListingFunnel
  expect(renderText(<FunnelBars funnel={funnel} />)).toMatch(
    /4\s% показов.*25\s% просмотров.*13\s% просмотров/,
  )
  const usual = { listings: 34, shown: 900, opened: 80, favourited: 0, responded: 0 }
  expect(renderText(<FunnelBars funnel={{ ...funnel, usual }} />)).toContain(
    'Обычно у похожих объявлений (34 за полгода)',
  )
  const day = (opened: number) => ({ shown: 0, opened, favourited: 0, responded: 0, day: '2026-11-16' })
  expect(renderText(<FunnelDays funnel={{ ...funnel, days: [day(16), day(32)] }} />)).not.toContain('Раньше')
  expect(renderText(<FunnelDays funnel={{ ...funnel, days: [day(16)] }} />)).toContain('Раньше этих дней: 32')
  const text = renderText(<FunnelDays funnel={{ ...funnel, days: [day(16), day(32)] }} />)
  expect(text).toMatch(/Просмотры по дням 16\sноя: 16 сегодня: 32/)
})
