import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { Route, Routes, StaticRouter } from 'react-router-dom'
import { inEachLanguage, type Language } from '#contract/languages.ts'
import { MainMenu } from '#web/app/main-menu.tsx'
import type { ReplyOf } from '#web/client/http/api.ts'
import { createWords, type Words } from '#web/client/i18n-runtime.ts'
import { queryClient } from '#web/client/query.ts'
import { WordsContext } from '#web/client/use-translation.ts'
import { ListingHero } from '#web/features/listing-page/listing-head.tsx'
import { ListingFigures } from '#web/features/listing-page/listing-panel.tsx'
import { OrderFacts, OrderTask } from '#web/features/listing-page/order-sections.tsx'
import { VacancyFacts, VacancyTexts } from '#web/features/listing-page/vacancy-sections.tsx'
import { Byline } from '#web/features/listings/card/byline.tsx'
import { collection } from '#web/features/listings/queries.ts'
import { isOrder, type Listing } from '#web/features/listings/types.ts'
import SearchScreen from '#web/screens/search.tsx'
import { Page } from '#web/ui/page.tsx'

const files = import.meta.glob<Record<string, string>>('../../contract/texts/*/{app,rest}.json', {
  eager: true,
  import: 'default',
})

function wordsOf(language: Language): Words {
  const textFiles = Object.entries(files).filter(([path]) => path.split('/').at(-2) === language)
  const texts = Object.assign({}, ...textFiles.map(([, text]) => text))
  const words = createWords()
  words.add(language, texts)
  words.setLanguage(language)
  return words
}

/** All languages are loaded, because one server process renders pages in all of them. */
const words = inEachLanguage(wordsOf)

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
    // The queries are removed, because their garbage-collection timers would keep the process alive for minutes.
    queryClient.clear()
  }
}

/** Renders the feed as shown to a user without a category. */
export function renderFeed(language: Language, listings: ReplyOf<'POST /api/users/freelancer_jobs'>): string {
  // Rendering is synchronous, so pages that are rendered for different users never share the cache.
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

/** Renders the public page of a listing, without the buttons that need the application. */
function PublicListing({ listing }: { listing: Listing }) {
  return (
    <Page bar>
      <ListingHero listing={listing} />
      <ListingFigures listing={listing} />
      {isOrder(listing) ? (
        <OrderTask order={listing} />
      ) : (
        <>
          <VacancyFacts vacancy={listing} />
          <VacancyTexts vacancy={listing} />
        </>
      )}
      {isOrder(listing) && <OrderFacts order={listing} />}
      <Byline kind={listing.kind} author={listing.author} author_record={listing.author_record} />
    </Page>
  )
}
