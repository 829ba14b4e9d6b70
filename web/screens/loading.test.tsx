import { QueryClientProvider } from '@tanstack/react-query'
import type { FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { queryClient } from '#web/client/query.ts'
import FunnelScreen from './funnel.tsx'
import ResponseStoryScreen from './response-story.tsx'
import ResponsesScreen from './responses.tsx'

// Boot state that the mini-app's modules expect.
vi.hoisted(() => {
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('window', {
    otklik: { launch: { initData: '', userId: 2 }, startedAt: 0, login: null, firstData: null },
    localStorage: storage,
  })
})

const screens: [string, FunctionComponent][] = [
  ['statistics of a listing', FunnelScreen],
  ['story of a response', ResponseStoryScreen],
  ['responses', ResponsesScreen],
]

test.each(screens)('the screen with the %s is not blank while its data loads', (_name, Screen) => {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Screen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(html).toContain('data-skeleton')
})
