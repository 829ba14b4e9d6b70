import { expect, test } from 'vitest'
import { review } from './rules.ts'

const look = (text: string) => review({ title: 'Логотип для кофейни', text, is_known_author: true })

test.each([
  'Звоните +7 (999) 123-45-67 вечером',
  'мой номер 8 999 123 45 67',
  'Пишите на anna@example.com',
  'Связь: @anna_lebedeva',
  'Пишите в телеграм, обсудим',
  'Отвечу в WhatsApp',
  't.me/anna',
])('%j shows contacts', (text) => expect(look(text)).toContain('contacts'))

test.each(['Примеры: https://example.com/a', 'Сайт example.ru/catalog переделать'])(
  '%j shows a link',
  (text) => expect(look(text)).toEqual(['links']),
)

test.each([
  'Внесите депозит, и начнём',
  'Лёгкий заработок каждый день',
  'Пришлите код из смс',
  'Guaranteed income every week',
])('%j looks like a scam', (text) => expect(look(text)).toEqual(['scam']))

test.each([
  'Нужен логотип для кофейни «Зерно», бюджет от 100 000 до 150 000 рублей, срок 14.12.2026.',
  'Сверстать 12 страниц, 2500 знаков каждая, макеты в Figma',
  'Бот на Node.js: заказ столика, оплата, напоминания',
  'Logo for a coffee shop, 3 versions, delivery in 10 days',
])('%j is clean', (text) => expect(look(text)).toEqual([]))

test('an author who never published is named, after everything else', () => {
  const flags = review({ title: 'Обнал быстро', text: 'пишите @anna_lebedeva', is_known_author: false })
  expect(flags).toEqual(['contacts', 'scam', 'new_author'])
})
