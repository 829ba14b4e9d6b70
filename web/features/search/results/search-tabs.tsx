import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { lastUrl } from '#web/client/last-visited.ts'
import { query } from '#web/client/query.ts'
import { formatTotal } from '#web/client/totals.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { countListings } from '#web/features/listings/queries.ts'
import { parseSearchParams, toApiFilters } from '#web/features/search/params/search-params.ts'
import { Tabs } from '#web/ui/tabs.tsx'

const sections = { personal: 'personal', orders: 'orders', vacancies: 'vacancies', freelancer: 'freelancers' }
const firstItem = { page: 1, per_page: 1 }

/** Returns the URL of a search section with the section's last filters and the current words. */
function sectionUrl(section: string, text: string, isExact: boolean): string {
  const [path = '', search] = lastUrl(`/search/${section}`).split('?')
  const params = new URLSearchParams(search)
  if (text) params.set('query', text)
  else params.delete('query')
  if (text && isExact) params.set('exact', '1')
  else params.delete('exact')
  // Browsers of 2022 do not support `URLSearchParams.size`, so the text is checked instead.
  const query = params.toString()
  return query && section !== 'personal' ? `${path}?${query}` : path
}

/** Query for the number of results of a search section, with the given filters. */
export function countQuery(section: string, text: string, filters: string) {
  const search = { ...parseSearchParams(new URLSearchParams(filters)), text }
  const is_exact = search.isExact || undefined
  if (section === 'freelancer')
    return query('POST /api/users/get_all_users', {
      body: { filters: { search: text }, is_exact, pagination: firstItem },
    })
  return countListings(section === 'orders' ? 'order' : 'vacancy', toApiFilters(search), is_exact)
}

/** Returns the number of results of a search section. Without a search text no request is sent. */
function useCount(section: string, trimmedText: string, isExact: boolean): string | undefined {
  const filters = sectionUrl(section, trimmedText, isExact).split('?')[1] ?? ''
  const countRequest = countQuery(section, trimmedText, filters)
  const countResult = useQuery({
    // The response for people has the same pagination fields as the responses for listings.
    ...(countRequest as ReturnType<typeof countListings>),
    enabled: trimmedText !== '',
    placeholderData: keepPreviousData,
  })
  return formatTotal(countResult.data?.pagination)
}

type SearchTabsProps = { text?: string; isExact?: boolean; action?: ReactNode }

/** Tabs of the search sections; `text` is the search text. */
export function SearchTabs({ text = '', isExact = false, action }: SearchTabsProps) {
  const { t } = useTranslation()
  const trimmedText = text.trim()
  const counts: Record<string, string | undefined> = {
    orders: useCount('orders', trimmedText, isExact),
    vacancies: useCount('vacancies', trimmedText, isExact),
    freelancer: useCount('freelancer', trimmedText, isExact),
  }
  return (
    <Tabs
      label={t('search.group')}
      action={action}
      items={Object.entries(sections).map(([section, name]) => ({
        to: sectionUrl(section, trimmedText, isExact),
        label: t(`search.tab.${name}`),
        count: trimmedText ? counts[section] : undefined,
      }))}
    />
  )
}
