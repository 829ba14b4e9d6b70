import { expect, test } from 'vitest'
import { isPrintable, printedText } from './paper-letters.ts'

test.each([
  'ООО «Зерно» № 1 — филиал',
  'Ёлкина-Щукина Ъыьэ “Jr.”',
  "O'Brien & Sons, Inc. (100 %)",
  'Łukasz Müller, Ștefan Dvořák',
  'Ғалым Әлі, Мәскәү, Ўзбек, Љубав',
  'И\u0306ода',
  'За\u0301мок',
])('a paper prints %s', (name) => expect(isPrintable(name)).toBe(true))

test.each([
  '李明',
  'محمد',
  'Γιώργος',
  'Անի',
  'ნინო',
  'Зерно 😀',
  'Ян\u0007',
  'Я\u00adн',
  'Я\u202eн',
  'Ян\uf401',
])('a paper does not print %j', (name) => expect(isPrintable(name)).toBe(false))

test.each([
  ['Логотип 😀 для\tкафе\n\n«Ёж»', 'Логотип для кафе «Ёж»'],
  ['Меню 菜单 и 价格', 'Меню … и …'],
  ['Сайт\u200b на C++ → C#\u00ad', 'Сайт на C++ C#'],
  ['И\u0306од', 'Йод'],
  ['1️⃣ шаг', '1 шаг'],
  ['菜单 😀', ''],
  ['— !', ''],
  ['', ''],
])('%j is printed as %j', (text, printed) => expect(printedText(text)).toBe(printed))
