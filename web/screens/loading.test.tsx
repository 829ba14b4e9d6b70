import type { FunctionComponent } from 'react'
import { expect, test } from 'vitest'
import { markupOf } from '#tests/support/components/markup.tsx'
import FunnelScreen from './funnel.tsx'
import OwnNumbersScreen from './own-numbers.tsx'
import ResponseStoryScreen from './response-story.tsx'
import ResponsesScreen from './responses.tsx'

const screens: [string, FunctionComponent][] = [
  ['statistics of a listing', FunnelScreen],
  ['own numbers', OwnNumbersScreen],
  ['story of a response', ResponseStoryScreen],
  ['responses', ResponsesScreen],
]

test.each(screens)('the screen with the %s is not blank while its data loads', (_name, Screen) => {
  const html = markupOf(<Screen />)
  expect(html).toContain('data-skeleton')
})
