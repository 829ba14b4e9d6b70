import { expect, test } from 'vitest'
import { markupOf } from '#tests/support/components/markup.tsx'
import type { DealStep } from '#web/features/deals/use-deal.ts'
import { StepContent } from './handed-over.tsx'

test('an address in handed-in work is a link', () => {
  const step = {
    kind: 'hand_in',
    text: 'Готово: https://example.com/site, пароль в чате',
    link: null,
    files: [],
  }
  const html = markupOf(<StepContent step={step as unknown as DealStep} name="Борис" />)
  expect(html).toMatch(/<button[^>]*>https:\/\/example\.com\/site<\/button>, пароль/)
})
