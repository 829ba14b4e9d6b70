import { expect, test } from 'vitest'
import { bindDots, bindRussianText, typeset } from './typography.ts'

const showSpaces = (text: string) => text.replaceAll('\u00a0', '~')

test('a short word never ends a line', () =>
  expect(showSpaces(bindRussianText('Заказы и вакансии в Telegram'))).toBe('Заказы и~вакансии в~Telegram'))

test('a dash never starts a line, a number never breaks', () =>
  expect(showSpaces(bindRussianText('2 500 ₽ — за один заказ'))).toBe('2~500~₽~— за~один заказ'))

test('a dot never starts a line', () => {
  expect(showSpaces(bindRussianText('Продлить · {{price}}'))).toBe('Продлить~· {{price}}')
  expect(bindDots({ 'action.extend': 'Extend · {{price}}' })).toEqual({
    'action.extend': 'Extend\u00a0· {{price}}',
  })
})

test('a counted word stays with its number', () =>
  expect(
    showSpaces(
      bindRussianText('{{count}} откликов, {{amount}} КБ, {{count}} объявления, {{number}} человек'),
    ),
  ).toBe('{{count}}~откликов, {{amount}}~КБ, {{count}}~объявления, {{number}}~человек'))

test('strings of the specification stay as given', () => {
  const text = 'Приложение функционирует только из пространства Telegram.'
  expect(typeset({ 'error.notTelegram': text })['error.notTelegram']).toBe(text)
})
