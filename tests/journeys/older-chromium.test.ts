import { expect, test } from 'vitest'
import { emulateOldestEngine } from '#tests/engines/older-chromium.ts'
import { atEnd } from '#tests/support/run/at-end.ts'
import { openBrowser } from '#tests/support/screens/browser.ts'
import { removeUnsupportedStyles } from '#web/build/floor/style.ts'

test('Chromium is left with what the oldest engines have', async () => {
  const browser = await openBrowser()
  atEnd(() => browser.close())
  const context = await browser.newContext()
  await emulateOldestEngine(context)
  await context.route('https://older.test/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>older</title>' }),
  )
  const page = await context.newPage()
  await page.goto('https://older.test/')
  const typesOfNewer = await page.evaluate(
    `[typeof AbortSignal.any, typeof AbortSignal.timeout, typeof URL.parse, typeof [].at, typeof [].toSorted,
      typeof crypto.randomUUID, typeof structuredClone, typeof Object.hasOwn, typeof Intl.Segmenter,
      typeof new URLSearchParams('a=1').size, typeof new Uint8Array(1).at, typeof navigator.userActivation]`,
  )
  expect(typesOfNewer).toEqual(Array(12).fill('undefined'))
  expect(
    await page.evaluate(
      `[typeof fetch, typeof AbortController, typeof URL, typeof [].flat, typeof ResizeObserver, new Map([[1, 2]]).size]`,
    ),
  ).toEqual(['function', 'function', 'function', 'function', 'function', 1])
})

test('style sheets lose the rules, declarations and conditions that are newer', () => {
  const normalize = (text: string) => removeUnsupportedStyles(text).replace(/\s+/g, ' ').trim()
  expect(normalize('a { color: red; height: 100vh; height: 100dvh }')).toBe('a { color: red; height: 100vh }')
  expect(normalize('a { field-sizing: content; top: 0 } b:has(i) { top: 0 }')).toBe('a { top: 0 }')
  expect(normalize('@container (width < 10rem) { a { top: 0 } }')).toBe('')
  expect(normalize('@media (width < 10rem) { a { top: 0 } }')).toBe('')
  expect(normalize('@media (max-width: 10rem) { a { top: 0 } }')).toBe(
    '@media (max-width: 10rem) { a { top: 0 } }',
  )
  expect(normalize('@supports (height: 100dvh) { a { top: 0 } }')).toBe('')
  expect(normalize('@supports not selector(:has(a)) { a { top: 0 } }')).toBe('a { top: 0 }')
  expect(normalize('a { overflow: clip } b { overflow: hidden }')).toBe('a { } b { overflow: hidden }')
})
