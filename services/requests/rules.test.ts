import { expect, test } from 'vitest'
import { checkWords } from './rules.ts'

test.each(['t.me/zerno_bot/menu', 'https://t.me/ZernoBot', 'Сайт https://zerno.example/menu'])(
  'the address of what the work is about is no contact: %s',
  (text) => expect(() => checkWords([text])).not.toThrow(),
)

test.each([
  't.me/zerno_anna',
  'Пишите t.me/zerno_bot или @zerno_anna',
  'anna@zerno.example',
  't.me/zerno_bott',
  'Звоните +7 916 123-45-67',
])('a contact is refused: %s', (text) => expect(() => checkWords([text])).toThrow('words_not_allowed'))
