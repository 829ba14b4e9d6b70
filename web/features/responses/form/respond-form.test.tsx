import { expect, test } from 'vitest'
import { piecesOf } from '#tests/support/components/markup.tsx'
import { AmountField } from '#web/features/listings/fields/amount-field.tsx'
import { RespondForm } from './respond-form.tsx'

test('the templates stand above the message, and only while their list is open', () => {
  const formText = (hasTemplates: boolean) =>
    piecesOf(
      <RespondForm
        order={null}
        form={{ current: null }}
        validity={{ errors: {}, form: {} }}
        draft={{ text: '', price: '', currency: 'TON', link: '' }}
        onChange={() => undefined}
        disabled={false}
        hasTemplates={hasTemplates}
      />,
    )
  expect(formText(true)).toMatch(/Шаблон подставится в сообщение.*\|Сообщение заказчику\|/)
  expect(formText(false)).not.toContain('Шаблон')
})

test('beside two suggested currencies the way to the others is a word, until another one is chosen', () => {
  const fieldText = (currency: string) =>
    piecesOf(
      <AmountField
        byCode
        label="Цена"
        name="price"
        value=""
        onValue={() => undefined}
        currency={currency}
        onCurrency={() => undefined}
        suggested={[
          { code: 'TON', symbol: 'TON' },
          { code: 'RUB', symbol: '₽' },
        ]}
      />,
    )
  expect(fieldText('TON')).toMatch(/\|Ещё\|$/)
  expect(fieldText('USD')).not.toContain('Ещё')
})
