import { expect, test } from 'vitest'
import { limitsPage, unsaidLimits } from '#tests/support/pages/limits/page.ts'

test('docs/limits.md tells every limit, who meets it and what they read', async () => {
  expect(unsaidLimits()).toEqual([])
  await expect(limitsPage()).toMatchFileSnapshot('../docs/limits.md')
})
