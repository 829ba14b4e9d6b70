import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { german, germanTexts, speakGerman } from '#tests/support/api/third-language.ts'

const launch = (languageCode: string) => ({ userId: 1, languageCode, initData: '' }) as never
const withPlainSpaces = (text: string | undefined) => text?.replace(/[\u00a0\u202f]/g, ' ')

/** Stubs a browser that was launched in German and has stored this language. */
function storeLanguage(language: string | null): void {
  const localStorage = { getItem: () => language, setItem: () => {} }
  vi.stubGlobal('window', { otklik: { launch: launch('de'), login: null }, localStorage })
  vi.stubGlobal('sessionStorage', { getItem: () => null, removeItem: () => {} })
}

beforeAll(async () => {
  storeLanguage(null)
  await speakGerman()
  vi.doMock('#web/telegram/index.ts', () => ({ launch: launch('de'), haptic: () => {} }))
})

test("the device's language and the chosen language are used", async () => {
  const { spokenLanguage } = await import('#web/start/session/language.ts')
  expect(spokenLanguage(launch('de-CH'))).toBe(german)
  expect(spokenLanguage(launch('fr'))).toBe('ru')
  storeLanguage(german)
  expect(spokenLanguage(launch('ru'))).toBe(german)
})

test('the language choice lists it under its own name', async () => {
  const { translations } = await import('#web/client/i18n-runtime.ts')
  translations.add(german, germanTexts('app'))
  translations.setLanguage(german)
  const { LanguageChoice } = await import('./language-choice.tsx')
  const html = renderToStaticMarkup(<LanguageChoice onChosen={() => {}} />)
  expect(html.match(/<label>.*?<\/label>/g)?.map((label) => label.replace(/<[^>]*>/g, ''))).toEqual(
    expect.arrayContaining(['Русский', 'English', 'Deutsch']),
  )
  expect(html).toContain('Weiter')
})

test('prices and dates use its formats', async () => {
  const { formatRange } = await import('#web/features/listings/formats/money.ts')
  const roubles = { code: 'RUB', symbol: '₽' }
  expect(withPlainSpaces(formatRange(german, 45_000, 60_000.5, roubles)?.text)).toBe('45.000–60.000,50 ₽')
  const { longDate, shortDate } = await import('#web/features/listings/formats/relative-time.ts')
  expect(withPlainSpaces(longDate(german, '2026-11-28T12:00:00Z'))).toBe('28. November')
  expect(withPlainSpaces(shortDate(german, new Date('2026-11-28T12:00:00Z'), new Date('2026-11-01')))).toBe(
    '28. Nov',
  )
})
