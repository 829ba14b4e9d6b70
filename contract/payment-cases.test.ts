import { expect, test } from 'vitest'
import { paymentCaseKinds, paymentCases } from './payment-cases.ts'
import en from './texts/en/admin.json' with { type: 'json' }
import ru from './texts/ru/admin.json' with { type: 'json' }

test.each(paymentCaseKinds)('a case of kind %s has a name in both languages and can be ended', (kind) => {
  for (const key of [`admin.payments.case.${kind}`, `admin.cases.what.${kind}`])
    expect([key, key in ru, key in en]).toEqual([key, true, true])
  // Every case of money has an act that only records what happened outside the product.
  expect(paymentCases[kind].some((act) => act === 'accept' || act === 'returned')).toBe(true)
})
