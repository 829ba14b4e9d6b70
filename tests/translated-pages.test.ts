import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './house/imports.ts'

/**
 * English is the source of these pages. The Russian ones are written by hand and not word for word, but whatever an
 * operator types, looks for or sets must be the same: commands, paths, variables, names of cases and alerts.
 */
const pages: Page[] = [
  {
    english: 'docs/first-order.md',
    russian: 'docs/ru/first-order.md',
    words: ['title of an order', 'название заказа'],
  },
  { english: 'docs/money.md', russian: 'docs/ru/money.md' },
  {
    english: 'docs/operating.md',
    russian: 'docs/ru/operating.md',
    // The Russian page tells the essence of these two and links to the measurements and tests of the English one.
    shortened: { Faults: 'Сбои', Growing: 'Рост' },
  },
]

type Page = { english: string; russian: string; words?: string[]; shortened?: Record<string, string> }

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** Returns the code blocks and code spans of a page. Words in angle brackets may be translated. */
function codeIn(text: string, words: string[] = []): string[] {
  const code = Array.from(
    text.matchAll(/```\w*\n([\s\S]*?)```|`([^`]+)`/g),
    ([, block, span]) => block ?? span ?? '',
  )
  return code
    .map((span) => span.replaceAll(/<[\p{L} ]+>/gu, '<…>').replaceAll(/\s+/g, ' '))
    .filter((span) => !words.includes(span))
}

/** Returns a page without these sections, each from its heading to the next one of the same level. */
function withoutSections(text: string, headings: string[]): string {
  const sections = text.split(/^(?=## )/m)
  const kept = sections.filter(
    (section) => !headings.some((heading) => section.startsWith(`## ${heading}\n`)),
  )
  if (kept.length !== sections.length - headings.length) throw new Error(`A section is missing: ${headings}`)
  return kept.join('')
}

/** Headings that are names (of alerts and commands) are the same in both languages. */
const namesIn = (text: string) => Array.from(text.matchAll(/^### ([a-z_]+)$/gm), ([, name]) => name)

describe.each(pages)('$russian', ({ english, russian, words, shortened = {} }) => {
  const source = withoutSections(read(english), Object.keys(shortened))
  const translation = withoutSections(read(russian), Object.values(shortened))
  const [sourceCode, translatedCode] = [codeIn(source, words), codeIn(translation, words)]

  test(`has every command, path and name of ${english}, and no other`, () => {
    expect(sourceCode.filter((code) => !translatedCode.includes(code))).toEqual([])
    expect(translatedCode.filter((code) => !sourceCode.includes(code))).toEqual([])
    expect(sourceCode.length).toBeGreaterThan(15)
  })

  test('has the same sections of alerts', () => {
    expect(namesIn(translation)).toEqual(namesIn(source))
  })

  test('has as many steps and rows', () => {
    const count = (text: string, line: RegExp) => text.match(line)?.length ?? 0
    expect(count(translation, /^\d+\. /gm)).toBe(count(source, /^\d+\. /gm))
    if (Object.keys(shortened).length === 0)
      expect(count(translation, /^\| /gm)).toBe(count(source, /^\| /gm))
  })

  test('is linked from its English page', () => {
    expect(read(english)).toContain(path.posix.relative('docs', russian))
  })
})

test('the Russian README starts with the same two commands', () => {
  const commands = (file: string) =>
    Array.from(read(file).matchAll(/^(npm \w+) /gm), ([, command]) => command)
  expect(commands('README.ru.md')).toEqual(commands('README.md'))
  expect(read('README.md')).toContain('(README.ru.md)')
})
