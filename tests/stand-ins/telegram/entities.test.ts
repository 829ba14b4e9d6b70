import { expect, test } from 'vitest'
import { detectEntities } from '#stand-ins/telegram/state/entities.ts'

const findEntities = (text: string, givenEntities = detectEntities('')) =>
  detectEntities(text, givenEntities).map(({ type, offset, length }) => [
    type,
    text.slice(offset, offset + length),
  ])

test.each([
  ['t.me/otklik_bot?startapp=page_order___orderId_1.', 't.me/otklik_bot?startapp=page_order___orderId_1'],
  ['Вот (https://t.me/otklik_bot?start=page_search), потом', 'https://t.me/otklik_bot?start=page_search'],
  ['ссылка:telegram.me/otklik_bot/app?startapp=a', undefined],
  ['Ссылка: telegram.dog/otklik_bot/app?startapp=a', 'telegram.dog/otklik_bot/app?startapp=a'],
  ['tg://resolve?domain=otklik_bot&startapp=x', 'tg://resolve?domain=otklik_bot&startapp=x'],
  ['HTTPS://Example.com/A?b=1#c!', 'HTTPS://Example.com/A?b=1#c'],
  ['«https://otklik.ru/заказ»', 'https://otklik.ru/заказ'],
  ['портфолио на пример.рф/работы, смотрите', 'пример.рф/работы'],
  ['www.example.com:8080/x', 'www.example.com:8080/x'],
  ['правки в README.md и main.ts, 2.5 часа, т.д.', undefined],
])('%j: the address is %j', (text, address) => {
  expect(findEntities(text)).toEqual(address === undefined ? [] : [['url', address]])
})

test.each([
  ['Спросите @anna_leb, она знает', 'mention', '@anna_leb'],
  ['@otklik_demo_bot?', 'mention', '@otklik_demo_bot'],
  ['Нажмите /start: потом', 'bot_command', '/start'],
  ['да/settings@otklik_bot', undefined, undefined],
  ['и/или', undefined, undefined],
  ['почта@anna_leb', undefined, undefined],
  ['@abc и @', undefined, undefined],
  ['пишите: anna.l@example.com', 'email', 'anna.l@example.com'],
  ['#заказ_2 и #123', 'hashtag', '#заказ_2'],
])('%j holds %s %s', (text, type, words) => {
  expect(findEntities(text)).toEqual(type === undefined ? [] : [[type, words]])
})

test('links are found inside bold and quoted text, and not inside code or other links', () => {
  const text = 'Заказ t.me/otklik_bot'
  const findWithEntity = (type: string) => findEntities(text, [{ type, offset: 0, length: text.length }])
  for (const type of ['bold', 'blockquote', 'expandable_blockquote'])
    expect(findWithEntity(type)).toContainEqual(['url', 't.me/otklik_bot'])
  for (const type of ['code', 'pre', 'text_link']) expect(findWithEntity(type)).toEqual([[type, text]])
})
