import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrast } from './colors.ts'
import { palettes } from './palettes.ts'
import { deriveTheme, type Theme } from './theme.ts'

type Name = keyof Theme['colors']

/** All text colours, by the surface on which the text stands. */
const texts: Record<string, Name[]> = {
  card: ['text', 'muted', 'accent', 'good', 'warn', 'bad', 'boost'],
  page: ['text', 'muted', 'accent'],
  fill: ['text', 'muted'],
  sunken: ['muted'],
  bubble: ['text', 'muted'],
  'accent-soft': ['text', 'muted', 'accent'],
  'good-soft': ['text', 'muted', 'good'],
  'warn-soft': ['text', 'muted', 'warn'],
  'bad-soft': ['text', 'muted', 'bad'],
  'boost-soft': ['text', 'muted', 'boost'],
  'accent-fill': ['on-accent'],
}
const icons: Record<string, Name[]> = { card: ['faint'], page: ['faint'], bubble: ['accent'] }

const pairs = [
  ...Object.entries(texts).flatMap(([ground, names]) => names.map((name) => [name, ground, 4.5] as const)),
  ...Object.entries(icons).flatMap(([ground, names]) => names.map((name) => [name, ground, 3] as const)),
]

describe.each(Object.entries(palettes))('theme %s', (_name, params) => {
  const { colors } = deriveTheme(params)
  test.each(pairs)('%s on %s reaches %s:1', (name, background, minimum) => {
    expect(contrast(colors[name], colors[background as Name])).toBeGreaterThanOrEqual(minimum)
  })
})

test('every text and icon of the design is checked', () => expect(pairs).toHaveLength(34))

test('the scheme follows the background, not the name of the theme', () => {
  expect(deriveTheme({ bg_color: '#fff0f6' }).scheme).toBe('light')
  expect(deriveTheme({ bg_color: '#101418' }).scheme).toBe('dark')
})

test('a client that sends no theme gets a readable one', () => {
  const { colors, scheme } = deriveTheme({})
  expect(scheme).toBe('light')
  expect(contrast(colors.text, colors.card)).toBeGreaterThanOrEqual(7)
})

const darkPalettes = Object.entries(palettes).filter(([, params]) => deriveTheme(params).scheme === 'dark')

test.each(darkPalettes)(
  'the button of the main act is no weaker than a neutral one in the theme %s',
  (_name, params) => {
    const { colors } = deriveTheme(params)
    expect(contrast(colors['accent-soft'], colors.card)).toBeGreaterThan(contrast(colors.fill, colors.card))
  },
)

test('page and card always differ', () => {
  const { colors } = deriveTheme({ bg_color: '#ffffff', secondary_bg_color: '#ffffff' })
  expect(contrast(colors.page, colors.card)).toBeGreaterThan(1.03)
})

/** The last ground that the style sheet of the segment gives to a selector in light and in dark themes. */
function groundOf(selector: string, scheme: 'light' | 'dark'): Name {
  const css = readFileSync(new URL('../ui/segment.module.css', import.meta.url), 'utf8')
  const rules = [...css.matchAll(/^([^\n{}]+) \{[^}]*background: var\(--c-([\w-]+)\)/gm)]
  const dark = `:global([data-scheme="dark"]) ${selector}`
  const found = rules.filter(([, rule]) => rule === selector || (scheme === 'dark' && rule === dark))
  return found.at(-1)?.[2] as Name
}

test.each(Object.entries(palettes))(
  'the chosen segment differs from its track in the theme %s',
  (_name, params) => {
    const { colors, scheme } = deriveTheme(params)
    const chosen = colors[groundOf('.segment button[aria-checked="true"]', scheme)]
    for (const track of ['.segment', '.onPage', '.small'])
      expect(contrast(chosen, colors[groundOf(track, scheme)]), track).toBeGreaterThan(1.05)
  },
)

/** These values are known from WCAG 2. The tests above use the product's own contrast function. */
test.each([
  ['#000000', '#ffffff', 21],
  ['#767676', '#ffffff', 4.54],
  ['#777777', '#ffffff', 4.48],
  ['#ff0000', '#ffffff', 4],
  ['#0000ff', '#ffffff', 8.59],
  ['#00ff00', '#000000', 15.3],
])('the contrast of %s and %s is %s', (one, other, expected) => {
  expect(contrast(one, other)).toBeCloseTo(expected, 1)
  expect(contrast(other, one)).toBeCloseTo(expected, 1)
})
