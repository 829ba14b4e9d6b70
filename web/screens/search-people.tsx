import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { peopleSortings } from '#contract/options.ts'
import { totalValues } from '#web/client/totals.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { FoundHead } from '#web/features/listings/list/found-head.tsx'
import { SearchRow } from '#web/features/listings/list/search-row.tsx'
import { searchPeople } from '#web/features/people/queries.ts'
import { FoundPeople } from '#web/features/people/search/found-people.tsx'
import {
  countPeopleFilters,
  noPeopleFilters,
  type PeopleSearch,
  peopleFilters,
  readPeopleSearch,
  writePeopleSearch,
} from '#web/features/people/search/search-params.ts'
import { useRememberSearch } from '#web/features/search/recent/use-recent.ts'
import { SearchTabs } from '#web/features/search/results/search-tabs.tsx'
import { lazyOptional, lazySheet } from '#web/parts/part.tsx'
import { haptic } from '#web/telegram/index.ts'
import { Page } from '#web/ui/page.tsx'
import { useSheet } from '#web/ui/use-sheet.ts'

const CorrectedWords = lazyOptional(() => import('#web/features/search/results/corrected-words.tsx'), 'rest')
const FiltersSheet = lazySheet(() => import('#web/features/people/search/people-filters-sheet.tsx'))
const SortSheet = lazySheet(() => import('#web/features/search/results/sort-sheet.tsx'))
const searchAfterMs = 300

export default function SearchPeopleScreen() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const search = readPeopleSearch(params)
  const [text, setText] = useState(search.text)
  const typedText = useRef(search.text)
  const filters = useSheet()
  const { state } = useLocation()
  const isSent = state?.filters === true
  const sorting = useSheet()
  useRememberSearch('freelancer', search.text)
  // The filter button of the home screen navigates here to open the filters.
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once, on mount
  useEffect(() => {
    if (!isSent) return
    setParams(params, { replace: true })
    filters.open()
  }, [])
  const peopleQuery = useInfiniteQuery(
    searchPeople({
      filters: peopleFilters(search),
      sort: search.sort,
      is_exact: search.isExact || undefined,
    }),
  )
  const firstPage = peopleQuery.data?.pages[0]
  const total = firstPage?.pagination
  const write = (next: PeopleSearch) => setParams(writePeopleSearch(next), { replace: true })

  // The search runs while the user types.
  useEffect(() => {
    if (text === search.text) return
    const timer = setTimeout(() => {
      typedText.current = text
      setParams(writePeopleSearch({ ...readPeopleSearch(params), text, isExact: false }), { replace: true })
    }, searchAfterMs)
    return () => clearTimeout(timer)
  }, [text, search.text, params, setParams])
  // If the URL changes by a link or Back, its text replaces the typed text.
  useEffect(() => {
    if (search.text === typedText.current) return
    typedText.current = search.text
    setText(search.text)
  }, [search.text])

  return (
    <Page bar>
      <h1 className="visually-hidden">{t('search.tab.freelancers')}</h1>
      <SearchRow
        label={t('people.placeholder')}
        text={text}
        onText={setText}
        onEnter={() => write({ ...search, text })}
        filters={{ count: countPeopleFilters(search), open: filters.open }}
      />
      <SearchTabs text={search.text} isExact={search.isExact} />
      {firstPage?.corrected && (
        <CorrectedWords
          typed={search.text}
          corrected={firstPage.corrected}
          onExact={() => write({ ...search, isExact: true })}
        />
      )}
      <FoundHead
        text={total && t('people.found', totalValues(total))}
        total={total?.total}
        sortText={t(`people.sort.${search.sort}`)}
        onSort={sorting.open}
      />
      <FoundPeople
        found={peopleQuery}
        words={search.text.trim()}
        isExact={search.isExact}
        hasFilters={countPeopleFilters(search) > 0}
        onReset={() => {
          setText('')
          write({ ...search, ...noPeopleFilters, text: '', isExact: false })
        }}
      />
      {filters.isMounted && (
        <FiltersSheet
          {...filters.props}
          search={search}
          onApply={(next) => {
            filters.close()
            write({ ...next, text })
          }}
        />
      )}
      {sorting.isMounted && (
        <SortSheet
          {...sorting.props}
          options={peopleSortings.map((value) => ({ value, label: t(`people.sort.${value}`) }))}
          value={search.sort}
          onChoose={(chosen) => {
            haptic('selection')
            sorting.close()
            write({ ...search, sort: peopleSortings.find((known) => known === chosen) ?? search.sort })
          }}
        />
      )}
    </Page>
  )
}
