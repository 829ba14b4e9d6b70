import { expect, test } from 'vitest'
import { shorten } from './format.ts'

test.each([
  ['Готово. Пишите', 20, 'Готово. Пишите'],
  ['Готово. Пишите', 10, 'Готово. П…'],
  ['Готово. Пишите', 8, 'Готово…'],
  ['Цвет, шрифт', 6, 'Цвет…'],
  ['Ура! Пишите', 6, 'Ура!…'],
])('%s in %i letters has no full stop before the ellipsis', (text, length, shortened) =>
  expect(shorten(text, length)).toBe(shortened),
)
