import { readFileSync } from 'node:fs'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { translations } from '#web/client/i18n-runtime.ts'
import { queryClient } from '#web/client/query.ts'
import { AmountField } from '#web/features/listings/fields/amount-field.tsx'
import { AnswerFields } from '#web/features/responses/fields/answer-fields.tsx'
import { RespondForm } from './respond-form.tsx'

// Stubs the boot state, which the start script leaves on `window` for the mini-app's modules.
vi.hoisted(() => {
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('window', {
    otklik: { launch: { initData: '', userId: 1 }, startedAt: 0, login: null, firstData: null },
    localStorage: storage,
  })
})

beforeAll(() => {
  for (const area of ['app', 'rest', 'deals']) {
    const file = new URL(`../../../../contract/texts/ru/${area}.json`, import.meta.url)
    translations.add('ru', JSON.parse(readFileSync(file, 'utf8')))
  }
  translations.setLanguage('ru')
})

test('the templates stand above the message, and only while their list is open', () => {
  const formText = (hasTemplates: boolean) =>
    renderToStaticMarkup(
      <QueryClientProvider client={queryClient}>
        <RespondForm
          order={null}
          form={{ current: null }}
          validity={{ errors: {}, form: {} }}
          draft={{ text: '', price: '', currency: 'TON', link: '' }}
          onChange={() => undefined}
          disabled={false}
          hasTemplates={hasTemplates}
        />
      </QueryClientProvider>,
    ).replace(/(<[^>]*>)+/g, '|')
  expect(formText(true)).toMatch(/Шаблон подставится в сообщение.*\|Сообщение заказчику\|/)
  expect(formText(false)).not.toContain('Шаблон')
})

test('every question of the client has the star of what must be filled in', () => {
  const html = renderToStaticMarkup(
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
  expect(html.replace(/(<[^>]*>)+/g, '|')).toMatch(/\|Сколько дней\?\|\s\*\|.*\|Работали с CRM\?\|\s\*\|/)
})

test('an amount stands in its field with groups of digits', () => {
  const field = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <AmountField
        label="Бюджет"
        name="price"
        value="28000"
        onValue={() => undefined}
        currency="1"
        onCurrency={() => undefined}
      />
    </QueryClientProvider>,
  )
  expect(field.replace(/\s/g, ' ')).toContain('value="28 000"')
})

test('beside two suggested currencies the way to the others is a word, until another one is chosen', () => {
  const fieldText = (currency: string) =>
    renderToStaticMarkup(
      <QueryClientProvider client={queryClient}>
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
        />
      </QueryClientProvider>,
    ).replace(/(<[^>]*>)+/g, '|')
  expect(fieldText('TON')).toMatch(/\|Ещё\|$/)
  expect(fieldText('USD')).not.toContain('Ещё')
})
