import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const web = path.join(import.meta.dirname, '..')

/** CSS properties whose sizes come from web/styles/tokens.css: distances, corners and type. */
const onGrid = /^(padding|margin|gap|row-gap|column-gap|font|font-size|border(-\w+)*-radius)(-|$)/
const size = /(?<![\w.-])-?\d*\.?\d+(px|rem)\b/
/** Inline styles of React, where a number is a size in pixels. */
const inline = /\b((?:padding|margin)\w*|\w*[gG]ap): (-?[1-9]|'[^']*\d(px|rem))/

/** Sizes that no design token can give, as `file: declaration`. */
const exceptions = [
  // With this padding a control with one line of text is exactly as high as its design token says.
  'features/chat/room/composer.module.css: padding: calc((var(--tap) - 1.4375rem) / 2) var(--s-4)',
  'ui/field.module.css: padding: calc((var(--ctl) - 1.4375rem) / 2 - 1.5px) var(--s-3)',
  // The bar below a page is as high as its token, and higher with large text.
  'ui/page.module.css: padding-bottom: calc(max(var(--bar), 4rem) + var(--safe-b) + var(--s-6))',
  'ui/page.module.css: padding-bottom: calc(var(--bar-height, calc(max(var(--bar), 4rem) + var(--safe-b))) + var(--s-6))',
  // A title is smaller on a narrow screen, so that large text breaks no word. Older engines ignore the second size.
  'ui/notice.module.css: margin-top: max(0px, (1.3125rem - var(--i)) / 2)',
  'ui/page.module.css: font-size: 1.75rem',
  'ui/page.module.css: font-size: min(1.75rem, 10.5cqi)',
  'ui/timeline.module.css: margin-top: max(0px, (1.3125rem - 22px) / 2)',
  'features/listing-page/listing-head.module.css: font-size: 1.375rem',
  'features/listing-page/listing-head.module.css: font-size: min(1.375rem, 8.9cqi)',
]

function findSizes(file: string): string[] {
  const text = readFileSync(path.join(web, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  if (file.endsWith('.tsx'))
    return text.split('\n').filter((line) => line.includes('style=') && inline.test(line))
  return text
    .split(/[;{}]/)
    .map((declaration) => declaration.trim().replace(/\s+/g, ' '))
    .filter((declaration) => {
      const [property = '', value = ''] = declaration.split(/:(.*)/s)
      return onGrid.test(property) && size.test(value)
    })
}

test('distances, corners and type use the tokens of the grid', () => {
  const files = globSync('{app,features,parts,screens,styles,ui}/**/*.{css,tsx}', { cwd: web })
    .filter((file) => !file.endsWith('tokens.css'))
    .sort()
  const offGridLines = files.flatMap((file) => findSizes(file).map((line) => `${file}: ${line.trim()}`))
  expect(offGridLines.toSorted()).toEqual(exceptions.toSorted())
})

test('a size of type of its own has a line height that follows it', () => {
  const files = globSync('{app,features,parts,screens,styles,ui}/**/*.css', { cwd: web })
  const blocks = files.flatMap(
    (file) => readFileSync(path.join(web, file), 'utf8').match(/[^{}]+\{[^{}]*\}/g) ?? [],
  )
  const resized = blocks.filter(
    (block) => /\bfont-size:/.test(block) && !/\bline-height: (calc\()?\d[^;a-z]*;/.test(block),
  )
  expect(resized).toEqual([])
})

test('all placeholders have the colour that the base styles give them', () => {
  const files = globSync('{app,features,parts,screens,styles,ui}/**/*.css', { cwd: web })
  const rules = files.flatMap((file) =>
    (readFileSync(path.join(web, file), 'utf8').match(/[^{};]*::placeholder \{[^}]*\}/g) ?? []).map(
      (rule) =>
        `${file}: ${rule
          .replace(/\/\*.*\*\//, '')
          .trim()
          .replace(/\s+/g, ' ')}`,
    ),
  )
  expect(rules).toEqual(['styles/base.css: ::placeholder { color: var(--c-muted); opacity: 1; }'])
})
