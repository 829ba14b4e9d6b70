import { expect, test } from 'vitest'
import { listingStatuses } from '#contract/lifecycle.ts'
import { acceptsResponses } from './accepts-responses.ts'

test('only published and hidden listings accept responses', () =>
  expect(listingStatuses.filter((status) => acceptsResponses({ status }))).toEqual(['published', 'hidden']))
