import { expect, test } from 'vitest'
import { invoiceSlug, isTelegramLink, shareLinkOf, telegramLink } from './links.ts'

test.each([
  ['https://t.me/otklik_bot?startapp=page_order', 'https://t.me/otklik_bot?startapp=page_order'],
  ['http://t.me/anna', 'https://t.me/anna'],
  ['https://telegram.me/anna', 'https://t.me/anna'],
  ['https://telegram.dog/anna?text=1', 'https://t.me/anna?text=1'],
  ['https://www.t.me/anna', 'https://t.me/anna'],
  ['https://anna.t.me/', 'https://t.me/anna'],
  ['https://anna.t.me/?startapp=a', 'https://t.me/anna?startapp=a'],
  ['HTTPS://T.ME/Anna', 'https://t.me/Anna'],
])('%s stays in Telegram', (url, isInTelegram) => {
  expect(telegramLink(url)).toBe(isInTelegram)
  expect(isTelegramLink(url)).toBe(true)
})

test.each(['https://t.me.evil.test/a', 'https://nott.me/a', 'javascript:t.me/a', 'ftp://t.me/a', 'anna', ''])(
  '%s is no link of Telegram',
  (url) => expect(isTelegramLink(url)).toBe(false),
)

test('an invoice is recognised by its path, under each host', () => {
  expect(invoiceSlug('https://t.me/$AbC-12_x')).toBe('AbC-12_x')
  expect(invoiceSlug('https://telegram.me/invoice/AbC')).toBe('AbC')
  expect(invoiceSlug('https://t.me/anna')).toBeNull()
  expect(invoiceSlug('https://pay.test/$AbC')).toBeNull()
})

test('a shared text keeps its spaces and pluses', () =>
  expect(shareLinkOf('https://t.me/b?startapp=a_1', 'C++ и дом')).toBe(
    'https://t.me/share/url?url=https%3A%2F%2Ft.me%2Fb%3Fstartapp%3Da_1&text=C%2B%2B%20%D0%B8%20%D0%B4%D0%BE%D0%BC',
  ))
