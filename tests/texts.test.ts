import { globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { defaultLanguage, languages } from '#contract/languages.ts'

const folder = path.join(import.meta.dirname, '../contract/texts')
const readTexts = (language: string, file: string): Record<string, string> =>
  JSON.parse(readFileSync(path.join(folder, language, file), 'utf8'))
const files = readdirSync(path.join(folder, defaultLanguage)).sort()
const others = languages.filter((language) => language !== defaultLanguage)

// The key `errors.claimed_by_other` ends like a plural form, but it belongs to an error code.
const plural = /(?<!^errors\.\w*)_(zero|one|two|few|many|other)$/
const stem = (key: string) => key.replace(plural, '')
const stems = (texts: Record<string, string>) => [...new Set(Object.keys(texts).map(stem))].sort()

test('all languages have the same files', () => {
  expect(readdirSync(folder).sort()).toEqual(['README.md', ...languages].sort())
  for (const language of others)
    expect(readdirSync(path.join(folder, language)).sort(), language).toEqual(files)
})

describe.each(files)('%s', (file) => {
  test.each(others)('says the same things in %s', (language) =>
    expect(stems(readTexts(language, file))).toEqual(stems(readTexts(defaultLanguage, file))),
  )

  test.each(languages)('has every plural form of %s', (language) => {
    const texts = readTexts(language, file)
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const pluralKeys = Object.keys(texts).filter((key) => plural.test(key))
    const missingForms = pluralKeys.flatMap((key) =>
      forms.map((form) => `${stem(key)}_${form}`).filter((name) => !(name in texts)),
    )
    expect(missingForms).toEqual([])
  })

  test.each(others)('keeps the same variables in %s', (language) => {
    const variables = (texts: Record<string, string>, name: string) =>
      [
        ...new Set(
          Object.entries(texts)
            .filter(([key]) => stem(key) === name)
            .flatMap(([, text]) => text.match(/\{\{\w+\}\}/g) ?? []),
        ),
      ].sort()
    const [ownTexts, firstTexts] = [readTexts(language, file), readTexts(defaultLanguage, file)]
    for (const name of stems(firstTexts))
      expect([name, variables(ownTexts, name)]).toEqual([name, variables(firstTexts, name)])
  })

  test('leaves nothing empty', () => {
    for (const language of languages)
      for (const [key, text] of Object.entries(readTexts(language, file)))
        expect([key, text.trim()]).not.toContain('')
  })
})

describe('what follows a Russian number', () => {
  type PluralForms = Record<'one' | 'few' | 'many' | 'other', string>
  const pluralTexts = files.flatMap((file) => {
    const texts = readTexts('ru', file)
    const names = stems(texts).filter((name) => `${name}_few` in texts)
    const form = (name: string, one: string) => texts[`${name}_${one}`] ?? ''
    return names.map((name): [string, PluralForms] => [
      name,
      {
        one: form(name, 'one'),
        few: form(name, 'few'),
        many: form(name, 'many'),
        other: form(name, 'other'),
      },
    ])
  })
  /** Returns the part of a text that begins with its number. */
  const fromNumber = (text: string) => text.replace(/^[\s\S]*?(?=\{\{)/, '')
  // The Russian nouns «человек» and «раз» have the same form after 1 and after 5: «21 человек», «5 человек».
  const invariableWordPattern = /^\{\{count\}\} (?:человек|раз)(?!\p{L})/u
  // Matches a number with an adjective and without a noun, such as «2 новых сегодня» or «2 непрочитанных».
  const adjective = /^\{\{count\}\} \p{L}+[ыи]х(?: сегодня)?$/u

  test.each(pluralTexts)('%s', (_name, { one, few, many, other }) => {
    // In Russian the noun depends on the number: «2 дня», «5 дней», «1,5 дня». After a preposition it does not: «до 2
    // дней», «до 5 дней».
    const isCountedAlone = few.startsWith('{{count}}') && !adjective.test(few)
    expect(fromNumber(other)).toBe(fromNumber(few))
    if (isCountedAlone) expect(many).not.toBe(few)
    expect(one).not.toBe(few)
    if (!invariableWordPattern.test(fromNumber(one))) expect(one).not.toBe(many)
  })
})

test('every error code has words', () =>
  expect(stems(readTexts(defaultLanguage, 'errors.json'))).toEqual(
    Object.keys(errors)
      .map((code) => `errors.${code}`)
      .sort(),
  ))

test.each(languages)('bot and app tell the quiet hours in the same words, %s', (language) => {
  const [bot, app] = [readTexts(language, 'bot.json'), readTexts(language, 'settings.json')]
  const quietHoursText = `<b>${app['quiet.title']}</b>\n\n${app['quiet.text']}. `
  const zone = app['quiet.zone']?.replace('{{zone}}', '{{place}}')
  expect(bot['bot.settings.night.text']).toBe(`${quietHoursText}${zone}.`)
  expect(bot['bot.settings.night']).toBe(`${app['quiet.title']}: {{night}}`)
})

test.each(languages)('the bot greets with the promises of the FAQ, %s', (language) => {
  const promises = readTexts(language, 'info.json')['faq.promises.a'] ?? ''
  expect(promises.split('\n')).toHaveLength(3)
  expect(readTexts(language, 'bot.json')['bot.start']).toContain(`\n\n${promises}\n\n`)
})

test('every key that a screen names exists', () => {
  const knownKeys = new Set(files.flatMap((file) => stems(readTexts(defaultLanguage, file))))
  const sources = globSync('web/**/*.{ts,tsx}', { exclude: ['web/dist/**', 'web/**/*.test.*'] })
  const keysNamed = sources.flatMap((source) =>
    [...readFileSync(source, 'utf8').matchAll(/\bt\(\s*'([\w.]+)'/g)].map(
      ([, key = '']) => `${source} ${key}`,
    ),
  )
  expect(keysNamed.length).toBeGreaterThan(20)
  expect(keysNamed.filter((entry) => !knownKeys.has(entry.split(' ')[1] ?? ''))).toEqual([])
})

test('no screen has words of its own', () => {
  const sources = globSync('web/{app,features,screens}/**/*.tsx', { exclude: ['web/**/*.test.*'] })
  const codeOf = (source: string) => readFileSync(source, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
  expect(sources.filter((source) => /[а-яё]/i.test(codeOf(source)))).toEqual([])
})

test('every key is said somewhere', () => {
  const code = globSync('{contract,services,workers,web}/**/*.{ts,tsx}', {
    exclude: ['web/dist/**', '**/*.test.*'],
  })
    .map((source) => readFileSync(source, 'utf8'))
    .join('\n')
  const literals = new Set([...code.matchAll(/['"`]([\w.]+)['"`]/g)].map(([, text]) => text))
  // A template such as `listings.status.${status}` uses every key of that form. A template that consists only of
  // placeholders counts as using no key.
  const shapes = [...code.matchAll(/`([\w.]*(?:\$\{[^`}]*\}[\w.]*)+)`/g)]
    .map(([, text = '']) => text.split(/\$\{[^}]*\}/))
    .filter((parts) => parts.join('').replaceAll('.', '') !== '')
    .map((parts) => new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[\\w.]+')}$`))
  const isUsed = (key: string) => literals.has(key) || shapes.some((shape) => shape.test(key))
  const unusedKeys = files.flatMap((file) =>
    stems(readTexts(defaultLanguage, file))
      .filter((key) => !isUsed(key))
      .map((key) => `${file} ${key}`),
  )
  expect(unusedKeys).toEqual([])
})
