import { Shuffle } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useTranslation } from '#web/client/use-translation.ts'
import { ListingSkeletons } from '#web/features/listings/card/listing-skeleton.tsx'
import { SearchRow } from '#web/features/listings/list/search-row.tsx'
import { PersonalFeed } from '#web/features/search/feed/personal-feed.tsx'
import {
  countFilters,
  type OrderSearch,
  parseSearchParams,
  toSearchParams,
} from '#web/features/search/params/search-params.ts'
import { useRememberSearch } from '#web/features/search/recent/use-recent.ts'
import { SearchTabs } from '#web/features/search/results/search-tabs.tsx'
import { useMe } from '#web/features/session/use-me.ts'
import { lazyCard, lazyOptional, lazySheet } from '#web/parts/part.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Page } from '#web/ui/page.tsx'
import { useSheet } from '#web/ui/use-sheet.ts'

const FiltersSheet = lazySheet(
  () => import('#web/features/search/results/filters-sheet.tsx'),
  'rest',
  'deals',
)

/**
 * Parts of the search screen that are loaded later. The feed is in the main bundle, because nearly everybody sees it
 * first.
 */
export const FoundListings = lazyCard(() => import('#web/features/search/results/found-listings.tsx'))
const RecentSearches = lazyOptional(() => import('#web/features/search/recent/recent-searches.tsx'), 'rest')
const FirstStart = lazyCard(() => import('#web/features/home/first-start.tsx'), 'home')
const ClientHome = lazyCard(() => import('#web/features/home/client-home.tsx'), 'rest', 'people', 'home')

const searchAfterMs = 300

export const searchSections = ['personal', 'orders', 'vacancies'] as const

type SearchProps = { section: (typeof searchSections)[number] }

/** Clients get their own home screen. A user who has not said what they came for is asked once. */
export default function SearchScreen({ section }: SearchProps) {
  const me = useMe()
  if (section === 'personal' && me?.start_choice === null) return <FirstStart />
  if (section === 'personal' && me?.is_client) return <ClientHome me={me} />
  return <Search section={section} />
}

function Search({ section }: SearchProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const search = parseSearchParams(params)
  const [text, setText] = useState(search.text)
  const typedText = useRef(search.text)
  const [isAsking, setAsking] = useState(false)
  const filters = useSheet()
  const [seed, setSeed] = useState(0)
  const isList = section === 'orders' || section === 'vacancies'
  const kind = section === 'vacancies' ? 'vacancy' : 'order'
  useRememberSearch(isList ? section : null, search.text)
  const write = (next: OrderSearch) => setParams(toSearchParams(next), { replace: true })

  // The search runs while the user types. A text typed in the feed searches orders.
  useEffect(() => {
    if (text === (isList ? search.text : '')) return
    const timer = setTimeout(() => {
      const searchParams = toSearchParams({ ...parseSearchParams(params), text, isExact: false })
      typedText.current = text
      void navigate(`/search/${isList ? section : 'orders'}?${searchParams}`, { replace: true })
    }, searchAfterMs)
    return () => clearTimeout(timer)
  }, [isList, section, text, search.text, params, navigate])
  useEffect(() => {
    if (!isList) setText('')
  }, [isList])
  // If the URL changes by a link or Back, its text replaces the typed text.
  useEffect(() => {
    if (!isList || search.text === typedText.current) return
    typedText.current = search.text
    setText(search.text)
  }, [isList, search.text])

  const reset = (next: OrderSearch) => {
    setText(next.text)
    write(next)
  }
  return (
    <Page bar>
      <h1 className="visually-hidden">{t('nav.search')}</h1>
      <SearchRow
        text={text}
        onText={setText}
        onFocus={setAsking}
        filters={{ count: isList ? countFilters(search) : 0, open: filters.open }}
      />
      {isAsking && text === '' && <RecentSearches onText={setText} onDone={() => setAsking(false)} />}
      <SearchTabs
        text={isList ? search.text : ''}
        isExact={isList && search.isExact}
        action={
          !isList && (
            <IconButton icon={Shuffle} label={t('search.shuffle')} onClick={() => setSeed(seed + 1)} />
          )
        }
      />
      {isList ? (
        <Suspense fallback={<ListingSkeletons />}>
          <FoundListings key={kind} kind={kind} search={search} onSearch={reset} />
        </Suspense>
      ) : (
        <PersonalFeed seed={seed} />
      )}
      {filters.isMounted && (
        <FiltersSheet
          {...filters.props}
          kind={kind}
          search={search}
          onApply={(next) => {
            filters.close()
            if (isList) write(next)
            else void navigate(`/search/orders?${toSearchParams(next)}`, { replace: true })
          }}
        />
      )}
    </Page>
  )
}
