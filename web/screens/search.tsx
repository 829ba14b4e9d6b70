import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { needTexts } from '#web/client/i18n.ts'
import { ListingSkeletons } from '#web/features/listings/listing-skeleton.tsx'
import { SearchRow } from '#web/features/listings/search-row.tsx'
import type { Freelancers } from '#web/features/search/client-feed.tsx'
import { FoundListings } from '#web/features/search/found-listings.tsx'
import { PersonalFeed } from '#web/features/search/personal-feed.tsx'
import {
  countFilters,
  type OrderSearch,
  readSearch,
  writeSearch,
} from '#web/features/search/search-params.ts'
import { SearchTabs } from '#web/features/search/search-tabs.tsx'
import { Page } from '#web/ui/page.tsx'
import { SheetOnTheWay } from '#web/ui/sheet-on-the-way.tsx'

const FiltersSheet = lazy(
  async () =>
    (
      await Promise.all([
        import('#web/features/search/filters-sheet.tsx'),
        needTexts('rest', 'vacancies', 'deals'),
      ])
    )[0],
)

const FreelancerCards = lazy(
  async () =>
    (
      await Promise.all([import('#web/features/people/freelancer-cards.tsx'), needTexts('rest', 'people')])
    )[0],
)
const freelancers = (people: Freelancers) => (
  <Suspense fallback={<ListingSkeletons />}>
    <FreelancerCards people={people} />
  </Suspense>
)

const searchAfterMs = 300

export const searchSections = ['personal', 'orders', 'vacancies'] as const

export default function SearchScreen({ section }: { section: (typeof searchSections)[number] }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const search = readSearch(params)
  const [text, setText] = useState(search.text)
  const [sheet, setSheet] = useState<'away' | 'open' | 'closing'>('away')
  const isList = section === 'orders' || section === 'vacancies'
  const kind = section === 'vacancies' ? 'vacancy' : 'order'
  const write = (next: OrderSearch) => setParams(writeSearch(next), { replace: true })

  // Words are searched for while they are typed; the collection has no search, so they lead to the orders.
  useEffect(() => {
    if (text === (isList ? search.text : '')) return
    const timer = setTimeout(() => {
      const found = writeSearch({ ...readSearch(params), text })
      void navigate(`/search/${isList ? section : 'orders'}?${found}`, { replace: true })
    }, searchAfterMs)
    return () => clearTimeout(timer)
  }, [isList, section, text, search.text, params, navigate])
  useEffect(() => {
    if (!isList) setText('')
  }, [isList])

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
        filters={{ count: isList ? countFilters(search) : 0, open: () => setSheet('open') }}
      />
      <SearchTabs text={isList ? search.text : ''} />
      {isList ? (
        <FoundListings key={kind} kind={kind} search={search} onSearch={reset} />
      ) : (
        <PersonalFeed people={freelancers} />
      )}
      {sheet !== 'away' && (
        <Suspense fallback={<SheetOnTheWay />}>
          <FiltersSheet
            kind={kind}
            search={search}
            open={sheet === 'open'}
            onApply={(next) => {
              setSheet('closing')
              if (isList) write(next)
              else void navigate(`/search/orders?${writeSearch(next)}`, { replace: true })
            }}
            onClose={() => setSheet('closing')}
            onClosed={() => setSheet('away')}
          />
        </Suspense>
      )}
    </Page>
  )
}
