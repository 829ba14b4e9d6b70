import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
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
const { FunnelBars } = await import('./funnel.tsx')

/** Returns the widths of the funnel's bars and the positions of its markers, in percent. */
function widthsOf(total: ListingFunnel['total'], usual: ListingFunnel['usual'] = null) {
  const html = renderToStaticMarkup(<FunnelBars funnel={{ kind: 'order', total, usual } as ListingFunnel} />)
  return [...html.matchAll(/(?:width|left):([\d.]+)%/g)].map(([, percent]) => Math.round(Number(percent)))
}

test('the largest step has the whole width, whichever it is', () => {
  expect(widthsOf({ shown: 10, opened: 1, favourited: 0, responded: 10 })).toEqual([100, 40, 0, 100])
  // A funnel with more responses (by link and bot) than card views stays inside the card.
  expect(Math.max(...widthsOf({ shown: 3, opened: 1, favourited: 1, responded: 12 }))).toBe(100)
  const usual = { listings: 9, shown: 5, opened: 4, favourited: 40, responded: 2 }
  expect(Math.max(...widthsOf({ shown: 3, opened: 1, favourited: 1, responded: 2 }, usual))).toBe(100)
})
