import { expect, test } from 'vitest'
import { createWords } from './i18n-runtime.ts'

test('the first known key wins, and the default text is used if none is known', () => {
  const words = createWords()
  words.add('ru', { known: 'Да, {{name}}' })
  expect(words.t(['unknown', 'known'], { name: 'Аня' })).toBe('Да, Аня')
  expect(words.t(['unknown', 'other'])).toBe('other')
  expect(words.t(['unknown', 'other'], 'Слова')).toBe('Слова')
})

test('a counted text uses the plural form of its language', () => {
  const words = createWords()
  words.add('ru', { days_one: '{{count}} день', days_few: '{{count}} дня', days_many: '{{count}} дней' })
  words.setLanguage('ru')
  expect([1, 2, 5, 21].map((count) => words.t('days', { count }))).toEqual([
    '1 день',
    '2 дня',
    '5 дней',
    '21 день',
  ])
})

test('listeners are notified of a new language and of texts that were missing, and `t` changes', () => {
  const words = createWords()
  const seenTexts: string[] = []
  const originalT = words.t
  expect(originalT('hello')).toBe('hello')
  const stopListening = words.listen(() => seenTexts.push(words.t('hello')))
  words.add('en', { hello: 'Hello' })
  words.setLanguage('en')
  expect(seenTexts).toEqual(['hello', 'Hello'])
  expect(words.t).not.toBe(originalT)
  stopListening()
  words.setLanguage('ru')
  expect(seenTexts).toHaveLength(2)
})

test('a new language rerenders everything, later texts only components that missed one', () => {
  const words = createWords()
  words.add('ru', { hello: 'Привет' })
  let redrawCount = 0
  words.listen(() => redrawCount++)
  expect(words.t('hello')).toBe('Привет')
  words.add('ru', { bye: 'Пока' })
  expect(redrawCount).toBe(0)
  words.setLanguage('en')
  words.setLanguage('ru')
  expect(redrawCount).toBe(2)
  for (const lookUpText of [
    () => words.t('late'),
    () => words.t('late', 'Слова'),
    () => words.t(['late', 'hello']),
  ]) {
    redrawCount = 0
    lookUpText()
    words.add('ru', { other: 'Другое' })
    expect(redrawCount).toBe(1)
  }
})
