import { expect, test } from 'vitest'
import { splitLinks } from './links.ts'

test.each([
  ['Без ссылок', [{ text: 'Без ссылок' }]],
  [
    'Вот: https://example.com/a?b=1, смотрите.',
    [
      { text: 'Вот: ' },
      { text: 'https://example.com/a?b=1', url: 'https://example.com/a?b=1' },
      { text: ', смотрите.' },
    ],
  ],
  [
    '(www.example.com)',
    [{ text: '(' }, { text: 'www.example.com', url: 'https://www.example.com/' }, { text: ')' }],
  ],
  [
    'telegram.me/a и telegram.dog/b',
    [
      { text: 'telegram.me/a', url: 'https://telegram.me/a' },
      { text: ' и ' },
      { text: 'telegram.dog/b', url: 'https://telegram.dog/b' },
    ],
  ],
  ['start.me/otklik', [{ text: 'start.me/otklik' }]],
  ['t.me/otklik!', [{ text: 't.me/otklik', url: 'https://t.me/otklik' }, { text: '!' }]],
  ['javascript:alert(1)', [{ text: 'javascript:alert(1)' }]],
  ['https://', [{ text: 'https://' }]],
])('the addresses of «%s»', (text, parts) => {
  expect(splitLinks(text)).toEqual(parts)
})
