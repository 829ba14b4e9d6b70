import { expect, test } from 'vitest'
import { isTaxId } from './tax-id.ts'

// ИНН of Yandex and Sberbank from their sites, and the ИНН of a person from an example of the tax service.
test.each(['7736207543', '7707083893', '500100732259'])('%s is an ИНН', (text) => {
  expect(isTaxId(text)).toBe(true)
})

test.each(['7736207544', '7707083983', '500100732258', '500100732269', '12345', '77362075430', ''])(
  '%s is none',
  (text) => {
    expect(isTaxId(text)).toBe(false)
  },
)
