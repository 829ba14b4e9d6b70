import { expect, test } from 'vitest'
import { listingStatuses } from '#contract/lifecycle.ts'
import { acceptsResponses } from './accepts-responses.ts'

test('only what is open, or may be shown again, has competition', () =>
  expect(listingStatuses.filter((status) => acceptsResponses({ status }))).toEqual(['published', 'hidden']))
