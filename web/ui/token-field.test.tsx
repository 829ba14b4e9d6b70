import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TokenField } from './token-field.tsx'

const fieldOf = (values: string[], isFull: boolean) =>
  renderToStaticMarkup(
    <TokenField
      label="Навыки"
      counter=""
      placeholder="Добавить навык"
      maxLength={40}
      values={values}
      isFull={isFull}
      text=""
      offers={[]}
      removeLabel={(name) => `Убрать ${name}`}
      onText={() => {}}
      onChange={() => {}}
      onFinish={() => {}}
    />,
  )

test('the place to type is named beside the chips as well, until no more fit', () => {
  expect(fieldOf([], false)).toContain('placeholder="Добавить навык"')
  expect(fieldOf(['Figma'], false)).toContain('placeholder="Добавить навык"')
  expect(fieldOf(['Figma'], true)).not.toContain('placeholder')
})
