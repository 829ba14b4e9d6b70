import { expect, test } from 'vitest'
import { markupOf, piecesOf } from '#tests/support/components/markup.tsx'
import { AmountField } from '#web/features/listings/fields/amount-field.tsx'
import { AnswerFields } from '#web/features/responses/fields/answer-fields.tsx'
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

test('every question of the client has the star of what must be filled in', () => {
  const pieces = piecesOf(
    <AnswerFields
      questions={[
        { kind: 'number', text: 'Сколько дней?', min: 1, max: 30 },
        { kind: 'choice', text: 'Работали с CRM?', options: ['Да', 'Нет'] },
      ]}
      errors={{}}
      answers={[]}
      onAnswers={() => undefined}
    />,
  )
  expect(pieces).toMatch(/\|Сколько дней\?\|\s\*\|.*\|Работали с CRM\?\|\s\*\|/)
})

test('an amount stands in its field with groups of digits', () => {
  const field = markupOf(
    <AmountField
      label="Бюджет"
      name="price"
      value="28000"
      onValue={() => undefined}
      currency="1"
      onCurrency={() => undefined}
    />,
  )
  expect(field.replace(/\s/g, ' ')).toContain('value="28 000"')
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
