import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import type { Total } from '#web/client/totals.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { SearchRow } from '#web/features/listings/list/search-row.tsx'
import { PeopleResults } from '#web/features/people/search/people-results.tsx'
import {
  countPeopleFilters,
  readPeopleSearch,
  writePeopleSearch,
} from '#web/features/people/search/search-params.ts'
import { useRememberSearch } from '#web/features/search/recent/use-recent.ts'
import { SearchTabs } from '#web/features/search/results/search-tabs.tsx'
import { type ResultKind, ResultKinds } from '#web/features/services/search/result-kinds.tsx'
import {
  countServiceFilters,
  readServiceSearch,
  writeServiceSearch,
} from '#web/features/services/search/search-params.ts'
import { ServiceResults } from '#web/features/services/search/service-results.tsx'
import { Page } from '#web/ui/page.tsx'
import { useSheet } from '#web/ui/use-sheet.ts'

const searchAfterMs = 300

/** The search for freelancers, or for what they offer. Words and category are the same for both. */
export default function SearchPeopleScreen() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const kind: ResultKind = params.get('show') === 'services' ? 'services' : 'people'
  const people = readPeopleSearch(params)
  const services = readServiceSearch(params)
  const searchedText = people.text
  const [text, setText] = useState(searchedText)
  const typedText = useRef(searchedText)
  const filters = useSheet()
  const { state } = useLocation()
  const isSent = state?.filters === true
  useRememberSearch('freelancer', searchedText)
  // The filter button of the home screen navigates here to open the filters.
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once, on mount
  useEffect(() => {
    if (!isSent) return
    setParams(params, { replace: true })
    filters.open()
  }, [])
  const write = (next: URLSearchParams) => setParams(next, { replace: true })

  // The search runs while the user types.
  useEffect(() => {
    if (text === searchedText) return
    const timer = setTimeout(() => {
      typedText.current = text
      setParams(withText(params, text), { replace: true })
    }, searchAfterMs)
    return () => clearTimeout(timer)
  }, [text, searchedText, params, setParams])
  // If the URL changes by a link or Back, its text replaces the typed text.
  useEffect(() => {
    if (searchedText === typedText.current) return
    typedText.current = searchedText
    setText(searchedText)
  }, [searchedText])

  const parts = { typed: text, filters, onErase: () => setText('') }
  const kinds = (total: Total | undefined) => (
    <ResultKinds
      kind={kind}
      total={total}
      text={searchedText}
      isExact={people.isExact}
      onChange={(chosen) => write(ofOtherKind(params, chosen))}
    />
  )
  return (
    <Page bar>
      <h1 className="visually-hidden">{t('search.tab.freelancers')}</h1>
      <SearchRow
        label={t(kind === 'people' ? 'people.placeholder' : 'services.placeholder')}
        text={text}
        onText={setText}
        onEnter={() => write(withText(params, text))}
        filters={{
          count: kind === 'people' ? countPeopleFilters(people) : countServiceFilters(services),
          open: filters.open,
        }}
      />
      <SearchTabs text={searchedText} isExact={people.isExact} />
      {kind === 'people' ? (
        <PeopleResults {...parts} search={people} write={(next) => write(writePeopleSearch(next))}>
          {kinds}
        </PeopleResults>
      ) : (
        <ServiceResults {...parts} search={services} write={(next) => write(writeServiceSearch(next))}>
          {kinds}
        </ServiceResults>
      )}
    </Page>
  )
}

/** The same search by other words, whose mistakes are corrected. */
function withText(params: URLSearchParams, text: string): URLSearchParams {
  const next = new URLSearchParams(params)
  if (text !== params.get('query')) next.delete('exact')
  if (text) next.set('query', text)
  else next.delete('query')
  return next
}

/** The search for the other kind of result, by the same words and in the same category. */
function ofOtherKind(params: URLSearchParams, kind: ResultKind): URLSearchParams {
  const kept = [...params].filter(([name]) => ['query', 'exact', 'category'].includes(name))
  return new URLSearchParams(kind === 'services' ? [['show', 'services'], ...kept] : kept)
}
