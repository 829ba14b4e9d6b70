import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { lastAddress } from '#web/client/places.ts'
import { query } from '#web/client/query.ts'
import { countListings } from '#web/features/listings/queries.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { filtersOf, readSearch } from './search-params.ts'

const sections = { personal: 'personal', orders: 'orders', vacancies: 'vacancies', freelancer: 'freelancers' }
const one = { page: 1, per_page: 1 }

/** A section as it was left, with the words of now. */
function addressOf(section: string, text: string): string {
  const [path = '', search] = lastAddress(`/search/${section}`).split('?')
  const params = new URLSearchParams(search)
  if (text) params.set('query', text)
  else params.delete('query')
  return params.size > 0 && section !== 'personal' ? `${path}?${params}` : path
}

/** How much a section has for the words, with the filters of an address. */
export function countFound(section: string, text: string, filters: string) {
  if (section === 'freelancer')
    return query('POST /api/users/get_all_users', { body: { filters: { search: text }, pagination: one } })
  const search = { ...readSearch(new URLSearchParams(filters)), text }
  return countListings(section === 'orders' ? 'order' : 'vacancy', filtersOf(search))
}

/** What can be searched, each under an address of its own; `text` is what is searched for. */
export function SearchTabs({ text = '' }: { text?: string }) {
  const { t } = useTranslation()
  const words = text.trim()
  const counts = useQueries({
    queries: Object.keys(sections).map((section) => ({
      ...countFound(section, words, addressOf(section, words).split('?')[1] ?? ''),
      enabled: words !== '' && section !== 'personal',
      placeholderData: keepPreviousData,
    })),
  })
  return (
    <Tabs
      label={t('search.group')}
      items={Object.entries(sections).map(([section, name], at) => ({
        to: addressOf(section, words),
        label: t(`search.tab.${name}`),
        count: words && section !== 'personal' ? counts[at]?.data?.pagination.total : undefined,
      }))}
    />
  )
}
