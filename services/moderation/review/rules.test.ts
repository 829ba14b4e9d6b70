import { expect, test } from 'vitest'
import { review, suspiciousPlaces, suspiciousWords } from './rules.ts'

const look = (text: string) => review({ texts: ['Логотип для кофейни', text], is_known_author: true })

test.each([
  'Звоните +7 (999) 123-45-67 вечером',
  'мой номер 8 999 123 45 67',
  'Пишите на anna@example.com',
  'Связь: @anna_lebedeva',
  'Пишите в телеграм, обсудим',
  'Отвечу в WhatsApp',
  't.me/anna',
])('%j shows contacts', (text) => expect(look(text)).toContain('contacts'))

// Phone numbers as people write them within a country, without a plus.
test.each([
  ...['8 383 222-33-44', '8 495 123 45 67', '8 800 555 35 35', '7 926 123 45 67', '7 701 123 45 67'],
  ...['375 29 123 45 67', '380 67 123 45 67', '373 69 123 456', '374 91 12 34 56', '992 93 123 45 67'],
  ...['993 65 12 34 56', '994 50 123 45 67', '995 555 12 34 56', '996 700 12 34 56', '998 90 123 45 67'],
  ...['375291234567', '380671234567', '37369123456', '37491123456', '992931234567', '99365123456'],
  ...['994501234567', '995555123456', '996700123456', '998901234567', '83832223344', '84951234567'],
])('the telephone %s shows contacts', (phone) =>
  expect(look(`Логотип и вывеска, ${phone}`)).toContain('contacts'),
)

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
  'Тираж 79 161 234 567 000 штук, печать в два цвета',
  'Сверстать 12 страниц, 2500 знаков каждая, макеты в Figma',
  'Бот на Node.js: заказ столика, оплата, напоминания',
  'Logo for a coffee shop, 3 versions, delivery in 10 days',
])('%j is clean', (text) => expect(look(text)).toEqual([]))

test.each(['constructor', 'Нужен constructor prototype __proto__ toString'])(
  '%j are ordinary words',
  (text) => {
    expect(suspiciousPlaces(text)).toEqual([])
    expect(look(text)).toEqual([])
  },
)

test('a phone written like a range of amounts is a phone, unless both of its ends are round', () => {
  expect(suspiciousPlaces('Бюджет: 89 160 - 123 450')).toEqual([])
  expect(suspiciousPlaces('Связь: 89 160 - 123 456')).toHaveLength(1)
})

test('two phones give two places, without the text between them', () => {
  const text = 'Тел. +7 916 555-30-40, +7 916 555-30-41'
  const places = suspiciousPlaces(text).map(([from, to]) => text.slice(from, to).replace(/\D/g, ''))
  expect(places).toEqual(['79165553040', '79165553041'])
})

test('a new author is the last finding', () => {
  const flags = review({ texts: ['Обнал быстро', 'пишите @anna_lebedeva'], is_known_author: false })
  expect(flags).toEqual(['contacts', 'scam', 'new_author'])
})

test.each([
  ['Связь: t\u200b.me/anna, жду', 't\u200b.me/anna'],
  ['Номер ８ ９１２ ３４５-67-89, вечером', '８ ９１２ ３４５-67-89'],
  ['\u{1f642} т е л е г р а м, пишите', 'т е л е г р а м'],
  [
    'Мой номер восемь девятьсот двенадцать триста сорок пять шестьдесят семь 89',
    'восемь девятьсот двенадцать триста сорок пять шестьдесят семь 89',
  ],
  ['Почта ur.liam@anna наоборот', 'ur.liam@anna'],
  ['Сроки обсудим. Нужен 0бнал, процент', '0бнал'],
])('in %j the disguised place is marked as it was written', (text, place) => {
  expect(suspiciousPlaces(text).map(([from, to]) => text.slice(from, to))).toContain(place)
})

test.each([
  ['за\u00adголовок', true],
  ['тест\u200b', true],
  ['\u202eтакст', true],
  ['семья \u{1f468}\u200d\u{1f469}\u200d\u{1f467}, 1\ufe0f\u20e3 и \u2764\ufe0f', false],
  ['обычный й текст ё', false],
])('%j has invisible characters: %s', (text, expected) => {
  expect(review({ texts: [text], is_known_author: true }).includes('invisible')).toBe(expected)
})

test('a finding names its first three different places', () => {
  const shown = 'a@example.com, b@example.com; a@example.com, c@example.com и d@example.com'
  expect(suspiciousWords([shown, 'Внесите депозит'])).toEqual({
    contacts: ['a@example.com', 'b@example.com', 'c@example.com'],
    scam: ['Внесите депозит'],
  })
})
