import { expect, test } from 'vitest'
import { bindWords, titleParts } from './glue.ts'

const showSpaces = (text: string) => text.replaceAll('\u00a0', '~')

test.each([
  ['Бюджет до 150 000 ₽ за сайт', 'Бюджет до~150~000~₽ за~сайт'],
  ['нужно 40 позиций и 2 000 000 показов', 'нужно 40~позиций и~2~000~000~показов'],
  ['скидка 10 % от 900 $', 'скидка 10~% от~900~$'],
  ['about 30 screens — the rest later', 'about 30~screens~— the~rest later'],
  ['12 электроинструментов', '12 электроинструментов'],
  ['дом 5 0000', 'дом 5 0000'],
])('neither an amount nor a counted word is torn (%#)', (text, bound) =>
  expect(showSpaces(bindWords(text))).toBe(bound),
)

test('a title does not tear the number from its noun', () =>
  expect(titleParts('Карточки для Ozon: 40 позиций')[0]?.part).toBe(
    'Карточки для\u00a0Ozon: 40\u00a0позиций',
  ))
