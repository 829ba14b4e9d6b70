import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { Route, Routes, StaticRouter } from 'react-router-dom'
import type { Language } from '#contract/languages.ts'
import { MainMenu } from '#web/app/main-menu.tsx'
import type { ReplyOf } from '#web/client/http/api.ts'
import { queryClient } from '#web/client/query.ts'
import { WordsContext } from '#web/client/use-translation.ts'
import { collection } from '#web/features/listings/queries.ts'
import type { Listing } from '#web/features/listings/types.ts'
import SearchScreen from '#web/screens/search.tsx'
import { PublicListing } from './listing.tsx'
import { words } from './words.ts'

function render(language: Language, path: string, screen: ReactNode): string {
  try {
    return renderToString(
      <WordsContext value={words[language]}>
        <QueryClientProvider client={queryClient}>
          <StaticRouter location={path}>{screen}</StaticRouter>
        </QueryClientProvider>
      </WordsContext>,
    )
  } finally {
    // Removes the queries, whose garbage-collection timers would keep the process alive for minutes.
    queryClient.clear()
  }
}

/** The feed as shown to a user without a category. */
export function renderFeed(language: Language, listings: ReplyOf<'POST /api/users/freelancer_jobs'>): string {
  // Rendering is synchronous, so pages never share the cache.
  queryClient.setQueryData(collection().queryKey, listings)
  return render(
    language,
    '/search/personal',
    <>
      <Routes>
        <Route path="/search/:section" element={<SearchScreen section="personal" />} />
      </Routes>
      <MainMenu />
    </>,
  )
}

export function renderListing(language: Language, listing: Listing): string {
  return render(language, `/${listing.kind}/${listing.id}`, <PublicListing listing={listing} />)
}
