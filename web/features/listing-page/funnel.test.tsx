import { expect, test } from 'vitest'
import { markupOf, textOf } from '#tests/support/components/markup.tsx'
import { FunnelBars, FunnelDays, type ListingFunnel } from './funnel.tsx'

/** Returns the widths of the funnel's bars and the positions of its markers, in percent. */
function widthsOf(total: ListingFunnel['total'], usual: ListingFunnel['usual'] = null) {
  const html = markupOf(<FunnelBars funnel={{ kind: 'order', total, usual } as ListingFunnel} />)
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

test('each percentage names its base, and the views by day add up to the number in the funnel', () => {
  const total = { shown: 1200, opened: 48, favourited: 12, responded: 6 }
  const funnel = { kind: 'order', total, usual: null } as ListingFunnel
  expect(textOf(<FunnelBars funnel={funnel} />)).toMatch(/4\s% показов.*25\s% просмотров.*13\s% просмотров/)
  const usual = { listings: 34, shown: 900, opened: 80, favourited: 0, responded: 0 }
  expect(textOf(<FunnelBars funnel={{ ...funnel, usual }} />)).toContain(
    'Обычно у похожих объявлений (34 за полгода)',
  )
  const day = (opened: number) => ({ shown: 0, opened, favourited: 0, responded: 0, day: '2026-11-16' })
  expect(textOf(<FunnelDays funnel={{ ...funnel, days: [day(16), day(32)] }} />)).not.toContain('Раньше')
  expect(textOf(<FunnelDays funnel={{ ...funnel, days: [day(16)] }} />)).toContain('Раньше этих дней: 32')
  const text = textOf(<FunnelDays funnel={{ ...funnel, days: [day(16), day(32)] }} />)
  expect(text).toMatch(/Просмотры по дням 16\sноя: 16 сегодня: 32/)
})

test('a listing that was posted in channels says how many came from there', () => {
  const total = { shown: 1200, opened: 48, favourited: 12, responded: 6 }
  const funnelOf = (from_channels: ListingFunnel['from_channels']) =>
    textOf(<FunnelBars funnel={{ kind: 'order', total, usual: null, from_channels } as ListingFunnel} />)
  expect(funnelOf({ opened: 31, responded: 2 })).toMatch(
    /Просмотрен 48 .*Из каналов Telegram: 31 В избранном 12 .*Откликнулись 6 .*Из каналов Telegram: 2 /,
  )
  expect(funnelOf({ opened: 0, responded: 0 })).toContain('Из каналов Telegram: 0')
  expect(funnelOf(null)).not.toContain('канал')
})
