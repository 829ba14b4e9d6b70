import { expect, test } from 'vitest'
import { listingStatuses } from '#contract/lifecycle.ts'
import { isContested } from './contested.ts'

test('only what is open, or may be shown again, has competition', () =>
  expect(listingStatuses.filter((status) => isContested({ status }))).toEqual(['published', 'hidden']))
